import DaybookModel
import DaybookView
import Foundation

// A made-up system with the shapes that predicates have to reach.

struct Status: OpenEnum {
  var rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  static let open: Self = "open"
  static let done: Self = "done"
  static let known: [Self] = [.open, .done]
}

struct Place: Codable, Sendable {
  var street = ""
  var city: String?
}

struct Guest: Entity {
  var id = ID()
  var email = ""
  var name = ""
  var phone: String?
  var isHost = false
  var meetings: [Ref<Meeting>] = []
  var shout: String { name.uppercased() }
  init() {}
  static let schema = Schema("book.guest") {}
}

struct Meeting: Entity {
  var id = ID()
  var title = ""
  var body: String?
  var status: Status = .open
  var startsAt = Date.unwritten
  var endsAt: Date?
  var number = 0
  var rating = 0.0
  var isPrivate = false
  var token: UUID?
  var tags: [String] = []
  var place: Place?
  var extras: [String: Int] = [:]
  var host: Ref<Guest>?
  var guests: [Ref<Guest>] = []
  var pages: [Ref<Page>] = []
  var shout: String { title.uppercased() }
  init() {}
  static let schema = Schema("book.meeting") {
    Many(\.guests, inverse: \Guest.meetings)
    One(\.host)
    Inverse(\.pages, of: \Page.meeting, onDelete: .cascade)
  }
}

struct Page: Entity {
  var id = ID()
  var text = ""
  var meeting: Ref<Meeting>?
  init() {}
  static let schema = Schema("book.page") { One(\.meeting, inverse: \Meeting.pages) }
}

extension System {
  static let book = System("book", version: 1, kinds: [Guest.self, Meeting.self, Page.self])
}
