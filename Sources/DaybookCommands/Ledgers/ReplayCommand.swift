import ArgumentParser
import Daybook

/// `daybook replay`
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Read the whole log and rebuild the state: its counts and its digest.",
    discussion: """
      Two ledgers with the same events have the same digest, whatever the order in which the events came. \
      A date without a time means the end of that day. A replica knew its own events, and those of other \
      replicas that its commits say it held.

      --check compares the state that the ledger shows with one that is rebuilt, one commit at a time in the order of \
      stamps. The exit status is 1 if they differ, and the first entity and field that differ are named. \
      Hidden values read \(Disclosure.mask) unless --reveal is given.

      Examples:
        daybook replay
        daybook replay --digest
        daybook replay --as-of 2026-09-30 --kind sam.person
        daybook replay --emit jsonl | jq 'select(.outcome == "lost")'
        daybook replay --as-seen-by 'ann desk@12' --digest
        daybook replay --check
      """)

  @OptionGroup var cut: CutOptions

  @Flag(help: "Print only the digest.")
  var digest = false

  @Flag(help: "Compare what the ledger shows with a rebuild.")
  var check = false

  @Option(
    help: ArgumentHelp("Only this kind.", valueName: "kind"), completion: .custom(KindCompletion.complete))
  var kind: String?

  @Option(
    help: ArgumentHelp(
      "Print what each event changed, in this format: register, before, after, won or lost.",
      valueName: "format"))
  var emit: OutputFormat?

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if viewer.name != nil, emit == nil { throw ValidationError("--as needs --emit") }
    if emit != nil, digest { throw ValidationError("--emit and --digest cannot be used together") }
    if digest, kind != nil { throw ValidationError("--digest covers all kinds: leave out --kind") }
    guard check else { return }
    if emit != nil { throw ValidationError("--check and --emit cannot be used together") }
    if cut.isGiven { throw ValidationError("--check compares what the ledger shows now: leave out the time") }
    if digest { throw ValidationError("--check and --digest cannot be used together") }
  }

  func run() async throws {
    let progress = ReplayProgress(options.messages)
    // A rebuild of the present state uses no snapshot: opening the ledger reads the log, and is the rebuild.
    let isRebuilt = emit == nil && !check && !cut.isGiven
    let ledger = try await selection.open(
      progress: progress.sink(isRebuilt ? "replaying" : "opening"), usesSnapshot: !isRebuilt)
    if let kind { try await ledger.requireKind(kind) }
    if let emit {
      progress.end()
      return try await show(emit, of: ledger)
    }
    if check { return try await check(ledger, progress) }
    let cut = try await cut.cut(selection, in: ledger)
    let report = try await ledger.audit.replay(at: cut, kind: kind, progress: progress.sink("replaying"))
    progress.end()
    for finding in report.findings { options.messages.show(finding) }
    if digest {
      return try options.output.show([("digest", report.digest.map { .string($0.description) } ?? .null)])
    }
    try options.output.show(report.record)
  }

  private func check(_ ledger: Ledger, _ progress: ReplayProgress) async throws {
    let check = try await ledger.audit.checkReplay(kind: kind, progress: progress.sink("rebuilding"))
    progress.end()
    for finding in check.findings { options.messages.show(finding) }
    try options.output.show(check.record(reveal.disclosure(ledger)))
    if !check.isSame { throw Finished(ExitStatus.no) }
  }
}

extension ReplayReport {
  fileprivate var record: OutputRecord {
    var row = OutputRow([("events", .count(events)), ("commits", .count(commits))])
    row.append("lastStamp", ifPresent: lastStamp?.description)
    row.append("digest", ifPresent: digest?.description)
    row.append("seconds", .double(seconds))
    let kinds = entities.map { OutputRow([("kind", .string($0.kind)), ("count", .count($0.count))]) }
    return OutputRecord(row, sections: [("entities", kinds)])
  }
}

