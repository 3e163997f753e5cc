import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  /// Writes the events that must precede stubs in place of this machine's own lines: that it begins, and what is left
  /// of lines for which the events of others do not vouch, including lines that it wrote as another replica.
  ///
  /// - Returns: whether anything was written.
  func vouch(for due: DueEvents) throws -> Bool {
    guard let replica = session?.replica else { return false }
    let voice = try erasingVoice()
    let speaking = voice.replicas.union([replica]).intersection(due.replicas)
    if speaking.isEmpty { return false }
    var mutations: [Mutation] = []
    let begun = Set(due.acts.filter { $0.act == .begun && $0.author == replica }.map(\.erasure))
    let asked = Set(due.lines.filter { $0.names(replica) }.map(\.erasure))
    for erasure in asked.subtracting(begun).sorted(by: { ($0.author, $0.id) < ($1.author, $1.id) }) {
      mutations.append(Self.mutation(.begun, of: erasure))
    }
    let (dueErasures, all) = (Erasures(due.all), appliedErasures)
    var unvouched: [(EraseEvent.Line, kind: String, id: String)] = []
    try forEachFrame(replicas: speaking, erasures: .unknown) { frame in
      for index in frame.commits.flatMap({ Array(frame.content.commits[$0].events) }) {
        guard let needed = frame.content.stubToVouch(of: index, dueErasures, vouching: all) else { continue }
        unvouched.append((try voice.vouched(needed.line), needed.kind, needed.id))
      }
    }
    let erasureOfLine = due.erasureOfLine
    mutations += unvouched.map { line, kind, id in
      Self.mutation(.line(line), of: erasureOfLine[line.leaf] ?? "", kind: kind, id)
    }
    if mutations.isEmpty { return false }
    var options = AppendOptions()
    options.mayErase = true
    for start in stride(from: 0, to: mutations.count, by: Self.eraseEventsMax) {
      let part = mutations[start..<min(start + Self.eraseEventsMax, mutations.count)]
      for outcome in try flush([CommitRequest(content: Batch(Array(part)), options: options)]) {
        _ = try outcome.get()
      }
    }
    publish()
    try requireFresh()
    return true
  }

  /// Records as done each erasure whose lines this machine has all erased.
  func noteDone(_ due: DueEvents, _ report: inout EraseTextsReport) throws {
    guard let replica = session?.replica, report.unreadable.isEmpty, report.staying == 0,
      report.blobsWaiting == 0
    else { return }
    let dueKeys = Set(due.lines.compactMap(\.lineKey))
    var open: [ErasureID: Bool] = [:]
    for event in loaded.erasing.events {
      guard let key = event.lineKey else { continue }
      open[event.erasure] = (open[event.erasure] ?? false) || !dueKeys.contains(key)
    }
    let done = Set(due.acts.filter { $0.act == .done && $0.author == replica }.map(\.erasure))
    let now = open.filter { !$0.value && !done.contains($0.key) }.keys
      .sorted { ($0.author, $0.id) < ($1.author, $1.id) }
    report.done = now.map(\.id)
    if now.isEmpty { return }
    // A reading of the folder without the erasure may have stored a snapshot since.
    machine.removeCaches(of: descriptor.ledger)
    var options = AppendOptions()
    options.mayErase = true
    let batch = Batch(now.map { Self.mutation(.done, of: $0) })
    for outcome in try flush([CommitRequest(content: batch, options: options)]) { _ = try outcome.get() }
    publish()
    try requireFresh()
  }

  /// About an erasure as a whole.
  static func mutation(_ act: EraseEvent.Act, of erasure: ErasureID) -> Mutation {
    let event = EraseEvent(
      author: erasure.author, kind: Erasure.kind, id: erasure.id, erasure: erasure, act: act)
    var mutation = Mutation(.erase, kind: Erasure.kind, id: erasure.id)
    mutation.other[EraseEvent.key] = event.json
    return mutation
  }
}
