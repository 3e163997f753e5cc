public import DaybookModel

// Answers and events as they are shown.

extension Disclosure {
  /// A row of all of an entity's fields.
  public func row(_ row: Row) -> Row {
    var row = row
    if reveals || !schemas.hidesAnything(of: row.kind) { return row }
    for index in row.fields.indices where schemas.hides(row.fields[index].name, of: row.kind) {
      row.fields[index].value = masked(row.fields[index].value)
    }
    return row
  }

  /// The answer to a query, whose fields may lead across relations. Groups by hidden values are one group: how
  /// often each of them comes would tell them apart.
  public func result(_ result: QueryResult, of query: Query) -> QueryResult {
    if reveals { return result }
    var result = result
    if let fields = query.fields {
      let hidden = Set(fields.filter { hides(path: $0, of: query.kind) })
      for row in result.rows.indices {
        for field in result.rows[row].fields.indices
        where hidden.contains(result.rows[row].fields[field].name) {
          result.rows[row].fields[field].value = masked(result.rows[row].fields[field].value)
        }
      }
    } else {
      result.rows = result.rows.map(row)
    }
    if let path = query.groupBy, hides(path: path, of: query.kind), let groups = result.groups {
      result.groups = merged(groups)
    }
    return result
  }

  /// Whether a dotted path leads to a hidden field.
  public func hides(path: String, of kind: String) -> Bool {
    !reveals && schemas.hides(path: Condition.Path(stringLiteral: path).names, of: kind)
  }

  private func merged(_ groups: [QueryResult.Group]) -> [QueryResult.Group] {
    var merged: [QueryResult.Group] = []
    for group in groups {
      let value = masked(group.value)
      if let index = merged.firstIndex(where: { $0.value == value }) {
        merged[index].count += group.count
      } else {
        merged.append(QueryResult.Group(value: value, count: group.count))
      }
    }
    return merged
  }

  /// A mutation: the values of hidden fields, the targets of hidden relations, and keys that this version does
  /// not know.
  public func mutation(_ mutation: Mutation) -> Mutation {
    if reveals || !schemas.hidesAnything(of: mutation.kind) { return mutation }
    var mutation = mutation
    if var set = mutation.set {
      for member in set { set[member.key] = value(member.value, of: member.key, kind: mutation.kind) }
      mutation.set = set
    }
    if let rel = mutation.rel { mutation.to = text(mutation.to, of: rel, kind: mutation.kind) }
    for member in mutation.other where !Self.keysOfErasing.contains(member.key) {
      mutation.other[member.key] = masked(member.value)
    }
    return mutation
  }

  /// What erase events and stubs say: names of fields, and hashes.
  private static let keysOfErasing: Set<String> = ["erases", "erased"]

  /// An event: its mutation.
  public func event(_ event: Event) -> Event {
    var event = event
    event.mutation = mutation(event.mutation)
    return event
  }
}
