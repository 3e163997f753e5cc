import DaybookModel
import DaybookView

// Articles whose labels follow from what they are called and cost.

struct Article: Entity {
  var id = ID()
  var name = "thing"
  var note: String?
  var price = 0
  var shelf: Ref<Shelf>?
  var tags: [Ref<Shelf>] = []
  /// Derived from name, price and shelf.
  var label = ""
  /// Derived from the note.
  var words: [String] = []
  var isSold = false

  static let schema = Schema("shop.article") {
    One(\.shelf)
    Many(\.tags)
    Renamed("title", to: \.name)
    Upcast(\.price, before: 2) { .int(($0.int ?? 0) * 100) }
    Dismissal(\.isSold)
    Derived(\.label, from: \.name, \.price, \.shelf) { name, price, shelf in
      name == "thing" ? "" : "\(name) \(price) \(shelf?.rawValue ?? "-")"
    }
    Derived(\.words, from: \.note) { note in
      (note ?? "").split(separator: " ").map(String.init)
    }
  }
}

struct Shelf: Entity {
  var id = ID()

  static let schema = Schema("shop.shelf") {}
}

extension System {
  static let shop = System("shop", version: 2, kinds: [Article.self, Shelf.self])
}
