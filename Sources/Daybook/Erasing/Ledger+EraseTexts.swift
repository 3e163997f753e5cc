import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

// Texts go when they are due: see Erasing.md, "When".

extension Ledger {
  /// How long this machine holds an erase event before the texts go: of its own lines and of those of replicas that write no
  /// more, and of others', whose writers should come first.
  static let (ownDays, othersDays): (Int64, Int64) = (7, 30)
  /// More lines than this that others erase are left until somebody here agrees.
  static let foreignLinesMax = 1000

  /// Removes the texts that are due from the folder and from what this machine keeps beside it. Does nothing, in O(erase
  /// events), where nothing is. O(files that may have such texts)
  ///
  /// - Parameter now: the texts of this machine's own lines go at once, and those that others erased, however many.
  @discardableResult
  public func eraseTexts(now: Bool = false) throws -> EraseTextsReport {
    var report = EraseTextsReport()
    guard !isErasingTexts else { return report }
    try requireFresh()
    guard !loaded.erasing.events.isEmpty, machine.canWrite else { return report }
    isErasingTexts = true
    defer { isErasingTexts = false }
    try resumeWriting()
    try requireFresh()
    let state = try machine.state()
    let (events, moment) = (loaded.erasing.events, options.now())
    let memory = try ErasureMemory.change(state, ledger: descriptor.ledger) { $0.note(events, at: moment) }
    let own = try Set(ownReplicas())
    let wanted = dueEvents(memory, own, at: moment, now: now, &report)
    guard !wanted.lines.isEmpty else { return report }
    removeCaches(unless: memory, wanted)
    if try vouch(for: wanted, own) {
      // The events that vouch are part of what is due now.
      isErasingTexts = false
      return try eraseTexts(now: now)
    }
    let due = Erasures(wanted.all)
    let signature = wanted.signature
    var erasing = FolderErasing(folder, due, vouching: appliedErasures, clean: memory.clean(of: signature))
    var blobs = BlobsOfErased(due)
    do throws(FileError) {
      try blobs.note(folder, wanted.replicas, besides: erasing.clean)
      if let session, wanted.replicas.contains(session.replica) {
        do throws(LedgerError) {
          try session.writer.erase(due, vouching: appliedErasures, by: &erasing)
        } catch {
          throw error.cause as? FileError ?? FileError(.system(5), "erase", info.path)
        }
      }
      for replica in wanted.replicas.sorted() where replica != session?.replica {
        try erasing.erase(of: replica)
        if own.contains(replica) {
          try formerSegments(of: replica, state).erase(due, vouching: appliedErasures)
        }
      }
    } catch {
      throw LedgerError(error, in: info.path)
    }
    let result = erasing.result
    (report.written, report.removed) = (result.written, result.removed)
    report.unreadable += result.unreadable
    report.staying = result.staying
    let clean = erasing.clean
    let named = blobs.names
    let after = try ErasureMemory.change(state, ledger: descriptor.ledger) { memory in
      memory.note(clean: clean, of: signature)
      memory.blobs.formUnion(named)
    }
    if !result.written.isEmpty { try refresh() }
    try removeBlobs(after.blobs, state, &report)
    try noteDone(wanted, &report)
    return report
  }

  /// The same beside other work, which it does not end; gives what somebody has to be told of it.
  func eraseDueTexts() -> [Notice] {
    guard !isErasingTexts, !loaded.erasing.events.isEmpty else { return [] }
    do {
      let report = try eraseTexts()
      guard report.unanswered > 0 else { return [] }
      return [
        Notice(
          "erase-asks",
          "other machines erase \(report.unanswered) events: 'daybook erase status' lists the erasures, 'daybook erase --now' agrees to them"
        )
      ]
    } catch {
      return [
        Notice(
          "erase-waits", "texts that are erased could not be removed (\(error)); the next write tries again")
      ]
    }
  }

  // MARK: What is due

  private func dueEvents(
    _ memory: ErasureMemory, _ own: Set<ReplicaID>, at moment: Instant, now: Bool,
    _ report: inout EraseTextsReport
  ) -> DueEvents {
    let all = loaded.erasing.events
    let counting = Erasures(all)
    // Lines of which their writers have removed texts: of others they should come first, and what comes back goes again.
    let begun = Dictionary(grouping: all.filter { $0.act == .begun }, by: \.erasure)
      .mapValues { Set($0.map(\.author)) }
    var foreign: [EraseEvent] = []
    var lines: [EraseEvent] = []
    for event in all {
      guard case .line(let line) = event.act, counting.erases(line, event) else { continue }
      let isOwn = own.contains(line.replica)
      let days = isOwn || isRetired(line.replica) ? Self.ownDays : Self.othersDays
      let isBegun = begun[event.erasure]?.contains(line.replica) ?? false
      guard memory.isHeld(event, for: days, at: moment) || now && isOwn || isBegun else {
        report.waiting += 1
        continue
      }
      if own.contains(event.author) { lines.append(event) } else { foreign.append(event) }
    }
    if foreign.count > Self.foreignLinesMax, !now {
      report.unanswered = foreign.count
    } else {
      lines += foreign
    }
    return DueEvents(lines: lines, acts: all.filter { if case .line = $0.act { false } else { true } })
  }

  // MARK: Vouching

