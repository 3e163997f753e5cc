import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  func logStart(as viewer: Viewer?) throws -> ReadSession {
    if viewer != nil || loaded.erasing.hasMoved { try requireFresh() }
    return try readSession()
  }

  func followStart(
    _ filter: LogFilter, as viewer: Viewer?
  ) throws -> (AsyncThrowingStream<LogEntry, any Error>, ReadSession) {
    let session = try freshSession()
    return (follow(filter, as: viewer), session)
  }

  nonisolated func log(
    _ filter: LogFilter, as viewer: Viewer?, _ session: ReadSession, isHeldOnly: Bool,
    _ body: (LogEntry) throws -> Bool
  ) async throws {
    var names: Set<EntityName> = []
    if viewer != nil {
      // The entities that they are about are determined first, so that the reading itself does not wait.
      var unlimited = filter
      unlimited.limit = nil
      try await read(in: session) { session in
        try session.log(unlimited, .whole, isHeldOnly: isHeldOnly, isOrdered: false) { entry in
          names.insert(entry.event.mutation.entity)
          return true
        }
      }
    }
    let sight = await sight(of: names, for: viewer)
    try await read(in: session) { try $0.log(filter, sight, isHeldOnly: isHeldOnly, body) }
  }

  /// Whether the viewer may see what the event is about.
  func allows(_ entry: LogEntry, to viewer: Viewer?) -> Bool {
    viewer == nil || allows(entry.event.mutation.kind, entry.event.mutation.id, to: viewer)
  }
}

extension ReadSession {
  /// - Parameters:
  ///   - isHeldOnly: whether to leave out what the records did not hold.
  ///   - isOrdered: whether to list them in the order of their stamps.
  fileprivate func log(
    _ filter: LogFilter, _ sight: Sight, isHeldOnly: Bool, isOrdered isWantedInOrder: Bool = true,
    _ body: (LogEntry) throws -> Bool
  ) throws {
    let matcher = LogMatcher(filter)
    var entries: [LogEntry] = []
    let inventory = try Inventory.scan(folder)
    let replicas = filter.replica.map { Set([$0]) }
    let isStreamed =
      !isWantedInOrder
      || !mayHaveUnpublished(besides: inventory) && filter.limit == nil
        && (replicas?.count ?? inventory.replicas.count) <= 1
    struct Enough: Error {}
    do {
      let places = isHeldOnly ? try places(in: inventory, of: replicas) : nil
      var options = readOptions
      if isHeldOnly { (options.rootsWanted, options.limit) = (held.rootsWanted(without: writer), nil) }
      let reader = LedgerReader(store: folder, descriptor: descriptor, options: options)
      let report = try reader.read(inventory, replicas: replicas) { frame in
        try matcher.forEachMatch(in: frame, within: places?.leaves(of: frame.branch)) { entry in
          guard sight.allows(entry) else { return }
          if isStreamed {
            if try !body(entry) { throw Enough() }
          } else {
            entries.append(entry)
            // Only the last ones are wanted: the others need not be kept.
            if let limit = filter.limit, entries.count / 2 >= max(limit, 1024) { entries.keepLast(limit) }
          }
        }
      }
      try requireWhole(report)
      try places?.require(report)
      for entry in try unpublished(besides: report) where matcher.matches(entry) && sight.allows(entry) {
        entries.append(entry)
      }
    } catch is Enough {
      return
    }
    entries.keepLast(filter.limit ?? entries.count)
    for entry in entries where try !body(entry) { return }
  }

  /// Their events, for commits that no file of their replica holds.
  private func unpublished(besides report: ReadReport) throws -> [LogEntry] {
    try ownCommits(besides: report).flatMap { commits in
      commits.contents.flatMap { _, content in
        content.commits.flatMap { entry in
          entry.events.map { LogEntry(content, event: $0, entry.commit.number, commits.replica, file: "") }
        }
      }
    }
  }
}

extension [LogEntry] {
  fileprivate mutating func keepLast(_ count: Int) {
    sort { $0.event.stamp < $1.event.stamp }
    if self.count > count { removeFirst(self.count - count) }
  }
}

extension LogEntry {
  init(_ content: FrameContent, event: Int, _ commit: UInt64, _ replica: ReplicaID, file: String) {
    let entry = content.events[event]
    let range = content.leaves[entry.leaf].range
    let line = content.bytes.span.extracting(range.start..<range.end)
    self.init(
      event: entry.line.event(line), replica: replica, commit: commit, file: file,
      line: Array(content.bytes[range.start..<range.end]))
  }
}

/// A prepared filter: conditions on the line's header are tested before the payload is decoded.
struct LogMatcher: Sendable {
  private let filter: LogFilter
  private let text: [UInt8]?
  private let why: [UInt8]?

  init(_ filter: LogFilter) {
    self.filter = filter
    text = filter.text.map { Array($0.utf8) }
    why = filter.why.map { TextFolding.fold($0) }
  }

  /// - Parameter held: only commits that begin within these leaves, ascending and apart.
  func forEachMatch(
    in frame: borrowing AttestedFrame, within held: [Range<UInt64>]? = nil, _ body: (LogEntry) throws -> Void
  ) throws {
    for index in frame.commits {
      let entry = frame.content.commits[index]
      let leaf = frame.firstLeaf + UInt64(entry.leaves.lowerBound)
      if let held, !held.holds(leaf) { continue }
      for event in entry.events where matchesHeader(frame.content, event) {
        let found = LogEntry(
          frame.content, event: event, entry.commit.number, frame.branch.replica, file: frame.file)
        if matches(found) { try body(found) }
      }
    }
  }

  private func matchesHeader(_ content: FrameContent, _ event: Int) -> Bool {
    let line = content.events[event].line
    if line.isVoid { return false }
    if let since = filter.since, line.stamp.instant < since { return false }
    if let until = filter.until, line.stamp.instant > until { return false }
    let range = content.leaves[content.events[event].leaf].range
    let bytes = content.bytes.span.extracting(range.start..<range.end)
    if filter.kind != nil || !filter.kinds.isEmpty, !isWanted(line.kind.text(bytes)) { return false }
    if let id = filter.id, !line.id.text(bytes).hasSameBytes(as: id) { return false }
    return true
  }

  func matches(_ entry: LogEntry) -> Bool {
    let mutation = entry.event.mutation
    guard isWanted(mutation.kind) else { return false }
    if let id = filter.id, !mutation.id.hasSameBytes(as: id) { return false }
    if let op = filter.op, mutation.op != op { return false }
    if let by = filter.by, mutation.by != by { return false }
    if let replica = filter.replica, entry.replica != replica { return false }
    if let since = filter.since, entry.event.stamp.instant < since { return false }
    if let until = filter.until, entry.event.stamp.instant > until { return false }
    if let why {
      guard let reason = mutation.why, TextFolding.fold(reason).contains(why) else { return false }
    }
    if let text, !entry.line.contains(text) { return false }
    return true
  }

  private func isWanted(_ kind: String) -> Bool {
    (filter.kind ?? kind) == kind && (filter.kinds.isEmpty || filter.kinds.contains(kind))
  }
}

extension [UInt8] {
  /// Whether `needle` occurs.
  fileprivate func contains(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    guard count >= needle.count else { return false }
    for start in 0...(count - needle.count) where self[start] == first {
      if self[start..<start + needle.count].elementsEqual(needle) { return true }
    }
    return false
  }
}
