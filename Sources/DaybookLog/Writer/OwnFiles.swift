import DaybookModel

/// The writer's own files in the ledger's folder that concern its journal: which of them hold its commits, and which
/// may be removed. A file is removed only if every line in it except headers is held, by tree index and hash, in the
/// journal, which is published as a whole, or in a sealed file before it that was read and found intact.
struct OwnFiles {
  private let store: any FileStore
  private let folder: String
  private let base: JournalBase
  /// The open files of an earlier version, the segments that do not end before the journal begins, and those before it
  /// whose events another holds.
  let names: [SegmentName]

  init(_ writer: LogWriter) throws(FileError) {
    (store, base) = (writer.ledger, writer.base)
    folder = LedgerLayout.folder(of: writer.replica)
    let (all, start) = (try Self.names(store, folder), base.seq)
    names = all.filter { name in
      guard case .sealed(let first, let last, _) = name else { return true }
      return last > start || all.contains { $0 != name && $0.range?.contains(first...last) ?? false }
    }
  }

  private static func names(_ store: any FileStore, _ folder: String) throws(FileError) -> [SegmentName] {
    let entries = try store.list(folder) ?? []
    return entries.filter { $0.kind == .file }.compactMap { SegmentName($0.name) }
  }

  /// The seqs after which segments begin or end.
  var bounds: Set<UInt64> {
    names.reduce(into: []) { bounds, name in
      guard case .sealed(let first, let last, _) = name else { return }
      bounds.formUnion([first - 1, last])
    }
  }

  /// A file's content.
  func read(_ name: SegmentName) throws(FileError) -> [UInt8] { try readJudging(name).content }

  /// The same, and whether the file matches its name.
  private func readJudging(_ name: SegmentName) throws(FileError) -> (content: [UInt8], isNamedTruly: Bool) {
    let path = joined(folder, "\(name)")
    let file = try store.readAll(path, sizeBytesMax: SegmentLimit.fileSizeBytesMax)
    return (try store.opened(file, of: path), name.matches(file: file.span))
  }

  /// The segments that hold the journal's commits from its beginning on without a gap, each read completely and
  /// compared by its trees; of those that begin at one place, the longest. Known ones are not read again.
  func segments(
    _ places: JournalPlaces, known: [PublishedSegment] = []
  ) throws(FileError) -> [PublishedSegment] {
    var segments: [PublishedSegment] = []
    var start = places.start
    while let next = try segment(from: start, places, known) {
      segments.append(next)
      start = next.end
    }
    return segments
  }

  private func segment(
    from start: JournalPlace, _ places: JournalPlaces, _ known: [PublishedSegment]
  ) throws(FileError) -> PublishedSegment? {
    var candidates: [(name: SegmentName, end: JournalPlace)] = []
    for case .sealed(start.head.seq + 1, let last, let digest) in names {
      guard let end = places[last] else { continue }
      candidates.append((.sealed(first: start.head.seq + 1, last: last, digest: digest), end))
    }
    candidates.sort { ($1.end.head.seq, "\($0.name)") < ($0.end.head.seq, "\($1.name)") }
    for (name, end) in candidates {
      if let segment = known.first(where: { $0.name == name && $0.start == start && $0.end == end }) {
        return segment
      }
      let bytes: [UInt8]
      let isNamedTruly: Bool
      let status: FileStatus?
      do throws(FileError) {
        (bytes, isNamedTruly) = try readJudging(name)
        status = try store.status(joined(folder, "\(name)"))
      } catch  where [.missing, .locked].contains(error.reason) {
        continue
      }
      guard isNamedTruly,
        OwnSealedFile.trees(of: name, bytes, base).map({ $0 == (start.head.tree, end.head.tree) }) ?? false
      else { continue }
      return PublishedSegment(
        name: name, sizeBytes: status?.sizeBytes ?? bytes.count, start: start, end: end)
    }
    return nil
  }

  enum Verdict: Equatable {
    /// All of it is held elsewhere.
    case held
    /// All that can be read of it is held elsewhere.
    case damaged
    /// Holds commits that were sealed before the journal began and are in no intact sealed file now: one was removed,
    /// or is just being overwritten. This replica knows them, and the file may be the only copy.
    case older
    /// Another key's, or another ledger's.
    case foreign
    /// Signed by this replica, but unknown to its journal.
    case unknown
  }

