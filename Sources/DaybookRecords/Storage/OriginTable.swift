import DaybookLog

/// The different origins of writes, numbered in the order of arrival.
struct OriginTable: ~Copyable {
  private var origins = Arena<WriteOrigin>()
  private var slots = SlotTable()
  /// The last one: an app writes many events in a row.
  private var last = 0

  init() {}

  init(_ file: SnapshotFile, _ name: String) {
    origins = file.arena(name)
    slots = SlotTable(file, name + ".slots", count: origins.count, indexMax: origins.count - 1)
  }

  func write(to writer: inout SnapshotWriter, _ name: String, _ key: HashKey) throws(FileError) {
    try writer.add(name, origins)
    try slots.write(to: &writer, name + ".slots", indexMax: origins.count - 1) { hash(origins[$0], key) }
  }

  var count: Int { origins.count }

  subscript(number: Int) -> WriteOrigin {
    @inline(__always) get { origins[number] }
  }

  @inline(__always)
  mutating func intern(_ origin: WriteOrigin, _ key: HashKey) -> UInt32 {
    if last < origins.count, origins[last] == origin { return UInt32(last) }
    last = find(origin, key)
    return UInt32(last)
  }

  private func hash(_ origin: WriteOrigin, _ key: HashKey) -> UInt32 {
    key.hash(
      UInt64(origin.branch) << 32 | UInt64(origin.author), UInt64(UInt32(bitPattern: origin.version)))
  }

  @inline(never)
  private mutating func find(_ origin: WriteOrigin, _ key: HashKey) -> Int {
    let hash = hash(origin, key)
    if let known = slots.find(hash, { origins[$0] == origin }) { return known }
    let number = origins.append(origin)
    slots.insert(hash, number)
    return number
  }
}
