import DaybookLog
import DaybookModel
import DaybookView

// Which entities an erasure includes, and which others refer to them.

extension Ledger {
  /// The entity that was named, and what is erased with it. What belongs or refers to another of them comes before that
  /// one: after an interruption, it is found again as long as it is not erased itself.
  func members(of root: EntityName, _ request: ErasureRequest) throws -> [EntityName] {
    var belongings: [EntityName] = []
    if request.withBelongings { belongings = try self.belongings(of: [root]) }
    var members = [root] + belongings
    if !request.referringKinds.isEmpty {
      let referring = try referrals(to: Set(members)).keys
        .filter { request.referringKinds.contains($0.kind) }.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
      let theirs = try self.belongings(of: referring)
      members = [root] + theirs + referring + belongings
    }
    var seen: Set<EntityName> = []
    return members.filter { seen.insert($0).inserted }
  }

  /// All that ever belonged to some entities or was about one of them, without the entities themselves.
  private func belongings(of roots: [EntityName]) throws -> [EntityName] {
    var found: [EntityName] = []
    // Entities of one kind are looked for in one reading.
    for (kind, names) in Dictionary(grouping: roots, by: \.kind).sorted(by: { $0.key < $1.key }) {
      var belongings = CascadeClosure(around: kind, schemas, isErasing: true)
      if belongings.isEmpty { continue }
      try forEachFrame { belongings.note($0) }
      found += names.flatMap { belongings.belongings(of: $0) }
    }
    let roots = Set(roots)
    return found.filter { !StubRules.protectedKinds.contains($0.kind) && !roots.contains($0) }
  }

  private func referrals(to names: Set<EntityName>) throws -> [EntityName: Set<String>] {
    var survey = ReferralSurvey(to: names, schemas)
    if survey.isEmpty { return [:] }
    try forEachFrame { survey.note($0) }
    return survey.found
  }

  /// The other entities that refer to what would be erased and that have something to erase themselves.
  func referrers(besides preview: ErasurePreview) throws -> [ErasurePreview.Referrer] {
    let found = try referrals(to: Set(preview.parts.map { EntityName(kind: $0.kind, id: $0.id) }))
    if found.isEmpty { return [] }
    let names = found.keys.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
    var survey = ErasureSurvey(
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, (part: $0, fields: nil)) }),
      before: nil, shown: [:], ErasingVoice())
    try forEachFrame { try survey.note($0) }
    let lines = Dictionary(grouping: survey.lines, by: \.part).mapValues(\.count)
    return names.enumerated().compactMap { part, name in
      lines[part].map { count in
        var referrer = ErasurePreview.Referrer(kind: name.kind, id: name.id)
        (referrer.lines, referrer.fields) = (count, found[name] ?? [])
        referrer.name = calledName(name.kind, name.id)
        return referrer
      }
    }
  }
}
