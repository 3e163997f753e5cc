import DaybookModel

/// Commits that go into one file.
private struct CommitRun {
  /// Where the file begins.
  var header: SegmentHeader
  var parts: [(content: FrameContent, commits: Range<Int>)] = []
  var sizeBytes = 0
}

extension LogWriter {
  /// Writes a run's commits anew; returns the files. If a file turns out not to continue the previous one, the rest
  /// goes into separate files; nothing is taken from a file that cannot be read completely.
  func rewrite(
    _ run: [OwnSealedFile], _ options: CompactOptions, _ result: inout CompactResult
  ) throws(FileError) -> [OwnSealedFile] {
    var made: [OwnSealedFile] = []
    var open: CommitRun?
    var end: MerkleTree?
    for file in run {
      guard let contents = try contents(of: file), let header = contents.first?.header else {
        result.left.append(LedgerLayout.path(of: file.name, replica))
        continue
      }
      if open != nil, header.tree != end {
        try write(&open, options, &made, &result)
      }
      for content in contents {
        try add(content, to: &open, options, &made, &result)
      }
      end = contents.last?.endTree
    }
    try write(&open, options, &made, &result)
    return made
  }

  /// All frames of a file, checked; nil if one of them is not sound.
  func contents(of file: OwnSealedFile) throws(FileError) -> [FrameContent]? {
    let bytes = try readOwn(file.name)
    guard file.name.matches(bytes.span) else { return nil }
    var reader = SegmentReader(bytes: bytes, isSealed: true)
    var checker = SealedFileChecker(file.name, of: base)
    var contents: [FrameContent] = []
    while let part = reader.next() {
      switch part {
      case .frame(let content, _, _):
        guard checker.takes(content) else { return nil }
        contents.append(content)
      case .damage: return nil
      case .skippable: continue
      }
    }
    return checker.nextSeq == file.last + 1 ? contents : nil
  }

  /// A frame goes into one file: only the last of its commits certainly has a head, with which a file must end.
  private func add(
    _ content: FrameContent, to open: inout CommitRun?, _ options: CompactOptions,
    _ made: inout [OwnSealedFile], _ result: inout CompactResult
  ) throws(FileError) {
    guard let header = content.header else { return }
    let sizeBytes = content.bytes.count
    if let run = open, run.sizeBytes + sizeBytes > options.contentSizeBytesMax {
      try write(&open, options, &made, &result)
    }
    if open == nil { open = CommitRun(header: header) }
    open?.parts.append((content, content.commits.indices))
    open?.sizeBytes += sizeBytes
  }

  /// Writes a file durably and reads it back.
  private func write(
    _ open: inout CommitRun?, _ options: CompactOptions, _ made: inout [OwnSealedFile],
    _ result: inout CompactResult
  ) throws(FileError) {
    guard let run = open.take(), !run.parts.isEmpty else { return }
    let path = LedgerLayout.folder(of: replica)
    let content: SealedSegment
    do throws(SealError) {
      var writer = SealedSegmentWriter(
        header: run.header, level: options.level, frameSizeBytes: options.frameSizeBytes)
      for part in run.parts { try writer.append(part.content, commits: part.commits) }
      content = try writer.finish()
    } catch {
      // It was checked when it was read, so this can happen only if memory changed since.
      throw FileError(.system(5), "compact", path)
    }
    let segment = try content.closed(in: ledger)
    let isThere = try ledger.status(joined(path, "\(segment.name)")) != nil
    if let notice = try PublishedSegment.place(
      segment.bytes, as: segment.name, path, of: ledger, aside: (state, stateFolder))
    {
      notices.append(notice)
    }
    written.insert(segment.name)
    guard let file = OwnSealedFile(segment.name, content.bytes, sizeBytes: segment.bytes.count) else {
      throw FileError(.system(5), "read back", path)
    }
    made.append(file)
    if !isThere {
      result.written.append(LedgerLayout.path(of: segment.name, replica))
      result.filesAfter += 1
      result.sizeBytesAfter += segment.bytes.count
    }
  }
}

extension FrameContent {
  /// The replica's tree after the frame.
  var endTree: MerkleTree? {
    guard var tree = header?.tree else { return nil }
    for leaf in leaves { tree.append(leaf.hash) }
    return tree
  }
}
