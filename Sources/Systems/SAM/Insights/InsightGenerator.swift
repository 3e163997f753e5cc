public import Daybook

/// The result of a run of ``InsightGenerator``.
public struct GenerationSummary: Sendable, Equatable {
  /// How often a piece of evidence was examined.
  public var examined = 0
  /// Insights that are new, or that returned because evidence supports them again.
  public var created = 0
  /// Insights that got or lost evidence, or whose message was written again.
  public var changed = 0
  /// Insights that were removed because no evidence is left for them.
  public var removed = 0
  /// Groups whose message could not be written; they are tried again in the next run.
  public var failed = 0
  /// The events that were written; 0 if nothing is new.
  public var events = 0
  /// How many commits the run wrote, each of at most 2000 mutations; 0 where nothing is new.
  public var commits = 0
  /// The error of the first group that failed.
  public var failure: String?

  public init() {}
}

/// Draws insights from evidence: one for each (first linked person, first linked context, kind of its signals), based
/// on all evidence that supports it.
///
///     let generator = InsightGenerator(ledger: ledger)
///     try await generator.generate()      // one pass over all evidence
///     …
///     try await generator.generate()      // what was written since
///
/// The first run reads everything, later runs of the same generator only what changed since (everything again if the
/// ledger was read again). Insights are written as `sync` events, so what a user deleted stays deleted and a dismissed
/// insight stays dismissed, but still gathers evidence. An insight without evidence is no longer present. Insights that
/// the generator did not make are never touched.
public actor InsightGenerator {
  private let ledger: Ledger
  private let writer: any InsightWriter
  /// The point up to which the insights are up to date; nil before the first run.
  private var mark: TouchMark?
  /// The entities that changed while a run was writing, and those that failed.
  private var pending: [String: Set<String>] = [:]
  /// When the next upcoming evidence occurs, so that everything must be read again.
  private var firstToCome: Instant?
  private var running: Task<GenerationSummary, any Error>?

  /// Makes a generator whose first run reads all evidence. Without a `writer` the built-in rules write the messages.
  public init(ledger: Ledger, writer: any InsightWriter = RuleInsights()) {
    (self.ledger, self.writer) = (ledger, writer)
  }

  /// Updates the generated insights, in commits of bounded size. A run that finds nothing new writes nothing.
  /// Runs follow one another.
  ///
  /// - Parameters:
  ///   - rewrites: whether to replace messages of another writer; otherwise a message stays as long as its evidence is
  ///     unchanged, no matter who wrote it.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  @discardableResult
  public func generate(
    rewrites: Bool = false, options: AppendOptions = AppendOptions()
  ) async throws -> GenerationSummary {
    let before = running
    let task = Task {
      _ = try? await before?.value
      return try await run(rewrites: rewrites, options)
    }
    running = task
    return try await task.value
  }

  private func run(rewrites: Bool, _ options: AppendOptions) async throws -> GenerationSummary {
    // A writer that was changed is asked for everything.
    let since = rewrites ? nil : mark
    let before = pending
    let next = firstToCome
    let (survey, now, isWhole) = try await ledger.read { state in
      let isDue = next.flatMap { next in state.moment.map { next <= $0 } } ?? false
      let touched = isDue ? nil : since.flatMap { state.touched(since: $0) }
      let all = touched.map { $0.merging(before) { $0.union($1) } }
      return (
        all.map { InsightSurvey(touched: $0, in: state) } ?? InsightSurvey(all: state), state.touchMark,
        all == nil
      )
    }
    (mark, pending) = (now, [:])
    firstToCome = [isWhole ? nil : firstToCome, survey.firstToCome].compactMap { $0 }.min()
    var summary = GenerationSummary()
    summary.examined = survey.examined
    var commit: [Mutation] = []
    do {
      for due in survey.due {
        do {
          commit += try await mutations(for: due, rewrites: rewrites, &summary)
        } catch let error as LedgerError where error.code == .unreachable || error.code == .badData {
          summary.failed += 1
          summary.failure = summary.failure ?? error.description
          pending[Insight.kind, default: []].insert(due.id)
          pending[EvidenceItem.kind, default: []].formUnion(due.links + due.unlinks)
        }
        while commit.count >= Self.commitCountMax {
          try await write(Array(commit.prefix(Self.commitCountMax)), &summary, options)
          commit.removeFirst(Self.commitCountMax)
        }
      }
      try await write(commit, &summary, options)
    } catch {
      // The insights that were written stay; the others are found by reading everything.
      (mark, pending) = (nil, [:])
      throw error
    }
    return summary
  }

  private static let commitCountMax = 2000

  /// Writes a commit, and notes what others touched meanwhile.
  private func write(
    _ commit: [Mutation], _ summary: inout GenerationSummary, _ options: AppendOptions
  ) async throws {
    guard !commit.isEmpty else { return }
    summary.events += try await ledger.append(commit, options: options).events.count
    summary.commits += 1
    let since = mark
    let (touched, now) = try await ledger.read { state in
      (since.flatMap { state.touched(since: $0) }, state.touchMark)
    }
    guard let touched else {
      mark = nil
      return
    }
    mark = now
    let own = Set(commit.map(\.id))
    for (kind, ids) in touched {
      let others = kind == Insight.kind ? ids.subtracting(own) : ids
      if !others.isEmpty { pending[kind, default: []].formUnion(others) }
    }
  }

  private func mutations(
    for due: InsightSurvey.Due, rewrites: Bool, _ summary: inout GenerationSummary
  ) async throws -> [Mutation] {
    var set = JSONObject()
    if let group = due.group {
      let basis = group.basis
      if due.basis != basis || rewrites && due.generatedBy != writer.name {
        set = [
          "message": .string(try await writer.message(for: group)), "confidence": .double(group.confidence),
          "generatedBy": .string(writer.name), "basis": .string(basis),
        ]
      }
      if due.isNew {
        set["kind"] = .string(due.key.kind.rawValue)
        if let person = due.key.person { set["samPerson"] = .string(person) }
        if let context = due.key.context { set["samContext"] = .string(context) }
      }
    }
    let isPresent = due.group != nil
    var mutations: [Mutation] = []
    if !set.isEmpty || due.isPresent != isPresent {
      var mutation = Mutation(.sync, kind: Insight.kind, id: due.id, set: set.isEmpty ? nil : set)
      mutation.present = isPresent
      mutations.append(mutation)
    }
    for (op, targets) in [(EventOperation.link, due.links), (.unlink, due.unlinks)] {
      mutations += targets.map {
        Mutation(op, kind: Insight.kind, id: due.id, rel: "basedOnEvidence", to: $0)
      }
    }
    guard !mutations.isEmpty else { return [] }
    if !isPresent {
      summary.removed += due.isPresent ? 1 : 0
    } else if due.isNew || !due.isPresent {
      summary.created += 1
    } else {
      summary.changed += 1
    }
    return mutations
  }
}