extension ReplayCheck {
  /// As `--check` prints it.
  func record(_ disclosure: Disclosure) -> OutputRecord {
    var row = OutputRow([
      ("same", .bool(isSame)), ("events", .count(events)), ("commits", .count(commits)),
      ("digest", .string(digest.description)), ("rebuilt", .string(rebuiltDigest.description)),
      ("seconds", .double(seconds)),
    ])
    guard let difference else { return OutputRecord(row) }
    row.append("_kind", .string(difference.kind))
    row.append("_id", .string(difference.id))
    var sides: [OutputRow] = []
    for (name, side) in [("shown", difference.fast), ("rebuilt", difference.rebuilt)] {
      var shown = OutputRow([
        ("in", .string(name)), ("what", .string(difference.what(disclosure))),
        ("value", difference.value(side?.value, disclosure)),
      ])
      shown.append("stamp", side?.stamp.map { .string($0) } ?? .null)
      let heads = side?.heads.map { difference.value($0, disclosure) } ?? []
      if !heads.isEmpty { shown.append("heads", .array(heads)) }
      sides.append(shown)
    }
    return OutputRecord(row, sections: [("difference", sides)])
  }
}

extension RecordDifference {
  /// A field's name, a link as `relation → id`, or another register of an entity.
  fileprivate func what(_ disclosure: Disclosure) -> String {
    switch register {
    case .entity: "entity"
    case .field(let name): name
    case .edge(let relation, let to):
      "\(relation) → \(disclosure.text(to, of: relation, kind: kind) ?? Disclosure.mask)"
    case .state(let name): name
    }
  }

  /// Masked where the field is hidden. Registers other than fields and links hold no personal values.
  fileprivate func value(_ value: JSONValue?, _ disclosure: Disclosure) -> JSONValue {
    guard let value else { return .null }
    return switch register {
    case .field(let name): disclosure.value(value, of: name, kind: kind)
    case .edge(let relation, _): disclosure.value(value, of: relation, kind: kind)
    case .entity, .state: value
    }
  }
}

extension ReplayCommand {
  /// What each event changed, a row for each register: for programs, unless the user asks for a table.
  func show(_ format: OutputFormat, of ledger: Ledger) async throws {
    let rows = Shared(Output(format).rows(columns: Step.columns))
    let machines = await Machines(of: ledger)
    let disclosure = reveal.disclosure(ledger)
    let kinds = Set(kind.map { [$0] } ?? [])
    try await ledger.history.steps(
      kinds: kinds, at: cut.cut(selection, in: ledger), as: viewer.viewer(in: ledger)
    ) { step in
      var step = step
      // Writing an existing entity once more changes nothing.
      step.changes.removeAll { $0.register == .alive && $0.isSame && $0.outcome == .won }
      for row in step.rows(machines, disclosure) { try rows.withLock { try $0.write(row) } }
      return true
    }
    try rows.withLock { try $0.finish() }
  }
}

/// Shows on a terminal how far reading has come, once it takes noticeably long.
final class ReplayProgress: Sendable {
  private struct State {
    var isShown = false
    var next: ContinuousClock.Instant
  }

  private let messages: Messages
  private let state: Shared<State>

  private static let patience = Duration.milliseconds(500)
  private static let step = Duration.milliseconds(100)

  init(_ messages: Messages) {
    self.messages = messages
    state = Shared(State(next: ContinuousClock.now + Self.patience))
  }

  func sink(_ doing: String) -> ReadingProgress.Sink {
    { [self] progress in
      let isDue = state.withLock { state in
        guard ContinuousClock.now >= state.next else { return false }
        state.next = ContinuousClock.now + Self.step
        state.isShown = true
        return true
      }
      if isDue { messages.progress(Self.text(doing, progress)) }
    }
  }

  func end() {
    if state.withLock({ $0.isShown }) { messages.endProgress() }
  }

  static func text(_ doing: String, _ progress: ReadingProgress) -> String {
    let percent = progress.totalBytes > 0 ? 100 * progress.readBytes / progress.totalBytes : 100
    return "\(doing): \(mebibytes(progress.readBytes)) of \(mebibytes(progress.totalBytes)) MiB, \(percent) %"
  }

  /// With one decimal.
  private static func mebibytes(_ count: Int) -> String {
    let tenths = (count * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10)"
  }
}
