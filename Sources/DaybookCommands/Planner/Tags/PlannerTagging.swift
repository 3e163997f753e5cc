import Daybook
import Planner

/// Puts tags on meetings and notes.
enum PlannerTagging {
  /// Makes the tags that are not there yet.
  static func mutations(
    _ names: [String], of kind: String, _ id: String, in ledger: Ledger
  ) async throws -> [Mutation] {
    var mutations: [Mutation] = []
    var seen: Set<Ref<Tag>> = []
    for name in names {
      let (tag, isNew) = try await ledger.plannerTag(named: name)
      guard seen.insert(tag).inserted else { continue }
      if isNew {
        mutations.append(Mutation(.upsert, kind: Tag.kind, id: tag.rawValue, set: ["name": .string(name)]))
      }
      mutations.append(Mutation(.link, kind: kind, id: id, rel: "tags", to: tag.rawValue))
    }
    return mutations
  }

  /// A colour as people type it.
  static func color(_ text: String) throws -> String {
    guard let color = TagColor.normalized(text) else {
      throw LedgerError(
        .usage, "'\(OneLine.cut(text))' is not a colour", advice: "write one such as '#FF5733'")
    }
    return color
  }
}
