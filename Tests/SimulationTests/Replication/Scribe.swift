import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport

extension WrittenHistory {
  /// Writes on a computer and takes up what was acknowledged; nil when it was refused. A reason is given that
  /// tells the commit from all others.
  mutating func append(
    _ mutations: [Mutation], why: String, on computer: Computer
  ) async throws -> AppendReceipt? {
    let ledger = try computer.running()
    do {
      let receipt = try await ledger.append(mutations, options: AppendOptions(why: why))
      try await takeIntroduction(of: computer, ledger)
      if let replica = receipt.replica {
        note(
          receipt.events, by: Writer(replica: replica, computer: computer.number), held: computer.held.keys)
      }
      return receipt
    } catch let error as LedgerError where [.refused, .badData, .notFound].contains(error.code) {
      try await takeIntroduction(of: computer, ledger)
      return nil
    }
  }

  /// The first event of a replica that was made just now is in no receipt.
  mutating func takeIntroduction(of computer: Computer, _ ledger: Ledger) async throws {
    guard await ledger.isWriting, !computer.isWriting else { return }
    try computer.noteWriting()
    var filter = LogFilter()
    filter.kind = "daybook.replica"
    for event in try await ledger.events(filter) where event.seq == 1 && !contains(EventKey(event)) {
      let writer = Writer(replica: event.stamp.replica, computer: computer.number)
      note([event], by: writer, held: computer.held.keys)
    }
  }

  /// Exactly these events, each once.
  func requireLog(of name: String, _ log: [Event]) throws {
    let erased = erasedFields
    var open = Set(events.map(\.key))
    for event in log {
      let key = EventKey(event)
      guard let number = keys[key] else { throw Wrong("\(name) has an event that nobody wrote: \(event)") }
      if !Self.isSame(event, events[number].event, erasing: erased[key.leaf]) {
        throw Wrong(
          "\(name) has another event than was written: \(event), erased \(String(describing: erased[key.leaf])) of \(events[number].event)"
        )
      }
      if open.remove(key) == nil { throw Wrong("\(name) lists an event twice: \(event)") }
    }
    let lost = events.filter { open.contains($0.key) }.map(\.event)
    if let first = lost.min(by: { $0.stamp < $1.stamp }) {
      throw Wrong("\(name) lost \(lost.count) acknowledged events, first \(first)")
    }
  }

  func requireConflicts(of name: String, _ told: [String], _ expected: [String]) throws {
    if told == expected { return }
    let (lost, new) = (Set(expected).subtracting(told), Set(told).subtracting(expected))
    throw Wrong("\(name): conflicts not told: \(lost.sorted()), told for nothing: \(new.sorted())")
  }
}
