import Daybook

/// A small system with all that a search has to tell apart.
struct Shelf: Entity {
  var id = ID()
  var name = ""
  var books: [Ref<Book>] = []

  init() {}

  static let schema = Schema("library.shelf") {
    Inverse(\.books, of: \Book.shelf, onDelete: .cascade)
  }
}

struct Book: Entity {
  var id = ID()
  var title = ""
  var body: String?
  var tags: [String] = []
  var place: BookPlace?
  var genre: BookGenre?
  var sourceUID: String?
  var secret: String?
  var shelf: Ref<Shelf>?
  var shout = ""

  init() {}

  static let schema = Schema("library.book", version: 2) {
    Sensitive(\.secret)
    Renamed("text", to: \.body)
    Merge(\.tags, .union)
    One(\.shelf, inverse: \Shelf.books)
    Projection(\.shout) { $0.value("title").string ?? "" }
  }
}

struct BookPlace: Codable, Sendable, Equatable {
  var room = ""
  var number: Int?
  var itemID: String?
}

struct BookGenre: OpenEnum {
  var rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  static let novel: Self = "novel"
  static let known: [Self] = [.novel]
}

extension System {
  static let library = System("library", version: 2, kinds: [Shelf.self, Book.self])
}
