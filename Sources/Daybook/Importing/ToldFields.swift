import DaybookModel

/// Which fields of which entities the records of a run told of, where the first telling counts.
struct ToldFields {
  /// Most entities of a source have the same fields.
  private var sets: [Set<String>] = []
  private var numbers: [Set<String>: Int] = [:]
  private var entities: [EntityName: Int] = [:]

  func contains(_ field: String, of name: EntityName) -> Bool {
    entities[name].map { sets[$0].contains(field) } ?? false
  }

  mutating func add(_ fields: JSONObject, of name: EntityName) {
    let before = entities[name]
    let all = (before.map { sets[$0] } ?? []).union(fields.map(\.key))
    if let before, all.count == sets[before].count { return }
    if numbers[all] == nil {
      numbers[all] = sets.count
      sets.append(all)
    }
    entities[name] = numbers[all]
  }
}
