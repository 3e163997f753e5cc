package import DaybookLog
import Synchronization

/// Counts the operations of one or several stores, and determines which of them fail.
package final class FaultControl: Sendable {
  private struct State {
    var count = 0
    var plan: FaultPlan?
    var hasStruck = false
    var isDown = false
    var trace: [FaultOperation]?
    /// For ``FaultLies/memory``.
    var made: [String: [UInt8]] = [:]
  }

  private let state: Mutex<State>
  /// Called before each operation that changes something, or before all.
  private let observesReading: Bool
  private let observer: (@Sendable (Int, FaultOperation) -> Void)?
  package let lies: FaultLies

  package init(
    _ plan: FaultPlan? = nil, lies: FaultLies = [], tracing: Bool = false, observingReading: Bool = false,
    observer: (@Sendable (Int, FaultOperation) -> Void)? = nil
  ) {
    state = Mutex(State(plan: plan, trace: tracing ? [] : nil))
    self.lies = lies
    observesReading = observingReading
    self.observer = observer
  }

  /// Operations so far; the first has number 1.
  package var count: Int { state.withLock(\.count) }
  package var trace: [FaultOperation] { state.withLock { $0.trace ?? [] } }
  /// Whether the plan's fault has occurred.
  package var hasStruck: Bool { state.withLock(\.hasStruck) }

  /// Sets the plan of faults from now on.
  package func plan(_ plan: FaultPlan) { state.withLock { $0.plan = plan } }

  /// Lets all operations succeed from now on (unless the machine is down).
  package func heal() { state.withLock { $0.plan = nil } }

  /// Records the content of a segment that was written; nil: it was removed.
  func remember(_ path: String, _ bytes: [UInt8]?) {
    guard lies.contains(.memory), path.hasSuffix(".jsonl.zst") else { return }
    state.withLock { $0.made[path] = bytes }
  }

  /// The bytes that are shown instead of a segment.
  func remembered(_ path: String) -> [UInt8]? {
    lies.contains(.memory) ? state.withLock { $0.made[path] } : nil
  }

  func remembered(in folder: String) -> [String] {
    guard lies.contains(.memory) else { return [] }
    return state.withLock { state in
      state.made.keys.filter { $0.hasPrefix("\(folder)/") }.map {
        String($0.dropFirst(folder.utf8.count + 1))
      }
    }.sorted()
  }

  /// Counts an operation. Returns nil if it succeeds.
  func strike(_ operation: FaultOperation) -> FaultPlan.Fault? {
    let (number, fault) = state.withLock { state -> (Int, FaultPlan.Fault?) in
      state.count += 1
      state.trace?.append(operation)
      if state.isDown { return (state.count, .crash) }
      guard let plan = state.plan, plan.hits(state.count, operation) else { return (state.count, nil) }
      state.hasStruck = true
      if plan.fault == .crash { state.isDown = true }
      return (state.count, plan.fault)
    }
    if observesReading || operation.name.changes { observer?(number, operation) }
    return fault
  }
}

/// An operation and its file.
package struct FaultOperation: Sendable, Equatable, CustomStringConvertible {
  package enum Name: String, Sendable {
    case list, status, read, create, append, createFolder, rename, remove, syncFolder, lock
    case write, sync, syncAll, truncate

    package var changes: Bool {
      switch self {
      case .list, .status, .read, .append: false
      default: true
      }
    }
  }

  package var name: Name
  package var path: String

  package init(_ name: Name, _ path: String) { (self.name, self.path) = (name, path) }

  package var description: String { "\(name) \(path)" }
}

/// One planned fault.
package struct FaultPlan: Sendable, Equatable {
  package enum Fault: Sendable, Equatable {
    /// The machine stops: this operation and all after it fail.
    case crash
    case fail(FileError.Reason)
    /// A write stores half of its bytes and fails.
    case shortWrite(FileError.Reason)
  }

  package var fault: Fault
  /// The number of the operation.
  package var at: Int
  /// Once, or from there on.
  package var isLasting: Bool
  /// Only operations on paths that end like this; nil for all.
  package var pathEnd: String?

  package init(_ fault: Fault, at number: Int, isLasting: Bool = false, pathEnd: String? = nil) {
    (self.fault, at, self.isLasting, self.pathEnd) = (fault, number, isLasting, pathEnd)
  }

  /// Whether an operation of this kind can fail in this way: reading needs no space.
  package func applies(to operation: FaultOperation) -> Bool {
    switch fault {
    case .crash: true
    case .shortWrite: operation.name == .write
    case .fail(.noSpace): [.create, .createFolder, .write, .rename].contains(operation.name)
    case .fail(.readOnly): operation.name.changes && ![.sync, .syncFolder, .syncAll].contains(operation.name)
    case .fail: true
    }
  }

  func hits(_ number: Int, _ operation: FaultOperation) -> Bool {
    (isLasting ? number >= at : number == at) && applies(to: operation)
      && pathEnd.map(operation.path.hasSuffix) ?? true
  }
}

/// What a store only pretends to do.
package struct FaultLies: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let sync = FaultLies(rawValue: 1)
  package static let syncFolder = FaultLies(rawValue: 2)
  /// Of the journal alone: commits are acknowledged before they are durable.
  package static let syncOfJournal = FaultLies(rawValue: 4)
  /// For new segments only: the journal drops their events before the segments are durable.
  package static let syncOfSegments = FaultLies(rawValue: 8)
  /// A failed flush is repeated, and its success is believed.
  package static let syncAgain = FaultLies(rawValue: 16)
  /// Shows segments as this machine wrote them, whatever others did to them since: published data is trusted.
  package static let memory = FaultLies(rawValue: 32)

  /// Whether a flush of this file is left out.
  func skipsSync(of path: String) -> Bool {
    contains(.sync) || contains(.syncOfJournal) && path.hasSuffix("/journal")
      || contains(.syncOfSegments) && path.hasSuffix(".tmp")
  }
}