  /// Writes what this machine has to say before it puts stubs in place of its own lines: that it begins, and what is left of
  /// lines for which the events of others do not vouch.
  ///
  /// - Returns: whether anything was written.
  private func vouch(for due: DueEvents, _ own: Set<ReplicaID>) throws -> Bool {
    guard let replica = session?.replica, due.replicas.contains(replica) else { return false }
    var mutations: [Mutation] = []
    let begun = Set(due.acts.filter { $0.act == .begun && $0.author == replica }.map(\.erasure))
    let asked = Set(due.lines.filter { $0.names(replica) }.map(\.erasure))
    for erasure in asked.subtracting(begun).sorted(by: { ($0.author, $0.id) < ($1.author, $1.id) }) {
      mutations.append(Self.mutation(.begun, of: erasure))
    }
    let (dueErasures, all) = (Erasures(due.all), appliedErasures)
    var unvouched: [(EraseEvent.Line, kind: String, id: String)] = []
    try forEachFrame(replicas: [replica], erasures: .unknown) { frame in
      for index in frame.commits.flatMap({ Array(frame.content.commits[$0].events) }) {
        guard let needed = frame.content.stubToVouch(of: index, dueErasures, vouching: all) else { continue }
        unvouched.append(needed)
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

  /// Says of each erasure whose lines all lie behind this machine that it is done.
  private func noteDone(_ due: DueEvents, _ report: inout EraseTextsReport) throws {
    guard let replica = session?.replica, report.unreadable.isEmpty, report.staying == 0 else { return }
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

  // MARK: Beside the segments

  /// What other programs keep of the ledger in this machine's cache still has the texts.
  private func removeCaches(unless memory: ErasureMemory, _ due: DueEvents) {
    guard memory.due != due.signature, let cache = machine.cache() else { return }
    for folder in ["snapshots", "search"] {
      for entry in (try? cache.list(folder)) ?? [] where entry.name.hasPrefix(descriptor.ledger) {
        try? cache.remove("\(folder)/\(entry.name)")
      }
    }
  }

  /// Removes the blobs that erased values named and that nothing names any more.
  private func removeBlobs(
    _ names: Set<Hash256>, _ state: any FileStore, _ report: inout EraseTextsReport
  ) throws {
    if names.isEmpty { return }
    var left = names
    try forEachFrame { frame in
      guard !left.isEmpty else { return }
      for index in frame.commits.flatMap({ Array(frame.content.commits[$0].events) }) {
        frame.content.forEachBlob(of: index) { left.remove($0) }
      }
    }
    let store = BlobStore(folder)
    for name in left.sorted() {
      do throws(FileError) {
        if try store.remove(name) { report.blobs += 1 }
      } catch {
        throw LedgerError(error, in: info.path)
      }
    }
    try ErasureMemory.change(state, ledger: descriptor.ledger) { $0.blobs.subtract(left) }
  }
}

/// The erase events of which the texts are to go.
private struct DueEvents {
  var lines: [EraseEvent]
  /// All that say something of an erasure as a whole.
  var acts: [EraseEvent]

  var all: [EraseEvent] { lines + acts }

  /// Whose lines they name.
  var replicas: Set<ReplicaID> {
    Set(lines.compactMap { if case .line(let line) = $0.act { line.replica } else { nil } })
  }

  /// The id of an erasure that names the line.
  var erasureOfLine: [Hash256: String] {
    var found: [Hash256: String] = [:]
    for event in lines { if case .line(let line) = event.act { found[line.leaf] = event.erasure.id } }
    return found
  }

  /// The same for the same lines.
  var signature: Hash256 {
    let keys = lines.compactMap { $0.lineKey?.description }.sorted()
    return Hash256.of(Array(keys.joined().utf8).span)
  }
}

extension EraseEvent {
  fileprivate func names(_ replica: ReplicaID) -> Bool {
    if case .line(let line) = act { line.replica == replica } else { false }
  }
}

/// Blobs that values name which are to go.
private struct BlobsOfErased {
  private let due: Erasures
  private(set) var names: Set<Hash256> = []

  init(_ due: Erasures) { self.due = due }

  mutating func note(
    _ ledger: any FileStore, _ replicas: Set<ReplicaID>, besides clean: Set<String>
  ) throws(FileError) {
    for replica in replicas {
      let folder = LedgerLayout.folder(of: replica)
      for entry in try ledger.list(folder) ?? [] {
        guard entry.kind == .file, !clean.contains(entry.name), let name = SegmentName(entry.name),
          let bytes = try? ledger.readAll(
            "\(folder)/\(entry.name)", sizeBytesMax: SegmentLimit.fileSizeBytesMax)
        else { continue }
        var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
        while let part = reader.next() {
          guard case .frame(let content, _, _) = part else { continue }
          var left = content
          left.redact(due)
          for index in content.events.indices where left.events[index].line.isStub {
            var kept: Set<Hash256> = []
            left.forEachBlob(of: index) { kept.insert($0) }
            content.forEachBlob(of: index) { if !kept.contains($0) { names.insert($0) } }
          }
        }
      }
    }
  }
}

extension FrameContent {
  /// The blobs that an event's fields name.
  fileprivate func forEachBlob(of index: Int, _ body: (Hash256) -> Void) {
    guard let set = events[index].line.set else { return }
    let range = leaves[events[index].leaf].range
    let object = bytes.span.extracting(range.start + set.start..<range.start + set.end)
    JSONParser.members(accepted: object) { _, value in
      let text = object.extracting(value.start..<value.end)
      guard text.count > 1, text[0] == UInt8(ascii: "{"),
        let blob = BlobReference(JSONParser.parse(accepted: text))
      else { return }
      body(blob.hash)
    }
  }
}
