import DaybookModel
import DaybookRecords
import DaybookView

extension Resolution {
  /// One entity keeps the value and writes it again, so that a different decision made at the same time conflicts with
  /// it; the others give the value up.
  func unique(_ fields: [String], _ records: borrowing Records) throws(LedgerError) -> [Mutation] {
    let keeper = try keeper()
    guard let schema = schemas[keeper.kind] else { return [] }
    let others = conflict.entities.filter { $0 != keeper }
    guard let cleared = fields.first(where: { schema.mayBeCleared($0) }) else {
      throw LedgerError(
        .refused, "\(keeper.kind).\(fields.joined(separator: "+")) cannot be left empty",
        advice: "give \(others.map(\.id).joined(separator: ", ")) another value, or delete it")
    }
    var set = JSONObject()
    if let entity = records.entity(keeper.kind, keeper.id) {
      for field in fields { set[field] = schema.reading(field, of: entity, records) }
    }
    return others.map { write($0, [cleared: .null], records) }
      + (set.isEmpty ? [] : [write(keeper, set, records)])
  }

  private func keeper() throws(LedgerError) -> ViewConflict.Entity {
    switch choice {
    case .winner: return conflict.entities[0]
    case .loser:
      guard conflict.entities.count == 2 else {
        throw LedgerError(
          .usage,
          "\(conflict.entities.count) entities have the value: 'loser' does not say which is to keep it",
          advice: "name it by its id: \(ids)")
      }
      return conflict.entities[1]
    case .write: return try side().entity
    case .entity(let id):
      guard let entity = conflict.entities.first(where: { $0.id == id }) else {
        throw LedgerError(
          .usage, "'\(typed(id))' is none of those that have the value",
          advice: "keep winner, loser or one of \(ids)")
      }
      return entity
    case .value(let value):
      throw LedgerError(
        .usage, "which entity is to keep the value, not \(typed(value.description))",
        advice: "keep winner, loser or one of \(ids)")
    }
  }

  private var ids: String { conflict.entities.map(\.id).joined(separator: ", ") }
}

extension KindSchema {
  /// Whether a field with nothing in it holds no value that two could share.
  fileprivate func mayBeCleared(_ name: String) -> Bool {
    guard let field = field(name) else { return false }
    return field.defaultValue.isNull || field.defaultValue == "" || field.isOptional
  }
}
