public import Daybook

/// A ledger's meetings, people and notes: the operations of the system Planner.
///
/// ```swift
/// let agenda = try await ledger.planner.meetings(today...today)
/// let summary = try await ledger.planner.summary(of: agenda.items[0].id)
/// ```
public struct PlannerLedger: Sendable {
  /// The ledger that is read and written.
  public let ledger: Ledger
}

extension Ledger {
  /// The meetings, people and notes of this ledger.
  public nonisolated var planner: PlannerLedger { PlannerLedger(ledger: self) }
}
