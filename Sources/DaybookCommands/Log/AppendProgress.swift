import Daybook
import DaybookLog
import DaybookModel
import DaybookView

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
