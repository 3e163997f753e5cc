import DaybookLog
package import DaybookModel

/// The lock that a machine keeps in its state. Its content is read only when needed: most commands do not need it.
package struct StoredLock: Sendable {
  /// Whether the machine unlocked the ledger since.
  package let isUnlocked: Bool
  private let bytes: [UInt8]
  private let path: String

  private static let unlockedKey = "unlocked"
  private static let (pinnedStart, unlockedStart) = (#"{"devices":"#, #"{"unlocked":"#)
  private static let end = "}\n"

  /// - Throws: ``LedgerError`` with code `unreadable-key` if the file is not complete.
  init(_ bytes: [UInt8], _ path: String) throws(LedgerError) {
    (self.bytes, self.path) = (bytes, path)
    let isWhole = bytes.ends(with: Self.end)
    if isWhole, bytes.starts(with: Self.pinnedStart.utf8) {
      isUnlocked = false
    } else if isWhole, bytes.starts(with: Self.unlockedStart.utf8) {
      isUnlocked = true
    } else {
      isUnlocked = try Self.read(bytes, path).isUnlocked
    }
  }

  /// - Throws: ``LedgerError`` with code `unreadable-key`.
  package func lock() throws(LedgerError) -> DeviceLock { try Self.read(bytes, path).lock }

  private static func read(
    _ bytes: [UInt8], _ path: String
  ) throws(LedgerError) -> (lock: DeviceLock, isUnlocked: Bool) {
    let object = (try? JSONParser.parse(bytes))?.object
    let former = object?[unlockedKey]?.object
    guard let set = former ?? object,
      case .lock(let lock)? = DeviceEvent(op: "lock", id: ReplicaID(rawValue: 0).description, set: set)?
        .action
    else {
      throw DeviceState.unreadable(path, "the lock that this device confirmed cannot be read")
    }
    return (lock, former != nil)
  }

  static func bytes(of lock: DeviceLock, isUnlocked: Bool) -> [UInt8] {
    let object = isUnlocked ? [unlockedKey: .object(lock.json)] : lock.json
    return JSONValue.object(object).canonicalBytes + [0x0a]
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
