import DaybookModel

/// Reads a segment file's frames in order. Never throws and never traps: unreadable bytes are returned as damage with
/// their place, and reading continues at the next sound frame.
package struct SegmentReader: ~Copyable {
  private let file: [UInt8]
  private let isSealed: Bool
  package let unpacker = FrameUnpacker()
  /// The file's first header; later ones must be of the same writer.
  package private(set) var header: SegmentHeader?
  /// The next byte to read.
  package private(set) var offset = 0
  private var contentSizeBytes = 0
  private var sawDamage = false
  private var sawSeekTable = false
  private var entries: [SeekTable.Entry] = []
  private var search = FrameSearch()
  /// Where frames begin according to a sealed file's table, ascending; the last place is that of the table itself. Nil
  /// until it is needed.
  private var tablePlaces: ArraySlice<Int>?

  /// `header`: where reading begins in the middle of a file, the header that holds there.
  package init(bytes: [UInt8], isSealed: Bool, from offset: Int = 0, header: SegmentHeader? = nil) {
    (file, self.isSealed, self.header) = (bytes, isSealed, header)
    self.offset = min(max(offset, 0), bytes.count)
    // Frames before the beginning were not read, so the table cannot be compared with them.
    sawDamage = offset > 0
  }

  /// The next part, or nil at the end.
  package mutating func next() -> SegmentPart? {
    guard offset < file.count else { return checkEnd() }
    let start = offset
    if ZstdFrame.isSkippable(file.span, at: start),
      let sizeBytes = try? ZstdFrame.sizeBytes(file.span, at: start)
    {
      return skip(from: start, sizeBytes: sizeBytes)
    }
    do throws(FrameError) {
      let limit = SegmentLimit.contentSizeBytesMax - contentSizeBytes
      let (bytes, sizeBytes) = try unpacker.decompressor.decompress(file.span, at: start, contentMax: limit)
      return take(bytes, from: start, sizeBytes: sizeBytes)
    } catch {
      // Nothing ends at a place that is only reported.
      if error == .tooLarge, contentSizeBytes > 0, isWithinLimit(start), !search.hasPassed(start) {
        return damage(.tooMuch, from: start, to: file.count)
      }
      let end = resume(after: start)
      return damage(end == file.count && isTorn(error) ? .tornTail : .frame(error), from: start, to: end)
    }
  }

  /// The same, where the next part's frame was unpacked already. A frame that is not the next, or would not be accepted
  /// unchanged, is unpacked again.
  package mutating func next(_ ahead: UnpackedFrame) -> SegmentPart? {
    let (place, content) = (ahead.place, ahead.content)
    guard place.offset == offset, content.bytes.count <= SegmentLimit.contentSizeBytesMax - contentSizeBytes,
      objection(to: content) == nil, isOfTheSame(content)
    else { return next() }
    contentSizeBytes += content.bytes.count
    offset += place.sizeBytes
    entries.append(
      SeekTable.Entry(
        compressedSizeBytes: UInt32(place.sizeBytes), contentSizeBytes: UInt32(content.bytes.count)))
    header = header ?? content.header
    return .frame(content, offset: place.offset, sizeBytes: place.sizeBytes)
  }

  /// Whether a frame's lines, which are all of one replica, are of this file's.
  private func isOfTheSame(_ content: FrameContent) -> Bool {
    guard let header else { return true }
    return content.header?.replica ?? header.replica == header.replica
      && content.events.first?.line.stamp.replica ?? header.replica == header.replica
  }

  private mutating func take(_ bytes: [UInt8], from start: Int, sizeBytes: Int) -> SegmentPart {
    contentSizeBytes += bytes.count
    offset = start + sizeBytes
    entries.append(
      SeekTable.Entry(compressedSizeBytes: UInt32(sizeBytes), contentSizeBytes: UInt32(bytes.count)))
    switch FrameContent.parse(bytes, replica: header?.replica) {
    case .quarantined(let quarantine): return damage(.quarantined(quarantine), from: start, to: offset)
    case .content(let content):
      if let reason = objection(to: content) {
        return damage(.quarantined(FrameRejection(reason, line: 1, offset: 0)), from: start, to: offset)
      }
      header = header ?? content.header
      return .frame(content, offset: start, sizeBytes: sizeBytes)
    }
  }

  private func objection(to content: FrameContent) -> FrameRejection.Reason? {
    guard let found = content.header else { return isSealed ? .noHeader : nil }
    guard let header else { return nil }
    return found.ledger == header.ledger && found.publicKey == header.publicKey ? nil : .foreignHeader
  }

  // MARK: Damage

  private mutating func damage(_ reason: SegmentDamage.Reason, from start: Int, to end: Int) -> SegmentPart {
    offset = end
    sawDamage = true
    return .damage(
      SegmentDamage(reason, offset: start, sizeBytes: end - start, reachesEnd: end == file.count))
  }

  /// A file that was extended by a write that never arrived reads as zeros.
  private func isTorn(_ error: FrameError) -> Bool {
    guard !isSealed else { return false }
    return error == .truncated || file[offset...].allSatisfy { $0 == 0 }
  }

  /// Whether the frame would be accepted by itself, so that only the total is too large.
  private func isWithinLimit(_ start: Int) -> Bool {
    guard let header = try? FrameHeader(file.span, at: start) else { return false }
    return (try? header.check(contentMax: SegmentLimit.contentSizeBytesMax)) != nil
  }

  /// The next place to read after an unreadable frame: the first frame that can be unpacked, or a damaged one before
  /// it, so that each is reported. The latter is where a frame begins according to the damaged frame's own sizes, or a
  /// sealed file's table; the sizes of a frame with an unsound header are not used, since the bounds of the search do
  /// not count it.
  private mutating func resume(after start: Int) -> Int {
    search.failed(at: start, in: file)
    let found = search.frame(after: start, in: file, unpacker.decompressor)
    if search.isOver { return file.count }
    // `start` never goes back.
    let places = (tablePlaces ?? SeekTable(endOf: file.span)?.places[...] ?? []).drop { $0 <= start }
    tablePlaces = places
    var end = found ?? places.last ?? file.count
    if isWithinLimit(start), let sizeBytes = try? ZstdFrame.sizeBytes(file.span, at: start),
      FrameHeader.begins(at: start + sizeBytes, in: file)
    {
      end = min(end, start + sizeBytes)
    }
    if let place = places.first, FrameHeader.begins(at: place, in: file) { end = min(end, place) }
    return end
  }

  // MARK: The seek table

  private mutating func skip(from start: Int, sizeBytes: Int) -> SegmentPart {
    offset = start + sizeBytes
    if offset == file.count, let table = SeekTable(endOf: file.span) {
      sawSeekTable = true
      if isSealed, !sawDamage, table.entries != entries {
        return damage(.seekTable, from: start, to: file.count)
      }
    }
    return .skippable(offset: start, sizeBytes: sizeBytes)
  }

  private mutating func checkEnd() -> SegmentPart? {
    guard isSealed, !sawSeekTable, !sawDamage else { return nil }
    return damage(.seekTable, from: file.count, to: file.count)
  }
}
