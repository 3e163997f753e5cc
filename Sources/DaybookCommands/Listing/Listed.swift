import Daybook
import DaybookModel

/// How a list shows an item: all values to programs, the most important to people.
protocol Listed: Sendable {
  static var entityKind: String { get }
  /// The kind of the item, for lists of several kinds.
  var itemKind: String { get }
  var rawID: String { get }
  /// For programs, after `_kind` and `_id`.
  static var jsonMembers: [Member<Self>] { get }
  /// For people; the id comes last by itself.
  static var columns: [Column<Self>] { get }
  /// Columns that only pages show.
  static var hiddenInLists: Set<String> { get }
}

/// A named value of an item in JSON and CSV.
struct Member<Item>: Sendable {
  let name: String
  let value: @Sendable (Item) -> JSONValue

  init(_ name: String, _ value: @escaping @Sendable (Item) -> JSONValue) {
    (self.name, self.value) = (name, value)
  }
}

/// A column of a table; an empty text becomes null.
struct Column<Item>: Sendable {
  let name: String
  let cell: @Sendable (Item, TableStyle) -> JSONValue

  init(_ name: String, _ text: @escaping @Sendable (Item, TableStyle) -> String?) {
    self.name = name
    cell = { item, style in
      text(item, style).flatMap { $0.isEmpty ? nil : .string(OneLine.of($0)) } ?? .null
    }
  }

  init(_ name: String, _ text: @escaping @Sendable (Item) -> String?) {
    self.init(name) { item, _ in text(item) }
  }

  /// A number, aligned as numbers are; 0 becomes null.
  init(_ name: String, count: @escaping @Sendable (Item) -> Int) {
    self.name = name
    cell = { item, _ in count(item) == 0 ? .null : .count(count(item)) }
  }
}

extension Listed {
  static var hiddenInLists: Set<String> { [] }
  var itemKind: String { Self.entityKind }

  /// For programs.
  var row: OutputRow {
    var row = OutputRow([("_kind", .string(itemKind)), ("_id", .string(rawID))])
    for member in Self.jsonMembers { row.append(member.name, member.value(self)) }
    return row
  }

  static var memberNames: [String] { ["_kind", "_id"] + jsonMembers.map(\.name) }

  /// The cells of the columns with these names, and the id.
  func cells(_ columns: [Column<Self>], _ style: TableStyle) -> [JSONValue] {
    columns.map { $0.cell(self, style) } + [.string(style.shortID(rawID))]
  }
}

extension OutputPage {
  /// A section with the columns of these names, and the ids with which its items can be changed.
  mutating func add<Item: Listed>(
    _ title: String, _ items: [Item], columns names: [String], showsIDs: Bool = false, _ style: TableStyle
  ) {
    let columns = names.compactMap { name in Item.columns.first { $0.name == name } }
    add(
      title, columns.map(\.name) + (showsIDs ? ["id"] : []),
      items.map { showsIDs ? $0.cells(columns, style) : $0.cells(columns, style).dropLast() })
  }
}
