import Daybook
import DaybookModel
import DaybookView

/// Entities by their names. Each kind is read when it is first asked for.
struct NameIndex {
  private var kinds: [String: [String: [String]]] = [:]
  /// The name fields of kinds that have no other rule.
  private static let fields = ["name", "title"]

  /// The entity that a text names: by its id, its natural key, or its name if only one entity has it.
  mutating func id(_ text: String, of kind: String, in state: borrowing LedgerState) throws(ValueProblem)
    -> String
  {
    if state.entity(kind, id: text) != nil { return text }
    if let holder = state.entity(kind, key: text) { return holder.id }
    if kinds[kind] == nil { kinds[kind] = Self.read(kind, in: state) }
    let found = kinds[kind]?[Self.folded(text)] ?? []
    if found.count == 1 { return found[0] }
    throw ValueProblem(
      what: found.isEmpty
        ? "there is no \(kind) '\(CellConverter.shown(text))', by id or by name"
        : "'\(CellConverter.shown(text))' is the name of \(found.count) entities of \(kind): give the id")
  }

  private static func read(_ kind: String, in state: borrowing LedgerState) -> [String: [String]] {
    guard let schema = state.schemas[kind] else { return [:] }
    let names = fields.filter { schema.field($0) != nil }
    let named = schema.codec?.type as? any Named.Type
    var found: [String: [String]] = [:]
    state.forEach(kind) { entity in
      let said = named.map { [$0.name(entity)] } ?? names.map { entity.value($0).string }
      for name in Set(said.compactMap { $0 }.map { folded($0) }) {
        found[name, default: []].append(entity.id)
      }
    }
    return found
  }

  private static func folded(_ text: String) -> String { SyncText.normalized(text) }
}

extension TablePlan {
  /// Every row belongs to this record.
  mutating func set(record: String, _ names: NameIndex, in state: borrowing LedgerState) throws(LedgerError) {
    guard let field = schema.field("record"), case .one(let kind) = field.type else {
      throw LedgerError(.usage, "\(schema.kind) belongs to no record", advice: "leave out --record")
    }
    var names = names
    do throws(ValueProblem) {
      constants["record"] = .string(try names.id(record, of: kind, in: state))
    } catch {
      throw LedgerError(.usage, error.what, advice: "'daybook query \(kind)' lists them")
    }
  }
}
