import Daybook

/// The events that store the results for notes.
struct NoteWriting {
  private let analyzer: String
  private let model: String?
  private let names: KnownNames
  private(set) var mutations: [Mutation] = []
  private(set) var analyzed = 0

  static let artifactFields = [
    "sourceNote", "peopleJSON", "topicsJSON", "actions", "usedLLM", "analyzedBy", "basis",
  ]

  init(_ analyzer: String, model: String?, names: KnownNames) {
    (self.analyzer, self.model, self.names) = (analyzer, model, names)
  }

  mutating func add(_ analysis: NoteAnalysis, of item: NoteSurvey.Item) throws {
    guard item.artifact?.isAlive != false else { return }
    let set: JSONObject = [
      "sourceNote": .string(item.id),
      "peopleJSON": .string(try FieldEncoder.json(analysis.people).description),
      "topicsJSON": .string(try FieldEncoder.json(analysis.topics).description),
      "actions": .array(analysis.actions.map { .string($0) }), "usedLLM": model.map { .string($0) } ?? .null,
      "analyzedBy": .string(analyzer), "basis": .string(item.basis),
    ]
    if write(AnalysisArtifact.kind, item.artifactID, set, over: item.artifact) { analyzed += 1 }
  }

  /// The note as evidence: its text, whom it is about, and the people of the ledger whom it names.
  mutating func addEvidence(of item: NoteSurvey.Item, in state: borrowing LedgerState) throws {
    let key = "note:" + item.id
    let present = state.entity(EvidenceItem.kind, key: key)
    if item.isGone {
      guard let present, present.isAlive, present.isPresent else { return }
      var gone = Mutation(.sync, kind: EvidenceItem.kind, id: present.id)
      gone.present = false
      return mutations.append(gone)
    }
    guard present?.isAlive != false else { return }
    let id = present?.id ?? state.newID(EvidenceItem.kind, key: key)
    let lines = item.content.split(whereSeparator: \.isNewline).map { OneLine.of(String($0)) }
      .filter { !$0.isEmpty }
    let named = names.people(in: SignalRules.words(of: item.content)).filter { $0.id != item.person }
    var set: JSONObject = [
      "title": .string(String((lines.first ?? "").prefix(160))),
      "snippet": .string(String(lines.dropFirst().joined(separator: " · ").prefix(160))),
      "bodyText": .string(item.content), "occurredAt": .string(item.createdAt),
      "participantHints": try FieldEncoder.json(named.map { ParticipantHint(name: $0.name) }),
    ]
    // A change of the note does not revert a user's decision.
    if present == nil { set["state"] = .string(EvidenceTriageState.done.rawValue) }
    set["source"] = .string(EvidenceSource.note.rawValue)
    set["sourceUID"] = .string(key)
    _ = write(EvidenceItem.kind, id, set, over: present)
    for (relation, target) in [("linkedPeople", item.person), ("linkedContexts", item.context)] {
      guard let target, state.isLinked(EvidenceItem.kind, id, relation, to: target) == nil else { continue }
      mutations.append(Mutation(.link, kind: EvidenceItem.kind, id: id, rel: relation, to: target))
    }
  }

  /// Writes the fields that differ from the stored ones, unless they are empty.
  private mutating func write(
    _ kind: String, _ id: String, _ wanted: JSONObject, over present: SyncedEntity?
  ) -> Bool {
    var set = JSONObject()
    for member in wanted {
      let held = present?.values[member.key]
      if held == nil, member.value.isNull || member.value == "" || member.value == [] { continue }
      if held != member.value { set[member.key] = member.value }
    }
    guard !set.isEmpty || present?.isPresent == false else { return false }
    var mutation = Mutation(.sync, kind: kind, id: id, set: set)
    mutation.present = true
    mutations.append(mutation)
    return true
  }
}
