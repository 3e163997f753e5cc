import DaybookModel
import DaybookView

/// An entity's row with what a commit has written of it so far, before any of it is in the records.
struct PendingRow {
  let schema: KindSchema
  let id: String
  /// Nil if it does not exist.
  var row: Row?
  /// The stored row, even if the entity is deleted.
  let held: Row?

  private var unwritten: Row {
    Row(
      kind: schema.kind, id: id,
      fields: schema.fields.filter { $0.name != "id" }.map {
        Row.Field($0.name, schema.unwritten($0, of: id))
      })
  }

  mutating func apply(_ mutation: Mutation) throws {
    switch mutation.op {
    case .delete:
      row = nil
      return
    case .dismiss: throw refusal("dismissed")
    case .restore where row == nil: row = held ?? unwritten
    case .restore: if schema.dismissal != nil { throw refusal("restored") }
    case .upsert: row = row ?? unwritten
    default: break
    }
    for member in mutation.set ?? [:] {
      let name = schema.renames.first { $0.former == member.key }?.name ?? member.key
      guard let field = schema.field(name) else { continue }
      let stored = schema.keyed((try? field.stored(member.value)) ?? member.value, name)
      write(name, stored.isNull && !field.isOptional ? schema.unwritten(field, of: id) : stored)
    }
    if let rel = mutation.rel, let to = mutation.to { write(rel, to, isLinked: mutation.op == .link) }
  }

  private mutating func write(_ name: String, _ value: JSONValue) {
    guard let place = row?.fields.firstIndex(where: { $0.name == name }) else { return }
    row?.fields[place].value = value
  }

  private mutating func write(_ rel: String, _ to: String, isLinked: Bool) {
    guard case .array(var ids)? = row?[rel] else {
      return write(rel, isLinked ? .string(to) : .null)
    }
    ids.removeAll { $0 == .string(to) }
    if isLinked { ids.append(.string(to)) }
    write(rel, .array(ids))
  }

  private func refusal(_ what: String) -> LedgerError {
    LedgerError(
      .usage, "\(schema.kind) \(id) was \(what) earlier in this commit, and cannot be read within it",
      advice: "read and change it first")
  }
}
