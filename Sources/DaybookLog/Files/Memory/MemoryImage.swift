// What a memory store holds, twice: as a running program sees it, and as the disk would have it
// after a loss of power. A value, so that a simulation can keep the state before every operation.

/// Files and folders by number, with what has not been flushed yet.
package struct MemoryImage: Sendable {
  struct File: Sendable {
    /// What a reader sees.
    var live: [UInt8] = []
    /// The disk certainly has this much of `live`: files grow, so no second copy is needed ……
    var durableCount = 0
    /// … until one is cut or written over below that; then this is what the disk has.
    var durableCopy: [UInt8]?
    /// What was done since the last flush, oldest first.
    var pending: [Change] = []
    /// Flushes have no effect any more; see ``MemoryFile/failSync()``.
    var isForgotten = false
    /// Which of the image's edits was the last one to this file.
    var lastEdit: Int64 = 0

    var durable: [UInt8] { durableCopy ?? Array(live[..<durableCount]) }

    init(durable bytes: [UInt8] = []) { (live, durableCount) = (bytes, bytes.count) }
  }

  enum Change: Sendable {
    case write(at: Int, bytes: [UInt8])
    case cut(to: Int)
  }

  /// A name is its bytes: strings that look alike (é as one character or two) are two names.
  struct Name: Hashable, Comparable, Sendable {
    var bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func < (left: Name, right: Name) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  struct Folder: Sendable {
    var live: [Name: Int] = [:]
    var durable: [Name: Int] = [:]
    /// Entries that were set or removed (nil) since the last flush. One rename is two changes
    /// with one number.
    var pending: [(number: Int, name: Name, entry: Int?)] = []
  }

  enum Node: Sendable {
    case file(File)
    case folder(Folder)
    /// A link, or something else that a ledger never opens.
    case foreign(FileKind)
  }

  static let root = 1

  var nodes: [Int: Node] = [root: .folder(Folder())]
  private(set) var lastNode = root
  private var lastChange = 0
  private var lastEdit: Int64 = 0
  private var nodesBeforeDrop = 64
  /// What ``FileStore/status(_:)`` returns as the device; a test may move the files to another disk.
  package var device: UInt64 = 1

  package init() {}

  mutating func add(_ node: Node) -> Int {
    lastNode += 1
    nodes[lastNode] = node
    edited(lastNode)
    return lastNode
  }

  /// Sets a file's time of change: a number that no earlier change has.
  mutating func edited(_ number: Int) {
    guard case .file(var value)? = nodes[number] else { return }
    nodes[number] = nil
    lastEdit += 1
    value.lastEdit = lastEdit
    nodes[number] = .file(value)
  }

  /// Sets or removes entries of folders, as one change that reaches the disk with each folder.
  mutating func change(_ changes: [(folder: Int, name: Name, entry: Int?)]) {
    lastChange += 1
    let number = lastChange
    for change in changes {
      edit(folder: change.folder) {
        $0.live[change.name] = change.entry
        $0.pending.append((number, change.name, change.entry))
      }
    }
  }

  /// Now and then drops nodes that neither image of any folder names.
  mutating func dropForgotten() {
    if nodes.count < nodesBeforeDrop { return }
    var reached: Set<Int> = []
    var open = [Self.root]
    while let number = open.popLast() {
      guard reached.insert(number).inserted, case .folder(let folder)? = nodes[number] else { continue }
      open += folder.live.values
      open += folder.durable.values
      open += folder.pending.compactMap(\.entry)
    }
    nodes = nodes.filter { reached.contains($0.key) }
    nodesBeforeDrop = 2 * nodes.count + 64
  }

  mutating func flushAll() {
    for number in Array(nodes.keys) {
      edit(folder: number) { $0.flush() }
      edit(file: number) { $0.flush() }
    }
  }

  mutating func edit(folder: Int, _ body: (inout Folder) -> Void) {
    guard case .folder(var value)? = nodes[folder] else { return }
    nodes[folder] = nil
    body(&value)
    nodes[folder] = .folder(value)
  }

  mutating func edit(file: Int, _ body: (inout File) -> Void) {
    guard case .file(var value)? = nodes[file] else { return }
    // Removed from the table while it changes, so that its bytes are not copied.
    nodes[file] = nil
    let changes = value.pending.count
    body(&value)
    let isChanged = value.pending.count > changes
    nodes[file] = .file(value)
    if isChanged { edited(file) }
  }
}

extension MemoryImage.File {
  mutating func append(_ bytes: [UInt8]) {
    pending.append(.write(at: live.count, bytes: bytes))
    live += bytes
  }

  mutating func write(_ bytes: [UInt8], at offset: Int) {
    precondition(offset <= live.count)
    if offset < durableCount && durableCopy == nil { durableCopy = durable }
    pending.append(.write(at: offset, bytes: bytes))
    live.replaceSubrange(offset..<min(offset + bytes.count, live.count), with: bytes)
  }

  mutating func cut(to size: Int) {
    if size < durableCount && durableCopy == nil { durableCopy = durable }
    pending.append(.cut(to: size))
    Self.cut(&live, to: size)
  }

  mutating func flush() {
    if isForgotten { return }
    (durableCount, durableCopy) = (live.count, nil)
    pending = []
  }

  static func cut(_ bytes: inout [UInt8], to size: Int) {
    if size < bytes.count {
      bytes.removeLast(bytes.count - size)
    } else {
      bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }
  }
}

extension MemoryImage.Folder {
  mutating func flush() {
    durable = live
    pending = []
  }
}
