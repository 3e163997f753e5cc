public import Daybook

/// The result of a run of ``SAMLedger/analyzeNotes(with:only:asEvidence:options:)``.
public struct AnalysisSummary: Sendable, Equatable {
  /// How many notes were examined, including unchanged and deleted ones.
  public var notes = 0
  /// Artifacts that were created or updated.
  public var analyzed = 0
  /// Notes whose analysis failed; they are tried again in the next run.
  public var failed = 0
  /// The events that were written; 0 if no note is new.
  public var events = 0
  /// The error of the first note that failed.
  public var failure: String?

  public init() {}
}

extension SAMLedger {
  /// Analyzes the notes: one artifact for each note and analyzer, with an id derived from both. For an unchanged note,
  /// nothing is written, and a model is not asked again; the rules examine it again, because the people in the ledger
  /// may have changed. Artifacts are `sync` events, so one that a user deleted stays deleted.
  ///
  /// - Parameters:
  ///   - analyzer: analyzes each note; by default the built-in rules.
  ///   - only: one note; nil for all.
  ///   - asEvidence: also keeps each note as evidence, `note:<id>`, so that its signals count for insights: linked to
  ///     the note's person and context, with the people it names as participants, and done, since its writer need not
  ///     review it. It is removed with its note.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Throws: `not-found` where the note does not exist; what writing throws. Errors of an analyzer are only counted.
  @discardableResult
  public func analyzeNotes(
    with analyzer: any NoteAnalyzer = RuleNotes(), only: Ref<Note>? = nil, asEvidence: Bool = true,
    options: AppendOptions = AppendOptions()
  ) async throws -> AnalysisSummary {
    let survey = try await ledger.read { try NoteSurvey(only: only?.rawValue, analyzer.name, $0) }
    var summary = AnalysisSummary()
    var found: [NoteSurvey.Item: NoteAnalysis] = [:]
    for item in survey.items {
      summary.notes += 1
      if item.isGone || analyzer.model != nil && item.artifact?.values["basis"] == .string(item.basis) {
        continue
      }
      do {
        found[item] = try await analyzer.analyze(item.content, known: survey.names)
      } catch let error as LedgerError where error.code == .unreachable || error.code == .badData {
        summary.failed += 1
        summary.failure = summary.failure ?? error.description
      }
    }
    let (plan, analyzed) = try await ledger.read { [found] state in
      var writing = NoteWriting(analyzer.name, model: analyzer.model, names: survey.names)
      for item in survey.items {
        if let analysis = found[item] { try writing.add(analysis, of: item) }
        if asEvidence { try writing.addEvidence(of: item, in: state) }
      }
      var plan = SyncPlan()
      plan.mutations = writing.mutations
      return (plan, writing.analyzed)
    }
    summary.analyzed = analyzed
    summary.events = try await ledger.sync(options) { _, _ in plan }.events
    return summary
  }
}

/// The notes, their earlier analyses, and the people in the ledger.
struct NoteSurvey: Sendable {
  struct Item: Sendable, Hashable {
    var id: String
    var content: String
    var createdAt: String
    var person: String?
    var context: String?
    /// Whether it is deleted: then its evidence is removed.
    var isGone: Bool
    /// The earlier result of this analyzer, if there is one.
    var artifact: SyncedEntity?
    var artifactID: String

    var basis: String { Basis.digest(.string(content)) }

    static func == (left: Item, right: Item) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// By id.
  private(set) var items: [Item] = []
  let names: KnownNames

  init(only: String?, _ analyzer: String, _ state: borrowing LedgerState) throws(LedgerError) {
    names = KnownNames(
      state.entities(Person.kind, reading: ["displayNameCache"]).compactMap { person in
        person.values["displayNameCache"]?.string.map { (person.id, $0) }
      })
    state.forEach(Note.kind, includesGone: true) { note in
      guard note.isMade, only == nil || note.id == only else { return }
      items.append(Self.item(note, analyzer, state))
    }
    if let only, items.first?.isGone ?? true {
      throw LedgerError(
        .notFound, "there is no note \(only)", advice: "'\(Remedy.entities.of(Note.kind))' lists them")
    }
    items.sort { $0.id < $1.id }
  }

  private static func item(
    _ note: borrowing EntityReader, _ analyzer: String, _ state: borrowing LedgerState
  ) -> Item {
    let id = NaturalKey.id(
      of: AnalysisArtifact.kind,
      normalized: JSONValue.array([.string(note.id), .string(analyzer)]).description)
    let artifact = state.read(AnalysisArtifact.kind, id, includesGone: true) { held -> SyncedEntity in
      var values = JSONObject()
      for field in NoteWriting.artifactFields { values[field] = held.value(field) }
      return SyncedEntity(id: id, isAlive: !held.isDeleted, isPresent: held.isPresent, values: values)
    }
    return Item(
      id: note.id, content: note.value("content").string ?? "",
      createdAt: note.value("createdAt").string ?? "", person: note.related("person").first,
      context: note.related("context").first, isGone: !note.isShown, artifact: artifact, artifactID: id)
  }
}

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
