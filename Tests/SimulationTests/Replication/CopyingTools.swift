import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

/// What tools that copy files do to a ledger's folder: all of them, on purpose, badly.
struct CopyingTools {
  var random: SeededRandom
  /// Sealed files that a tool destroyed: the program cannot bring those back by itself, and whoever copies
  /// has them on some stick.
  private(set) var stick: [String: [UInt8]] = [:]
  /// What opens the files of a locked ledger.
  var keys: (() throws -> any FolderCipher)?
  /// Folders as they were at some time.
  private(set) var backups: [[String: [UInt8]]] = []

  enum Way: CaseIterable {
    /// As rsync does it: another file takes the name.
    case renamed
    /// As cp and rsync --inplace do it.
    case inPlace
    case cut, empty, zeros
    case conflictCopy, duplicate
  }

  enum Overwriting: CaseIterable { case always, ifLarger, never }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  static func files(_ store: MemoryFileStore) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for folder in try store.list(LedgerLayout.replicas) ?? [] where folder.kind == .folder {
      let path = joined(LedgerLayout.replicas, folder.name)
      for file in try store.list(path) ?? [] where file.kind == .file {
        files[joined(path, file.name)] = try store.readAll(joined(path, file.name))
      }
    }
    return files
  }

  mutating func keepBackup(of store: MemoryFileStore) throws {
    backups.append(try Self.files(store))
    if backups.count > 4 { backups.removeFirst() }
  }

  /// Copies some or all files, in any order and any way. Returns what it did, in a word.
  mutating func copy(_ files: [String: [UInt8]], to store: MemoryFileStore, isFaithful: Bool) throws -> String
  {
    let share = isFaithful || chance(40) ? 100 : 60
    let overwriting = isFaithful ? .ifLarger : Overwriting.allCases.randomElement(using: &random) ?? .always
    for path in files.keys.sorted().shuffled(using: &random) where chance(share) {
      guard let bytes = files[path] else { continue }
      let way = isFaithful ? (chance(50) ? .renamed : .inPlace) : way()
      try put(bytes, at: path, store, way, overwriting)
    }
    var removed = 0
    if !isFaithful, chance(8) {
      // rsync --delete, and a folder kept the same by force.
      for (path, bytes) in try Self.files(store) where files[path] == nil && !Self.isOfDevice(path) {
        try remove(path, bytes, store)
        removed += 1
      }
    }
    return "\(share)% of \(files.count), overwriting \(overwriting), \(removed) removed"
  }

  private mutating func way() -> Way {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: .renamed
    case 45..<70: .inPlace
    case 70..<80: .cut
    case 80..<84: .empty
    case 84..<88: .zeros
    case 88..<94: .conflictCopy
    default: .duplicate
    }
  }

  private mutating func put(
    _ bytes: [UInt8], at path: String, _ store: MemoryFileStore, _ way: Way, _ overwriting: Overwriting
  ) throws {
    var (path, bytes) = (path, bytes)
    if Self.isOfDevice(path) { return try Self.lay([path: bytes], over: store) }
    switch way {
    case .conflictCopy:
      path = path.replacing(".jsonl.zst", with: ".sync-conflict-20261121-120000-ABCDEFG.jsonl.zst")
    case .duplicate:
      guard path.hasSuffix(".open.jsonl.zst"), let start = path.lastIndex(of: "-") else { break }
      var name: [UInt8] = []
      name.append(hexadecimal: random.next(), width: 16)
      path = path[...start] + String(decoding: name, as: UTF8.self) + ".open.jsonl.zst"
    default: break
    }
    let present = try store.status(path) == nil ? nil : store.readAll(path)
    if let present {
      if present == bytes || overwriting == .never { return }
      if overwriting == .ifLarger, bytes.count <= present.count { return }
    }
    switch way {
    case .cut: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    case .empty: bytes = []
    case .zeros:
      let kept = Int.random(in: 0...bytes.count, using: &random)
      bytes = bytes.prefix(kept) + [UInt8](repeating: 0, count: bytes.count - kept)
    default: break
    }
    if let present { keep(path, present) }
    try store.createFolder(store.folder(of: path))
    // Other bytes of the same length in the same file a running program takes for the same.
    let isInPlace = [.inPlace, .cut, .empty].contains(way) && bytes.count != present?.count
    // What the tool never flushed goes with the power.
    if present == nil, chance(30) {
      let file = try store.create(path)
      try file.write(bytes)
      file.close()
    } else {
      try store.tamper { (image) throws(FileError) in try image.plant(bytes, at: path, inPlace: isInPlace) }
    }
  }

  /// Removes some files.
  mutating func remove(from store: MemoryFileStore) throws -> String {
    var removed: [String] = []
    let files = try Self.files(store)
    for path in files.keys.sorted() where chance(25) && !Self.isOfDevice(path) {
      try remove(path, files[path] ?? [], store)
      removed.append(path)
    }
    return "\(removed.count) of \(files.count)"
  }

  private mutating func remove(_ path: String, _ bytes: [UInt8], _ store: MemoryFileStore) throws {
    keep(path, bytes)
    try store.tamper { (image) throws(FileError) in try image.unplant(path) }
  }

  private mutating func keep(_ path: String, _ bytes: [UInt8]) {
    if Self.isWhole(path, bytes) { stick[path] = bytes }
  }

  static func isWhole(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let name = SegmentName(path.split(separator: "/").last.map(String.init) ?? "") else { return false }
    return name.isSealed && name.matches(file: bytes.span)
  }

  /// Rings, device files and offers of a locked ledger: what tools do to those is another simulation's.
  private static func isOfDevice(_ path: String) -> Bool {
    LockingFileName(path.split(separator: "/").last.map(String.init) ?? "") != nil
  }

  /// Of everything that lies in the folders and on the stick, each file in its longest valid form.
  func union(_ stores: [MemoryFileStore]) throws -> [String: [UInt8]] {
    var union = stick
    for store in stores {
      for (path, bytes) in try Self.files(store) {
        guard let known = union[path] else {
          union[path] = bytes
          continue
        }
        let (old, new) = (try worth(path, known), try worth(path, bytes))
        if new.events > old.events || new.events == old.events && new.size < old.size { union[path] = bytes }
      }
    }
    return union
  }

  /// The same, where of two open segments with one name that do not go on from one another both are kept, one
  /// as a conflict copy.
  func unionWithConflicts(_ stores: [MemoryFileStore]) throws -> [String: [UInt8]] {
    var union = try union(stores)
    var copies: [String: [UInt8]] = [:]
    for store in stores {
      for (path, bytes) in try Self.files(store) where path.hasSuffix(".open.jsonl.zst") {
        guard let kept = union[path], !kept.starts(with: bytes) else { continue }
        copies[path.replacing(".jsonl.zst", with: ".sync-conflict-\(bytes.count)-1.jsonl.zst")] = bytes
      }
    }
    union.merge(copies) { first, _ in first }
    return union
  }

  private func worth(_ path: String, _ bytes: [UInt8]) throws -> (events: Int, size: Int) {
    if Self.isWhole(path, bytes) { return (.max, bytes.count) }
    let isSealed = !path.hasSuffix(".open.jsonl.zst")
    let content = try keys?().open(segment: bytes, of: nil) ?? bytes
    return (FolderContent.events(in: content, isSealed: isSealed).count, bytes.count)
  }

  static func lay(_ files: [String: [UInt8]], over store: MemoryFileStore) throws {
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if try store.status(path) != nil, try store.readAll(path) == bytes { continue }
      try store.createFolder(store.folder(of: path))
      try store.tamper { (image) throws(FileError) in try image.plant(bytes, at: path) }
    }
  }
}
