import DaybookLog
import DaybookModel
import DaybookView

/// The result of withdrawing some erasures.
public struct ErasureWithdrawal: Sendable {
  /// The ids of the erasures that are withdrawn now.
  public var withdrawn: [String] = []
  /// The ids of the erasures whose texts are already gone: they stay.
  public var late: [String] = []
  /// Notices of the commits that wrote the withdrawal.
  public var notices: [Notice] = []
}

extension Ledger {
  /// See ``LedgerErasures/withdraw(_:by:why:)``.
  func withdrawErasures(
    _ ids: [String], by author: String?, why: String?
  ) async throws -> ErasureWithdrawal {
    try requireFresh()
    let named = Dictionary(grouping: loaded.erasing.events, by: \.erasure.id)
    var open: [(id: String, events: [EraseEvent])] = []
    for id in ids {
      let events = id.isEmpty ? [] : named[id] ?? []
      guard events.contains(where: { $0.lineKey != nil }) else {
        throw LedgerError(
          .notFound, "there is no erasure '\(id)'", advice: "'\(Remedy.erasures)' lists them")
      }
      if !events.contains(where: { $0.act == .withdrawn }) { open.append((id, events)) }
    }
    guard !open.isEmpty else {
      throw LedgerError(
        .refused,
        ids.count == 1 ? "the erasure '\(ids[0])' is withdrawn already" : "all of them are withdrawn already")
    }
    let held = try textsHeld(of: open.flatMap(\.events))
    var withdrawal = ErasureWithdrawal()
    var acts: [Mutation] = []
    for (id, events) in open {
      guard !events.contains(where: { $0.act == .begun || $0.act == .done }),
        events.allSatisfy({ event in
          if case .line(let line) = event.act { held.contains(line.leaf) } else { true }
        })
      else {
        withdrawal.late.append(id)
        continue
      }
      withdrawal.withdrawn.append(id)
      let erasures = Set(events.compactMap { $0.lineKey == nil ? nil : $0.erasure })
      acts += erasures.sorted { ($0.author, $0.id) < ($1.author, $1.id) }.map {
        Self.mutation(.withdrawn, of: $0)
      }
    }
    guard !acts.isEmpty else {
      let them = open.count == 1 ? "the erasure are gone: it" : "the erasures are gone: they"
      throw LedgerError(
        .refused, "texts of \(them) cannot be withdrawn",
        advice: "write the values again, if you have them elsewhere")
    }
    var options = AppendOptions(by: author, why: why)
    options.mayErase = true
    let requests = stride(from: 0, to: acts.count, by: Self.eraseEventsMax).map { start in
      CommitRequest(
        content: Batch(Array(acts[start..<min(start + Self.eraseEventsMax, acts.count)])), options: options)
    }
    for written in try await commit(all: requests) { withdrawal.notices += written.notices }
    try requireFresh()
    return withdrawal
  }

  /// The lines of some erase events whose text is here.
  private func textsHeld(of events: [EraseEvent]) throws -> Set<Hash256> {
    let leaves = Set(events.compactMap { if case .line(let line) = $0.act { line.leaf } else { nil } })
    var held: Set<Hash256> = []
    try forEachFrame(erasures: .unknown) { frame in
      for index in frame.commits.flatMap({ Array(frame.content.commits[$0].events) })
      where !frame.content.events[index].line.isStub {
        let leaf = frame.content.leaves[frame.content.events[index].leaf].hash
        if leaves.contains(leaf) { held.insert(leaf) }
      }
    }
    return held
  }
}
