import DaybookModel
public import DaybookView

/// Part of a list, and how long the whole is.
public struct Page<Item: Sendable>: Sendable {
  /// The part of the list that limit and offset leave, in the list's order.
  public var items: [Item]
  /// How many there are before limit and offset.
  public var total: Int

  /// A part that was cut already, such as a query's rows.
  ///
  /// - Parameters:
  ///   - items: the part of the list, in the list's order.
  ///   - total: how many there are before limit and offset.
  public init(items: [Item], total: Int) { (self.items, self.total) = (items, total) }

  /// Cuts a list that is held whole.
  public init(_ all: [Item], limit: Int?, offset: Int) {
    items = Array(all.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max)))
    total = all.count
  }
}

extension Page: Equatable where Item: Equatable {}

/// What a list shows of an entity of one kind, read from the view.
public protocol ListItem: Sendable {
  /// The entity that an item is made from.
  associatedtype Target: Entity
  /// Reads the item's fields; the reader is valid only during the call.
  init(_ reader: borrowing EntityReader)
}

extension ViewReader {
  /// Answers a query with an item for each entity, and the count before its limit and offset. The query must be of
  /// the item's kind. Costs and errors are those of the query.
  public func page<Item: ListItem>(_ query: Query, of type: Item.Type = Item.self) throws -> Page<Item> {
    let (items, count) = try map(query) { Item($0) }
    return Page(items: items, total: count)
  }

  /// A listing of one entity's neighbourhood; empty if the entity does not exist.
  public func items<Owner: Entity, Item: ListItem>(
    around owner: Ref<Owner>, _ relation: String, of type: Item.Type = Item.self
  ) -> [Item] {
    read(Owner.kind, owner.rawValue) { $0.map(relation) { Item($0) } } ?? []
  }
}

extension Condition {
  /// All of the conditions; nil if there are none.
  public static func all(_ parts: [Condition?]) -> Condition? {
    let parts = parts.compactMap { $0 }
    return parts.count > 1 ? .and(parts) : parts.first
  }

  /// Texts that hold every word of `text`, in whatever order, case and accents. In lists of texts only words
  /// for which `isForLists` holds are looked for: that costs more.
  public static func holds(
    words text: String, in fields: [Path], lists: [Path] = [], isForLists: (Substring) -> Bool = { _ in true }
  ) -> Condition? {
    let words = text.split(whereSeparator: \.isWhitespace).map { word in
      let value = JSONValue.string(String(word))
      let elements = isForLists(word) ? lists.map { Condition.any($0, .contains(Path([]), value)) } : []
      return Condition.or(fields.map { .contains($0, value) } + elements)
    }
    return all(words)
  }
}

extension SortKey {
  /// By text, whatever its case and accents.
  public static func folded(_ path: String) -> SortKey {
    var key = SortKey(path)
    key.isFolded = true
    return key
  }
}
