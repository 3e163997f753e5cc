package import DaybookModel

/// Copies, in a replica's state, of the segments that replaced its former journals. A journal holds only recent
/// commits; if a tool sets the ledger's folder back, older ones are lost there and come back from these copies. They
/// stay until another replica states that it holds them, or for 30 days.
package struct FormerSegments {
  package struct Copy: Sendable, Equatable {
    package var name: SegmentName
    /// Leaves of the replica's tree up to its end.
    package var treeSize: UInt64
    /// The time of its last event.
    package var time: Instant
    /// The path in the state.
    var path: String

    package var seqs: ClosedRange<UInt64> {
      guard case .sealed(let first, let last, _) = name else { return name.first...name.first }
      return first...last
    }
  }

  private let state: any FileStore
  private let stateFolder: String
  private let folder: String
  private let replica: ReplicaID

  package init(_ state: any FileStore, stateFolder: String, of replica: ReplicaID) {
    (self.state, self.stateFolder, self.replica) = (state, stateFolder, replica)
    folder = joined(stateFolder, Self.folderName)
  }

  private static let folderName = "former"
  /// How long copies are kept without another replica that holds them.
  private static let days: Int64 = 30

  /// Keeps a segment that ends at this place. Not flushed: the segment is durable in the ledger's folder, and a copy that a
  /// loss of power cuts short is left out.
  func keep(_ bytes: [UInt8], as name: SegmentName, end: JournalBase) throws(FileError) {
    let path = joined(folder, "\(end.tree.size)-\(end.stamp?.instant.milliseconds ?? 0)-\(name)")
    if try state.status(path) != nil { return }
    try state.createFolder(folder)
    try state.replaceFileUnflushed(path, with: bytes)
  }

  /// In the order of the log.
  package func copies() throws(FileError) -> [Copy] {
    var copies: [Copy] = []
    for entry in try state.list(folder) ?? [] where entry.kind == .file {
      if let copy = copy(entry.name) { copies.append(copy) }
    }
    return copies.sorted { ($0.treeSize, $0.path) < ($1.treeSize, $1.path) }
  }

  private func copy(_ file: String) -> Copy? {
    let parts = file.split(separator: "-", maxSplits: 2)
    guard parts.count == 3, let size = UInt64(parts[0]), let time = Int64(parts[1]),
      let name = SegmentName(String(parts[2])), name.isSealed
    else { return nil }
    return Copy(name: name, treeSize: size, time: Instant(milliseconds: time), path: joined(folder, file))
  }

  /// Puts stubs in place of lines in the copies. A copy that cannot be read is removed: nothing could be put back from it.
  /// So is an incomplete copy that a crash left.
  package func erase(_ due: Erasures, vouching all: Erasures) throws(FileError) {
    let hadRemains = try removeRemains()
    let copies = try copies()
    if copies.isEmpty && !hadRemains { return }
    for copy in copies {
      let bytes = try state.readAll(copy.path, sizeBytesMax: SegmentLimit.fileSizeBytesMax)
      switch SegmentErasing.erase(bytes, copy.name, due, vouching: all) {
      case .unchanged: continue
      case .unreadable: try state.remove(copy.path)
      case .made(let segment, _):
        let path = joined(folder, "\(copy.treeSize)-\(copy.time.milliseconds)-\(segment.name)")
        try state.replaceFile(path, with: segment.bytes)
        try state.remove(copy.path)
      }
    }
    try state.syncFolder(folder)
  }

  /// Removes incomplete copies that a crash left.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  private func removeRemains() throws(FileError) -> Bool {
    let remains = try (state.list(folder) ?? []).filter { $0.kind == .file && copy($0.name) == nil }
    for entry in remains { try state.remove(joined(folder, entry.name)) }
    return !remains.isEmpty
  }

  /// How many copies there are, and their size.
  package func size() throws(FileError) -> (count: Int, sizeBytes: Int) {
    var size = (count: 0, sizeBytes: 0)
    for copy in try copies() {
      size = (size.count + 1, size.sizeBytes + (try state.status(copy.path)?.sizeBytes ?? 0))
    }
    return size
  }

  /// Those that hold some of these events.
  package func copies(within seqs: [ClosedRange<UInt64>]) throws(FileError) -> [Copy] {
    seqs.isEmpty ? [] : try copies().filter { copy in seqs.contains { $0.overlaps(copy.seqs) } }
  }

  /// Puts a segment into the ledger's folder, durably. A damaged file with its name is moved into the state, with a
  /// notice.
  ///
  /// - Returns: its path in the ledger; nil if it is there already, or the copy is damaged.
  package func restore(
    _ copy: Copy, into ledger: any FileStore
  ) throws(FileError) -> (path: String, notice: WriterNotice?)? {
    let bytes = try state.readAll(copy.path, sizeBytesMax: SegmentLimit.fileSizeBytesMax)
    guard copy.name.matches(bytes.span) else { return nil }
    let folder = LedgerLayout.folder(of: replica)
    if try ledger.status(joined(folder, "\(copy.name)"))?.kind == .file,
      try ledger.readAll(joined(folder, "\(copy.name)")) == bytes
    {
      return nil
    }
    // A copy is plain, as the state is.
    let (name, file) = try SealedSegment.closed(copy.name, bytes, in: ledger)
    let path = joined(folder, "\(name)")
    let notice = try PublishedSegment.place(file, as: name, folder, of: ledger, aside: (state, stateFolder))
    return (path, notice)
  }

  /// Removes the copies that are no longer needed, and the oldest of the rest if together they take more room than the
  /// replica's log.
  ///
  /// - Parameters:
  ///   - peersHold: how many leaves of the replica another one states that it holds.
  ///   - logSizeBytes: the size of the
  ///   replica's files in the ledger.
  package func prune(peersHold: UInt64, now: Instant, logSizeBytes: Int) throws(FileError) {
    try removeRemains()
    let limit = now.milliseconds - Self.days * 86_400_000
    var kept: [(copy: Copy, sizeBytes: Int)] = []
    for copy in try copies() {
      if copy.treeSize <= peersHold || copy.time.milliseconds < limit {
        try state.remove(copy.path)
      } else {
        kept.append((copy, try state.status(copy.path)?.sizeBytes ?? 0))
      }
    }
    var sizeBytes = kept.reduce(0) { $0 + $1.sizeBytes }
    for (copy, size) in kept where sizeBytes > logSizeBytes {
      try state.remove(copy.path)
      sizeBytes -= size
    }
  }
}
