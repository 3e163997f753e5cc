import ArgumentParser
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

/// The options of every list.
struct ListOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Show at most N; by default 50 in a table, otherwise all.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("Skip the first N.", valueName: "n"))
  var offset: Int = 0

  @Flag(help: "Show all, even in a table.")
  var all = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0, not \(limit)") }
    if offset < 0 { throw ValidationError("--offset takes a number from 0, not \(offset)") }
    if all, limit != nil { throw ValidationError("--limit and --all cannot be used together") }
  }

  var isTable: Bool { options.output.format == .table }

  /// Nil for all.
  var count: Int? { all ? nil : limit ?? (isTable ? TerminalLimit.count : nil) }

  /// Shows the items; if there are none, says so on the standard error.
  func show<Item: Listed>(
    _ listing: Page<Item>, hiding hidden: Set<String> = [], in ledger: Ledger, empty: String
  ) async throws {
    if listing.total == 0 { options.messages.show(Notice("empty", empty)) }
    guard isTable else {
      let rows = listing.items.map(\.row)
      return try options.output.show(
        columns: Item.memberNames, options.output.format == .csv ? rows.map(\.forSpreadsheet) : rows)
    }
    guard !listing.items.isEmpty else { return }
    let style = try await selection.tableStyle(in: ledger, of: listing.items)
    let columns = Item.columns.filter { !hidden.union(Item.hiddenInLists).contains($0.name) }
    let names = columns.map(\.name) + ["id"]
    try options.output.show(
      columns: names, listing.items.map { OutputRow(Array(zip(names, $0.cells(columns, style)))) })
    showRest(of: listing.total, shown: listing.items.count)
  }

  /// Says on the standard error how many there are beyond the limit.
  func showRest(of total: Int, shown: Int) {
    TerminalLimit.showRest(total - offset - shown, options.messages)
  }

  /// The same for a list that is whole in memory.
  func show<Item: Listed>(
    _ items: [Item], hiding hidden: Set<String> = [], in ledger: Ledger, empty: String
  ) async throws {
    try await show(
      Page(items, limit: count, offset: offset), hiding: hidden, in: ledger, empty: empty)
  }
}

extension LedgerSelection {
  /// How tables show moments, and the ids of these items.
  func tableStyle(in ledger: Ledger, of items: [any Listed]) async throws -> TableStyle {
    var style = TableStyle(zone: try zone(), now: SystemClock.now())
    let (ids, kinds) = (items.map(\.rawID), Set(items.map(\.itemKind)))
    style.shortIDs = try await ledger.withView { $0.shortIDs(ids, among: Array(kinds)) }
    return style
  }
}

/// The options of every page about one entity.
struct PageOptions: ParsableArguments {
  @OptionGroup var cut: CutOptions
  @OptionGroup var moment: MomentOption

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  /// Finds the entity, reads its page and shows it.
  ///
  /// - Parameters:
  ///   - read: returns nil if the found entity does not exist, which should not happen.
  ///   - ids: the items of the page that show an id.
  func show<Content: Sendable>(
    read: @Sendable (borrowing ViewReader) throws -> Content?, ids: (Content) -> [any Listed],
    page: (Content, TableStyle) -> OutputPage, record: (Content) -> OutputRecord
  ) async throws {
    let ledger = try await selection.open()
    let cut = try moment.cut(try await cut.cut(selection, in: ledger), selection)
    guard let found = try await ledger.withView(at: cut, read) else { return }
    let style = try await selection.tableStyle(in: ledger, of: ids(found))
    try options.output.show(page(found, style), record(found))
  }
}
