import DaybookLog
import DaybookModel

/// Finds roots that a replica's tree had, in files that an earlier reading found sound, without reading all of them.
/// A frame's header gives the tree before it, so only the frames with wanted roots are unpacked, and those that the
/// search visits.
struct RootSearch: ~Copyable {
  private let store: any FileStore
  /// Ascending by first seq.
  private let files: [Inventory.SegmentFile]
  private var file: OpenFile?
  private var starts: [Int: UInt64] = [:]

  private struct OpenFile {
    let number: Int
    let bytes: [UInt8]
    let isSealed: Bool
    /// The offsets of frames with a header.
    let frames: [Int]
    var headers: [Int: SegmentHeader] = [:]
  }

  init(_ store: any FileStore, _ files: [Inventory.SegmentFile]) {
    (self.store, self.files) = (store, files.filter { $0.sizeBytes <= SegmentLimit.fileSizeBytesMax })
  }

  /// The roots that were found.
  mutating func roots(at sizes: some Sequence<UInt64>) -> [UInt64: Hash256] {
    var roots: [UInt64: Hash256] = [:]
    for size in sizes.sorted() { roots[size] = root(at: size) }
    return roots
  }

  /// The last file that begins at or before the place should have it; an older copy may not.
  private mutating func root(at size: UInt64) -> Hash256? {
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      guard let start = start(of: middle) else { return nil }
      if start <= size { low = middle + 1 } else { high = middle }
    }
    for number in (0..<low).reversed() {
      if let root = root(at: size, in: number) { return root }
    }
    return nil
  }

  private mutating func start(of number: Int) -> UInt64? {
    if let known = starts[number] { return known }
    guard open(number), let start = header(of: 0)?.size else { return nil }
    starts[number] = start
    return start
  }

  private mutating func open(_ number: Int) -> Bool {
    if file?.number == number { return true }
    file = nil
    let listed = files[number]
    guard let bytes = try? store.segment(listed.path, in: 0..<listed.sizeBytes) else { return false }
    var frames = [0]
    if listed.isSealed, let table = SeekTable(endOf: bytes.span) {
      for entry in table.entries.dropLast() {
        frames.append(frames[frames.count - 1] + Int(entry.compressedSizeBytes))
      }
    }
    file = OpenFile(number: number, bytes: bytes, isSealed: listed.isSealed, frames: frames)
    return true
  }

  /// Of a frame of the open file.
  private mutating func header(of frame: Int) -> SegmentHeader? {
    if let known = file?.headers[frame] { return known }
    guard let file,
      let content = try? ZstdDecompressor().decompress(file.bytes.span, at: file.frames[frame]).0,
      let end = content.firstIndex(of: 0x0a),
      let header = try? SegmentHeader.parse(content.span.extracting(0..<end))
    else { return nil }
    self.file?.headers[frame] = header
    return header
  }

  private mutating func root(at size: UInt64, in number: Int) -> Hash256? {
    guard open(number), let count = file?.frames.count else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let header = header(of: middle) else { return nil }
      if header.size <= size { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let file, let header = header(of: low - 1), var tree = header.tree else { return nil }
    var reader = SegmentReader(
      bytes: file.bytes, isSealed: file.isSealed, from: file.frames[low - 1], header: header)
    while tree.size < size {
      guard case .frame(let content, _, _)? = reader.next() else { return nil }
      tree.append(content.leaves.prefix(Int(clamping: size - tree.size)))
    }
    return tree.root
  }
}
