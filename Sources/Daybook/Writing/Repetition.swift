import DaybookLog
import DaybookModel
import DaybookView

/// The mutations of a commit whose idempotency key is used again, and which of them the repetition asks for.
struct Repetition {
  private let written: [Mutation]
  private let planner: MutationPlanner
  private var isTaken: [Bool]

  init(written: [Mutation], planner: MutationPlanner) {
    (self.written, self.planner) = (written, planner)
    isTaken = [Bool](repeating: false, count: written.count)
  }

  /// Whether everything that was written was asked for.
  var isComplete: Bool { isTaken.allSatisfy { $0 } }

  mutating func takeAll() { isTaken = [Bool](repeating: true, count: written.count) }

  mutating func takeAll(of kind: String, _ id: String) {
    for index in written.indices where isAbout(written[index], kind, id) { isTaken[index] = true }
  }

  /// The first one that matches the mutation.
  mutating func take(_ asked: Mutation) -> Bool {
    guard let index = written.indices.first(where: { !isTaken[$0] && planner.asks(asked, for: written[$0]) })
    else { return false }
    isTaken[index] = true
    return true
  }

  /// All mutations of an entity, if each agrees with the value and they include every difference that the value still
  /// has.
  mutating func take(_ value: EntityValue, id: String, _ asked: [Mutation], _ schema: KindSchema) -> Bool {
    let own = written.indices.filter { isAbout(written[$0], value.kind, id) }
    for mutation in asked {
      var mutation = mutation
      // The time of reading does not matter, and a new entity without content is made once.
      mutation.was = nil
      if !own.contains(where: { planner.asks(mutation, for: written[$0]) }) { return false }
    }
    guard own.allSatisfy({ isTaken[$0] || written[$0].id != id || agrees(value, with: written[$0], schema) })
    else { return false }
    for index in own { isTaken[index] = true }
    return true
  }

  private func isAbout(_ mutation: Mutation, _ kind: String, _ id: String) -> Bool {
    mutation.kind == kind && mutation.id.hasSameBytes(as: id) || mutation.to?.hasSameBytes(as: id) == true
      || mutation.set?.contains { $0.value == .string(id) } ?? false
  }

  private func agrees(_ value: EntityValue, with mutation: Mutation, _ schema: KindSchema) -> Bool {
    guard mutation.kind == value.kind else { return true }
    if let rel = mutation.rel, let to = mutation.to {
      guard schema.relations.contains(where: { $0.name == rel }) else { return true }
      let isWanted = value.fields[rel]?.array?.contains(.string(to)) ?? false
      return isWanted == (mutation.op == .link)
    }
    return (mutation.set ?? [:]).allSatisfy { member in
      guard let field = schema.field(member.key), field.derivedFrom.isEmpty else { return true }
      let wanted = value.fields[member.key] ?? .null
      if let reference = BlobReference(member.value) {
        return wanted.string.flatMap { Base64.bytes($0) }.map { Hash256.of($0.span) == reference.hash }
          ?? false
      }
      return holds(member.value, schema.keyed((try? field.stored(wanted)) ?? wanted, field.name))
    }
  }

  /// Whether the written value equals the wanted one, apart from members that only a later version may know.
  private func holds(_ written: JSONValue, _ wanted: JSONValue) -> Bool {
    guard case .object(let members) = written, case .object(let wanted) = wanted else {
      return written == wanted
    }
    return wanted.allSatisfy { member in members[member.key].map { holds($0, member.value) } ?? false }
  }
}
