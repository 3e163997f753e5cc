import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport

/// What programs write by themselves: that they begin to remove texts, what is left of their lines, that they are done; and
/// in a locked ledger what devices say of one another.
extension ReplicatedWorld {
  private static let kindsOfItsOwn: Set<String> = ["daybook.device", "daybook.replica"]

  /// Takes up what a computer's program wrote by itself, with what it held then: the folder was read in the same step.
  ///
  /// - Parameters:
  ///   - receipt: what was asked for, which is taken up by itself.
  ///   - isErasing: whether an erasure was asked for.
  @discardableResult
  func takeOwn(
    on computer: Computer, _ ledger: Ledger, besides receipt: [Event] = [], isErasing: Bool = false
  ) async throws -> [Event] {
    guard form.erases || form.isLocked, let replica = replicas[computer.number] else { return [] }
    let asked = Set(receipt.map { EventKey($0) })
    var filter = LogFilter()
    filter.replica = replica
    let own = try await ledger.events(filter).filter {
      let key = EventKey($0)
      return !asked.contains(key) && !history.contains(key)
    }
    if own.isEmpty { return [] }
    for event in own {
      let mutation = event.mutation
      let isExpected =
        mutation.op == .erase || form.isLocked && Self.kindsOfItsOwn.contains(mutation.kind)
        || isErasing && mutation.kind == "daybook.erasure"
      if !isExpected { throw Wrong("computer \(computer.number) wrote by itself: \(event)") }
      try noteStamp(of: event, replica)
    }
    // Its clock does not go back behind what it wrote by itself, either.
    noteClock(of: computer)
    let writer = WrittenHistory.Writer(replica: replica, computer: computer.number)
    history.note(own, by: writer, held: computer.held.keys)
    note(
      computer,
      "\(isErasing ? "erases" : "writes by itself") \(own.map { String(decoding: EventLineWriter.line($0), as: UTF8.self) })"
    )
    return own
  }

  /// The same of what another program of the computer wrote, which had read the folder as it is.
  func takeWrittenElsewhere(on computer: Computer) async throws {
    guard form.erases || form.isLocked else { return }
    let ledger = try await begin(computer)
    try await computer.refresh()
    try await takeOwn(on: computer, ledger)
  }
}
