import Daybook
import DaybookTestSupport
import Foundation

/// A dish with every sort of field that saving treats in its own way.
struct Dish: Entity {
  var id = ID()
  var title = ""
  var servings = 4
  var course: Course?
  var origin = Origin()
  var steps: [Origin] = []
  var servedAt: Date?
  var words: [String] = []
  var tags: [Ref<DishTag>] = []
  var menu: Ref<Menu>?
  var tagCount = 0

  /// A closed set: another text does not read.
  struct Course: Codable, Sendable, Equatable {
    private let text: String

    private init(_ text: String) { self.text = text }

    static let starter = Course("starter")
    static let main = Course("main")

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard ["starter", "main"].contains(text) else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "an unknown course"))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  struct Origin: Codable, Sendable, Equatable {
    var place = ""
    var note: String?
  }

  static let schema = Schema("kitchen.dish") {
    Many(\.tags, inverse: \DishTag.dishes)
    One(\.menu, inverse: \Menu.dishes)
    Derived(\.words, from: \.title) { title in title.split(separator: " ").map(String.init) }
    Projection(\.tagCount) { $0.count("tags") }
  }
}

struct DishTag: Entity {
  var id = ID()
  var name = ""
  var color = ""
  var dishes: [Ref<Dish>] = []

  static let schema = Schema("kitchen.tag") { Key(\.name, .trimmedLowercased) }
}

struct Menu: Entity {
  var id = ID()
  var day = ""
  var dishes: [Ref<Dish>] = []

  static let schema = Schema("kitchen.menu")
}

extension System {
  static let kitchen = System("kitchen", version: 1, kinds: [Dish.self, DishTag.self, Menu.self])
}