  /// Judges a file by the leaves that the journal holds and the sealed files before it.
  func judge(
    _ name: SegmentName, journal: () throws(FileError) -> [Hash256]
  ) throws(FileError) -> Verdict {
    let bytes: [UInt8]
    let isNamedTruly: Bool
    do throws(FileError) {
      (bytes, isNamedTruly) = try readJudging(name)
    } catch  where [.missing, .locked].contains(error.reason) {
      return .older
    }
    var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
    var verdict = isNamedTruly ? Verdict.held : .damaged
    var contents: [FrameContent] = []
    // A stray copy may hold other commits than its name states.
    var first = name.first
    while let part = reader.next() {
      switch part {
      case .frame(let content, _, _):
        if let header = content.header, header.publicKey != base.publicKey || header.ledger != base.ledger {
          return .foreign
        }
        first = content.events.reduce(first) { min($0, $1.line.seq) }
        contents.append(content)
      case .damage: verdict = .damaged
      case .skippable: continue
      }
    }
    var held = HeldLeaves(try journal(), from: base.tree.size)
    var known = held
    let whole = isNamedTruly && name.isSealed ? bytes : nil
    for content in try sealed(from: first, besides: name, whole) {
      held.add(content.variants, from: content.header?.size ?? 0)
      known.add(content.leaves.map(\.hash), from: content.header?.size ?? 0)
    }
    for content in contents {
      let variants = content.variants
      for entry in content.commits where !held.contains(entry, content, variants) {
        // Only a stub of it is held, or it is a text of which a stub is held. What is due is erased in intact files,
        // and in those that were moved aside.
        if known.contains(entry, content, content.leaves.map(\.hash)) {
          if isNamedTruly { verdict = .older }
          continue
        }
        if let head = entry.commit.head ?? content.commits.last?.commit.head,
          Signing.verify(head, header: base.header)
        {
          guard head.size <= base.tree.size else { return .unknown }
          verdict = .older
        } else if verdict != .older {
          verdict = .damaged
        }
      }
    }
    return verdict
  }

  /// The whole sealed files before the journal with leaves at or behind `first`, read. For an intact file, only those
  /// that are longer, have fewer bytes or a lesser name, so that of several files with the same events one always
  /// stays.
  ///
  /// - Parameter otherBytes: what the other file holds; nil unless that is intact.
  private func sealed(
    from first: UInt64, besides other: SegmentName, _ otherBytes: [UInt8]?
  ) throws(FileError) -> [FrameContent] {
    var contents: [FrameContent] = []
    if first > base.seq { return contents }
    for name in try Self.names(store, folder) where name != other {
      guard let range = name.range, range.upperBound >= first, range.upperBound <= base.seq else { continue }
      let bytes: [UInt8]
      let isNamedTruly: Bool
      do throws(FileError) {
        (bytes, isNamedTruly) = try readJudging(name)
      } catch  where error.reason == .locked { continue }
      guard isNamedTruly else { continue }
      if let otherBytes, !name.isLonger(than: other) {
        guard range.count == other.range?.count,
          (bytes.count, "\(name)") < (otherBytes.count, "\(other)")
        else { continue }
      }
      var reader = SegmentReader(bytes: bytes, isSealed: true)
      while let part = reader.next() {
        if case .frame(let content, _, _) = part, content.header?.publicKey == base.publicKey {
          contents.append(content)
        }
      }
    }
    return contents
  }
}

extension SegmentName {
  /// The seqs that a sealed file's name promises.
  fileprivate var range: ClosedRange<UInt64>? {
    guard case .sealed(let first, let last, _) = self else { return nil }
    return first...last
  }

  /// Whether a sealed file holds more events according to its name; always true compared with an open one.
  fileprivate func isLonger(than other: SegmentName) -> Bool {
    guard let range else { return false }
    return other.range.map { $0.count < range.count } ?? true
  }
}

/// The places in a journal at which its segments begin and end.
struct JournalPlaces {
  let start: JournalPlace
  private let wanted: Set<UInt64>
  private var places: [UInt64: JournalPlace] = [:]

  /// `wanted`: the seqs of the last events before them.
  init(start: JournalPlace, wanted: Set<UInt64>) { (self.start, self.wanted) = (start, wanted) }

  mutating func note(_ place: JournalPlace) {
    if wanted.contains(place.head.seq) { places[place.head.seq] = place }
  }

  subscript(seq: UInt64) -> JournalPlace? { seq == start.head.seq ? start : places[seq] }
}

/// What lines are held at which index of the replica's tree. A stub does not count as holding a text or another stub.
private struct HeldLeaves {
  private var hashes: [UInt64: Set<Hash256>] = [:]

  init(_ journal: [Hash256], from start: UInt64) { add(journal, from: start) }

  mutating func add(_ variants: [Hash256], from index: UInt64) {
    for (offset, hash) in variants.enumerated() { hashes[index &+ UInt64(offset), default: []].insert(hash) }
  }

  /// A commit's place comes from its frame's header; without one, from its own head, since it may come after damage.
  func contains(
    _ entry: FrameContent.CommitEntry, _ content: FrameContent, _ variants: [Hash256]
  ) -> Bool {
    let lines = variants[entry.leaves]
    let first: UInt64
    if let header = content.header {
      first = header.size + UInt64(entry.leaves.lowerBound)
    } else if let head = entry.commit.head, head.size >= UInt64(lines.count) {
      first = head.size - UInt64(lines.count)
    } else {
      return false
    }
    return lines.enumerated().allSatisfy { hashes[first &+ UInt64($0.offset)]?.contains($0.element) ?? false }
  }
}
