// All tables of a file: one for each kind, one for each to-many relation, and those that describe the ledger.

import DaybookText
public import DaybookView

/// Which part of a ledger is wanted. All but ``isComputed`` at its default is what a file can be brought up to date in.
public struct SQLiteSelection: Sendable, Equatable {
  /// Of these kinds; nil: of all.
  public var kinds: [String]?
  /// Only rows for which this holds, and the text that says so.
  public var condition: (text: String, condition: Condition)?
  /// With columns for what the ledger works out: computed fields, and relations seen from their other end.
  public var isComputed = false

  init() {}

  /// Whether it is the ledger as a whole.
  var isWhole: Bool { kinds == nil && condition == nil && !isComputed }

  public static func == (left: SQLiteSelection, right: SQLiteSelection) -> Bool {
    left.kinds == right.kinds && left.condition?.text == right.condition?.text
      && left.isComputed == right.isComputed
  }
}

struct FileSchema {
  /// The layout of the file: another one is not brought up to date by this version.
  static let version = 1
  /// Marks the file as a daybook's: "DAYB".
  static let applicationID = 0x4441_5942

  static let info = "daybook_info"
  static let kinds = "daybook_kinds"
  static let history = "daybook_history"
  static let dangling = "daybook_dangling"
  static let text = "daybook_text"
  static let search = "daybook_search"

  /// By kind.
  private(set) var tables: [String: KindTable] = [:]
  /// Ascending by kind.
  private(set) var ordered: [KindTable] = []

  /// For the kinds of all systems of which anything was ever written, with those that their relations lead to, and
  /// for the kinds of no system that were written.
  init(_ schemas: SchemaRegistry, written: [String], _ selection: SQLiteSelection) {
    var wanted = Set(written)
    var systems = Set(written.compactMap { schemas.system(of: $0)?.name })
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for kind in schemas.kinds
      where schemas.system(of: kind.kind).map({ systems.contains($0.name) }) ?? false {
        wanted.insert(kind.kind)
        for target in kind.relations.map(\.target) {
          if let system = schemas.system(of: target)?.name, systems.insert(system).inserted {
            isGrowing = true
          }
        }
      }
    }
    if let kinds = selection.kinds { wanted.formIntersection(kinds) }
    let own = [Self.info, Self.kinds, Self.history, Self.dangling, Self.text, Self.search]
    var names = SQLNames(taken: own + ["data", "idx", "docsize", "config"].map { "\(Self.search)_\($0)" })
    for kind in wanted.sorted() {
      let table = KindTable(kind, schemas[kind], isComputed: selection.isComputed, &names)
      tables[kind] = table
      ordered.append(table)
    }
  }

  subscript(kind: String) -> KindTable? { tables[kind] }
}
