public import Daybook

/// What a run of ``Daybook/Ledger/analyzeNotes(with:only:asEvidence:options:)`` came to.
public struct AnalysisSummary: Sendable, Equatable {
  /// How many notes were looked at, unchanged and deleted ones too.
  public var notes = 0
  /// Artifacts that were written, new or anew.
  public var analyzed = 0
  /// Notes whose analysis failed; they are tried again in the next run.
  public var failed = 0
  /// Written; none where no note is new.
  public var events = 0
  /// Why, of those that failed, the first did.
  public var failure: String?

  public init() {}
}

extension Ledger {
  /// Analyzes the notes: one artifact for each note and analyzer, with an id worked out from both. A note that did not
  /// change writes nothing, and a model is not asked for it again; the rules look again, since whom the ledger knows
  /// may have changed. Artifacts are `sync` events, so one that a user deleted stays deleted.
  ///
  /// - Parameters:
  ///   - analyzer: analyzes each note; by default the built-in rules.
  ///   - only: one note; nil for all.
  ///   - asEvidence: also keeps each note as evidence, `note:<id>`, so that its signals count for insights: linked to
  ///     the note's person and context, with the people it names as participants, and done, since its writer need not
  ///     review it. It goes when its note does.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Throws: `not-found` where the note does not exist; what writing throws. What an analyzer throws is counted.
  @discardableResult
  public func analyzeNotes(
    with analyzer: any NoteAnalyzer = RuleNotes(), only: Ref<Note>? = nil, asEvidence: Bool = true,
    options: AppendOptions = AppendOptions()
  ) async throws -> AnalysisSummary {
    let survey = try read { try NoteSurvey(only: only?.rawValue, analyzer.name, $0) }
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
    let (plan, analyzed) = try read { [found] state in
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
    summary.events = try await sync(options) { _, _ in plan }.events
    return summary
  }
}
