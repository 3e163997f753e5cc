import ArgumentParser
import Daybook
import DaybookLog
import DaybookModel
import DaybookView

/// `daybook append [FILE|-]`
struct AppendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    abstract: "Append mutations, one JSON object a line.",
    discussion: """
      A line has an event's keys without stamp and seq: op, kind, id, and set, or rel and to. A commit holds \
      the lines that have arrived, up to --batch; if one is bad, nothing of its commit is written, and its number is \
      named. Kinds of systems that are not registered are stored as they are. Links may lead to entities that do not \
      exist yet. An operation that this version does not write is refused, and so are keys and kinds that look like \
      misspellings of known ones.

      Examples:
        daybook append mutations.ndjson
        generate | daybook append --batch 100
        daybook append moves.ndjson --atomic --expect 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68
        daybook append payment.ndjson --key payment-4711
        echo '{"op":"upsert","kind":"note","id":"1","set":{"text":"hello"}}' | daybook append --dry-run
      """)

  @Argument(help: "The file; - or nothing is the standard input.", completion: .file())
  var file = "-"

  @Option(help: ArgumentHelp("At most N events in a commit.", valueName: "n"))
  var batch = 1000

  @Flag(help: "All in one commit: everything or nothing.")
  var atomic = false

  @Option(
    help: ArgumentHelp(
      "Refuse when an entity of the input was written after this stamp (implies --atomic).",
      valueName: "stamp"))
  var expect: String?

  @Option(
    help: ArgumentHelp(
      "An idempotency key: the same input again writes nothing, other input is refused (implies --atomic).",
      valueName: "key"))
  var key: String?

  @Flag(help: "Check everything, print the events that would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Print a line for each commit as soon as it is durable.")
  var receipts = false

  @OptionGroup var bounds: BoundsOption
  @OptionGroup var author: AuthorOptions
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (1...1_000_000).contains(batch) else {
      throw ValidationError("--batch takes a number from 1 to 1000000, not \(batch)")
    }
  }

  func run() async throws {
    var appendOptions = AppendOptions(by: author.author, why: author.why, key: key)
    appendOptions.exceedsBounds = bounds.force
    appendOptions.isDryRun = dryRun
    appendOptions.expect = try expect.map(selection.stamp)
    var reader = try LineSource(file)
    let ledger = try await selection.open()
    appendOptions.viewer = try await viewer.viewer(in: ledger)
    var progress = AppendProgress(
      ledger: ledger, options: appendOptions, output: options.output, messages: options.messages,
      printsReceipts: receipts, disclosure: reveal.disclosure(ledger))
    let source = reader.name
    let isAtomic = atomic || key != nil || expect != nil
    do {
      while try reader.next({ (line, number) throws(LedgerError) in
        try progress.add(line, line: number, file: source)
      }) {
        let isFull = progress.pendingCount >= batch || !reader.isReady()
        if !isAtomic && isFull { try await progress.commit(file: source) }
      }
      try await progress.commit(file: source)
    } catch {
      try progress.reportPartial()
      throw error
    }
    try progress.finish()
  }
}

/// An append on its way: the commit that is being gathered, and what has been written.
struct AppendProgress {
  let ledger: Ledger
  let options: AppendOptions
  let output: Output
  let messages: Messages
  let printsReceipts: Bool
  let disclosure: Disclosure

  private var pending = MutationBuffer()
  /// The lines of the pending mutations in the input, from 1.
  private var lines: [Int] = []
  private var events = 0
  private var commits = 0
  private var lastStamp: Stamp?
  private var isRepeat = false
  private var notices: Set<Notice> = []

  init(
    ledger: Ledger, options: AppendOptions, output: Output, messages: Messages, printsReceipts: Bool,
    disclosure: Disclosure
  ) {
    (self.ledger, self.options, self.output) = (ledger, options, output)
    (self.messages, self.printsReceipts, self.disclosure) = (messages, printsReceipts, disclosure)
  }

  var pendingCount: Int { pending.count }

  /// - Throws: ``LedgerError``, `bad-data`, where the line is not a mutation.
  mutating func add(_ text: Span<UInt8>, line: Int, file: String) throws(LedgerError) {
    do throws(LedgerError) {
      try pending.append(line: text)
    } catch {
      var error = error
      (error.line, error.file) = (line, file)
      throw error
    }
    lines.append(line)
  }

  /// Commits what is pending; an error names the line that caused it.
  mutating func commit(file: String) async throws {
    guard !pending.isEmpty else { return }
    let receipt: AppendReceipt
    do {
      receipt = try await ledger.append(pending, options: options)
    } catch var error as LedgerError {
      // The ledger counts the mutations of a commit, but the message must name the input's lines.
      if let place = error.line, lines.indices.contains(place - 1) { error.line = lines[place - 1] }
      if error.file == nil, error.line != nil { error.file = file }
      throw error
    }
    pending.removeAll()
    lines.removeAll(keepingCapacity: true)
    try record(receipt)
  }

  private mutating func record(_ receipt: AppendReceipt) throws {
    for notice in receipt.notices where notices.insert(notice).inserted { messages.show(notice) }
    lastStamp = receipt.lastStamp ?? lastStamp
    isRepeat = isRepeat || receipt.isRepeat
    if options.isDryRun {
      var rows = output.rows(columns: EventRow.columns)
      for event in receipt.events { try rows.write(EventRow.members(disclosure.event(event), commit: nil)) }
      return try rows.finish()
    }
    guard !receipt.isRepeat, let commit = receipt.commit else { return }
    events += receipt.eventCount
    commits += 1
    if printsReceipts {
      try output.show([
        ("commit", .count(commit)), ("events", .count(receipt.eventCount)),
        ("lastStamp", receipt.lastStamp.map { .string($0.description) } ?? .null),
      ])
    } else {
      messages.progress("\(events) events, \(commits) commits")
    }
  }

  func finish() throws {
    guard !options.isDryRun else { return }
    messages.endProgress()
    var row = OutputRow([("events", .count(events)), ("commits", .count(commits))])
    row.append("lastStamp", lastStamp.map { .string($0.description) } ?? .null)
    if isRepeat { row.append("repeat", true) }
    try output.show(OutputRecord(row))
  }

  /// After an error: what was written all the same.
  func reportPartial() throws {
    messages.endProgress()
    if commits > 0 { try finish() }
  }
}
