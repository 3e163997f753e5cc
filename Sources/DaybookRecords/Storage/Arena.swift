// Plain elements in one piece of memory. Everything the fold keeps lies in arenas and names its parts
// by index, so that a snapshot can write them to a file unchanged and map them again.

import CShim
import DaybookLog

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A growing run of plain elements. Indices are made by the fold itself, or come from a snapshot in the user's own
/// cache whose sums are correct: they are checked in debug builds only.
struct Arena<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int
  /// The size of a part of a file that is mapped here with room to grow; 0 if the memory is on the heap.
  private var mappedSizeBytes = 0
  /// What has yet to be unpacked to this memory, before it moves.
  private var packed: PackedChunks?

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    base = Self.reallocate(nil, capacity: self.capacity)
  }

  /// Of `count` elements that lie at the beginning of a mapping.
  init(_ mapping: consuming Mapping, count: Int) {
    let (start, sizeBytes) = mapping.release()
    (capacity, mappedSizeBytes, self.count) = (sizeBytes / MemoryLayout<Element>.stride, sizeBytes, count)
    base = start.bindMemory(to: Element.self, capacity: capacity)
  }

  /// Of `count` elements that are unpacked later, with room to grow; nil where there is no memory.
  init?(blank count: Int) {
    let room = max(1 << 20, count * MemoryLayout<Element>.stride / 2)
    guard let mapping = Mapping.blank(count * MemoryLayout<Element>.stride + room) else { return nil }
    self.init(mapping, count: count)
  }

  /// Unpacks everything before the memory moves.
  mutating func unpack(_ packed: PackedChunks) { self.packed = packed }

  deinit { Self.release(base, mappedSizeBytes) }

  private static func release(_ base: UnsafeMutablePointer<Element>, _ mappedSizeBytes: Int) {
    if mappedSizeBytes > 0 { Mapping.unmap(base, mappedSizeBytes) } else { free(base) }
  }

  private static func reallocate(
    _ old: UnsafeMutablePointer<Element>?, capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let size = capacity.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    precondition(!size.overflow, "an arena larger than the address space")
    guard let memory = realloc(old, size.partialValue) else { preconditionFailure("out of memory") }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  /// The element's place; valid until the arena grows.
  @inline(__always)
  mutating func place(_ index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index < count)
    return base + index
  }

  /// Prefetches the element into the processor's cache; `index` need not be valid.
  @inline(__always)
  func prefetch(_ index: Int) { daybook_prefetch(base + index) }

  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    packed?.unpackAll()
    packed = nil
    capacity = max(capacity * 2, count + additional)
    guard mappedSizeBytes > 0 else {
      base = Self.reallocate(base, capacity: capacity)
      return
    }
    let copy = Self.reallocate(nil, capacity: capacity)
    copy.update(from: base, count: count)
    Self.release(base, mappedSizeBytes)
    (base, mappedSizeBytes) = (copy, 0)
  }

  /// The elements' bytes; valid until the arena changes.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
  }

  /// Drops the elements after the first `count`, and releases the memory that is not needed.
  mutating func shrink(to count: Int) {
    assert(count >= 0 && count <= self.count)
    self.count = count
    // A mapping's memory is the file's.
    guard mappedSizeBytes == 0, capacity > count + count / 8 + 16 else { return }
    capacity = count + count / 16 + 16
    base = Self.reallocate(base, capacity: capacity)
  }

  /// Drops all elements, and keeps the memory.
  mutating func removeAll() { count = 0 }

  mutating func removeLast(_ dropped: Int) {
    assert(dropped <= count)
    count -= dropped
  }

  /// Adds to the elements what was written after them, within the reserved memory.
  mutating func extend(by added: Int) {
    assert(capacity - count >= added)
    count += added
  }

  /// The new element's index.
  @inline(__always) @discardableResult
  mutating func append(_ element: Element) -> Int {
    reserve(1)
    base[count] = element
    count += 1
    return count - 1
  }

  /// Appends `additional` elements of zero bytes; the first one's index.
  @inline(__always) @discardableResult
  mutating func appendZeros(_ additional: Int) -> Int {
    reserve(additional)
    memset(base + count, 0, additional * MemoryLayout<Element>.stride)
    count += additional
    return count - additional
  }

  /// Appends a copy of `bytes`, which are whole elements.
  mutating func append(copying bytes: UnsafeRawBufferPointer) {
    let added = bytes.count / MemoryLayout<Element>.stride
    guard let source = bytes.baseAddress, added > 0 else { return }
    reserve(added)
    memcpy(base + count, source, added * MemoryLayout<Element>.stride)
    count += added
  }

  /// Appends a copy of `source`, which must not lie in this arena; the first element's index.
  @inline(__always) @discardableResult
  mutating func append(_ source: UnsafePointer<Element>, count added: Int) -> Int {
    reserve(added)
    (base + count).update(from: source, count: added)
    count += added
    return count - added
  }
}

// Sound: the arena alone owns its memory (a mapping's pages are private), it cannot be copied, and changing it needs
// exclusive access.
extension Arena: @unchecked Sendable where Element: Sendable {}
