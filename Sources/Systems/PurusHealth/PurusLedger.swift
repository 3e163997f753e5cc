public import Daybook

/// A ledger's medical records of people and pets: the operations of the system Purus Health.
///
/// ```swift
/// let pets = try await ledger.purus.records(creature: .pet)
/// let due = try await ledger.purus.dueVaccinations(on: today)
/// ```
public struct PurusLedger: Sendable {
  /// The ledger that is read and written.
  public let ledger: Ledger
}

extension Ledger {
  /// The medical records of this ledger.
  public nonisolated var purus: PurusLedger { PurusLedger(ledger: self) }
}
