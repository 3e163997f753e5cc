import DaybookLog

/// From (kind, register) to the register's column in the kind's rows.
struct ColumnTable: ~Copyable {
  /// Later registers of a kind are stored aside, one by one: a kind that uses names as data must not widen
  /// every row.
  static let columnMax = 64

  private var keys = Arena<UInt64>(capacity: 64)
  private var values = Arena<UInt32>(capacity: 64)
  private var count = 0

  init() {
    keys.appendZeros(64)
    values.appendZeros(64)
  }

  init(_ file: SnapshotFile, _ name: String) {
    keys = file.arena(name + ".keys")
    values = file.arena(name + ".values")
    for index in 0..<keys.count where keys[index] != 0 { count += 1 }
    file.note(
      isDamaged: keys.count != values.count || keys.count.nonzeroBitCount != 1 || count * 2 > keys.count)
  }

  func write(to writer: inout SnapshotWriter, _ name: String) throws(FileError) {
    try writer.add(name + ".keys", keys)
    try writer.add(name + ".values", values)
  }

  @inline(__always)
  private func key(_ kind: UInt32, _ register: RegisterID) -> UInt64 {
    (UInt64(kind) << 32 | UInt64(register.rawValue)) &+ 1
  }

  @inline(__always)
  private func start(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32) & (keys.count - 1)
  }

  @inline(__always)
  func column(_ kind: UInt32, _ register: RegisterID) -> Int? {
    let key = key(kind, register)
    var position = start(key)
    while true {
      let found = keys[position]
      if found == key { return Int(values[position]) }
      if found == 0 { return nil }
      position = (position + 1) & (keys.count - 1)
    }
  }

  /// The pair must not exist yet.
  mutating func insert(_ kind: UInt32, _ register: RegisterID, column: Int) {
    if (count + 1) * 2 > keys.count { grow() }
    place(key(kind, register), UInt32(column))
    count += 1
  }

  private mutating func place(_ key: UInt64, _ value: UInt32) {
    var position = start(key)
    while keys[position] != 0 { position = (position + 1) & (keys.count - 1) }
    keys[position] = key
    values[position] = value
  }

  private mutating func grow() {
    var oldKeys = Arena<UInt64>(capacity: keys.count * 2)
    var oldValues = Arena<UInt32>(capacity: keys.count * 2)
    oldKeys.appendZeros(keys.count * 2)
    oldValues.appendZeros(keys.count * 2)
    swap(&keys, &oldKeys)
    swap(&values, &oldValues)
    for index in 0..<oldKeys.count where oldKeys[index] != 0 { place(oldKeys[index], oldValues[index]) }
  }
}
