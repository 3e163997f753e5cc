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
