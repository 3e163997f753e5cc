package import DaybookAge
package import DaybookLog
package import DaybookModel

// What a machine keeps of a locked ledger in its state: its device key and the lock that it pinned; for each replica
// that it writes as, the epochs and the newest ring. A file that exists but cannot be read is always an error: it never
// leads to a new key or a new ring.

package struct DeviceState: Sendable {
  let state: any FileStore
  /// Of the ledger.
  let folder: String

  private static let name = "locking"
  private static let keyName = "device.key"
  private static let pinName = "lock.json"
  private static let sizeBytesMax = 8 << 20

  /// - Parameter ledgerFolder: the ledger's in the state.
  package init(_ state: any FileStore, ledgerFolder: String) {
    (self.state, folder) = (state, joined(ledgerFolder, Self.name))
  }

  // MARK: The device key

  /// Nil where the machine has none.
  package func deviceKey() throws(LedgerError) -> AgeIdentity? {
    let path = joined(folder, Self.keyName)
    guard let bytes = try read(path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { !$0.hasPrefix("#") }),
      let key = AgeIdentity(secret: String(line))
    else { throw Self.unreadable(path, "the device key is not an age identity") }
    return key
  }

  /// The device key; a new, durable one if the machine has none.
  package func madeDeviceKey(
    random: (_ count: Int) -> [UInt8] = AgeRandom.bytes
  ) throws(LedgerError) -> AgeIdentity {
    if let key = try deviceKey() { return key }
    // A device that confirmed a lock had a key.
    guard try read(joined(folder, Self.pinName)) == nil else {
      throw missingKey
    }
    let key = AgeIdentity(random: random)
    let text = "# The key of this device to a locked ledger. Keep it secret.\n\(key.secret)\n"
    try write(Array(text.utf8), joined(folder, Self.keyName))
    return key
  }

  /// The error of a device that confirmed a lock and has no key.
  package var missingKey: LedgerError {
    Self.unreadable(joined(folder, Self.keyName), "this device's key file is missing")
  }

  // MARK: The lock

  /// The lock that the machine wrote itself, or confirmed by words; nil also of a ledger that it unlocked.
  package func pinned() throws(LedgerError) -> DeviceLock? {
    guard let kept = try keptLock(), !kept.isUnlocked else { return nil }
    return try kept.lock()
  }

  /// The same, and whether the machine unlocked the ledger since.
  package func keptLock() throws(LedgerError) -> StoredLock? {
    let path = joined(folder, Self.pinName)
    return try read(path).map { bytes throws(LedgerError) in try StoredLock(bytes, path) }
  }

  package func pin(_ lock: DeviceLock) throws(LedgerError) {
    try write(StoredLock.bytes(of: lock, isUnlocked: false), joined(folder, Self.pinName))
  }

  /// From now on, the lock is no longer this machine's. Keys stay: members that have not unlocked it go on encrypting.
  package func noteUnlocked() throws(LedgerError) {
    guard let lock = try pinned() else { return }
    try write(StoredLock.bytes(of: lock, isUnlocked: true), joined(folder, Self.pinName))
  }

  private func forgetLock() throws(LedgerError) {
    let path = joined(folder, Self.pinName)
    guard try read(path) != nil else { return }
    do throws(FileError) {
      try state.remove(path)
      try state.syncFolder(folder)
    } catch { throw LedgerError(error) }
  }

  // MARK: Asking anew

  static let leftName = "left.json"

  /// The replicas as which this machine no longer writes, because it asked for access as a new device.
  package func left() throws(LedgerError) -> Set<ReplicaID> {
    let path = joined(folder, Self.leftName)
    guard let bytes = try read(path) else { return [] }
    guard let list = (try? JSONParser.parse(bytes))?.array else {
      throw Self.unreadable(path, "the list of this device's former replicas cannot be read")
    }
    return Set(list.compactMap { $0.string.flatMap { ReplicaID($0) } })
  }

  /// Makes this machine a new device: the next replica and the next device key are new ones. The former
  /// key stays beside the new one, for copies of the folder that it opens. Can be repeated if it was interrupted.
  package func leave(_ replica: ReplicaID) throws(LedgerError) {
    try noteLeft(replica)
    // A lock without a key would look like a lost key.
    try forgetLock()
    do throws(FileError) {
      let path = joined(folder, Self.keyName)
      guard try state.status(path) != nil else { return }
      try state.rename(path, to: joined(folder, "device-\(replica).former.key"), replacing: true)
      try state.syncFolder(folder)
    } catch { throw LedgerError(error) }
  }

  /// From now on, this machine no longer writes as the replica.
  func noteLeft(_ replica: ReplicaID) throws(LedgerError) {
    let left = try left().union([replica]).sorted().map { JSONValue.string($0.description) }
    try write(JSONValue.array(left).canonicalBytes + [0x0a], joined(folder, Self.leftName))
  }

  // MARK: Rings

  static let takenName = "taken.json"

  /// The greatest number of a ring that was accepted from each replica.
  package func taken() throws(LedgerError) -> [ReplicaID: UInt64] {
    guard let bytes = try read(joined(folder, Self.takenName)),
      let object = (try? JSONParser.parse(bytes))?.object
    else { return [:] }
    var taken: [ReplicaID: UInt64] = [:]
    for member in object {
      guard let replica = ReplicaID(member.key), let number = PositiveNumber.read(member.value) else {
        continue
      }
      taken[replica] = number
    }
    return taken
  }

  /// Records which rings were accepted. If nothing can be written, this is recorded the next time.
  package func note(_ rings: FoundRings, after taken: [ReplicaID: UInt64]) {
    let now = rings.rings.mapValues(\.number).merging(taken) { max($0, $1) }
    guard now != taken else { return }
    let object = JSONObject(
      now.sorted { $0.key < $1.key }.map { ($0.key.description, .int(Int64(clamping: $0.value))) })
    try? write(JSONValue.object(object).canonicalBytes + [0x0a], joined(folder, Self.takenName))
  }

  /// Whether the machine has a device key and has accepted rings: then it can open files without joining first. Decided
  /// only by the files' sizes.
  package func hasOpenedRings() throws(LedgerError) -> Bool {
    let files: [FileStatus?]
    do throws(FileError) { files = try state.statuses([Self.keyName, Self.takenName], in: folder) } catch {
      throw LedgerError(error)
    }
    // An empty object has no ring.
    return files.allSatisfy { $0.map { $0.kind == .file && $0.sizeBytes > "{}\n".utf8.count } ?? false }
  }

  // MARK: Files

  /// Nil where there is no such file.
  func read(_ path: String) throws(LedgerError) -> [UInt8]? {
    do throws(FileError) {
      // Without asking whether it is there: that costs as much as reading it.
      let bytes = try state.read(path, from: 0, count: Self.sizeBytesMax + 1)
      guard bytes.count <= Self.sizeBytesMax else { throw FileError(.tooLarge, "read", path) }
      return bytes
    } catch  where error.reason == .missing {
      return nil
    } catch {
      throw LedgerError(
        .unreadableKey, "a key of this device cannot be read: \(error.why)", file: path,
        advice: "make it readable for this user, and check its disk; nothing new was made in its place",
        cause: error)
    }
  }

  func write(_ bytes: [UInt8], _ path: String) throws(LedgerError) {
    do throws(FileError) {
      try state.createFolderDurably(state.folder(of: path))
      try state.replaceFile(path, with: bytes)
    } catch { throw LedgerError(error) }
  }

  static func unreadable(_ path: String, _ what: String) -> LedgerError {
    LedgerError(
      .unreadableKey, what, file: path,
      advice:
        "restore the file from a backup of this machine's state, or, if there is none, ask for access as a new "
        + "device with '\(Remedy.joinAgain)'; nothing new was made in its place")
  }
}

// A device whose own keys are damaged or lost can only become a new device. It does so when the user asks for it, and
// the remaining old files stay beside the new keys.

extension DeviceState {
  /// Which of this device's keys are damaged, or missing although it confirmed a lock; nil if all are sound.
  ///
  /// - Throws: if a file cannot be read, because it may be sound.
  package func damage() throws(LedgerError) -> LedgerError? {
    do throws(LedgerError) {
      if let kept = try keptLock() {
        _ = try kept.lock()
        if try deviceKey() == nil { return missingKey }
      }
      if let replica = try current(), try keys(of: replica).epochs.isEmpty {
        return missingEpochs(of: replica)
      }
      _ = try deviceKey()
      return nil
    } catch {
      if error.cause != nil { throw error }
      return error
    }
  }

  /// Makes this machine a new device, as ``leave(_:)`` does, and moves all keys of the former one to a
  /// folder of their own. Can be repeated if it was interrupted.
  package func giveUp(_ replica: ReplicaID) throws(LedgerError) {
    try noteLeft(replica)
    let aside = joined(folder, "former-\(replica)")
    do throws(FileError) {
      try state.createFolderDurably(aside)
      for entry in try state.list(folder) ?? []
      where entry.kind == .file && ![Self.leftName, Self.takenName].contains(entry.name) {
        try state.rename(joined(folder, entry.name), to: joined(aside, entry.name), replacing: true)
      }
      try state.syncFolder(aside)
      try state.syncFolder(folder)
    } catch { throw LedgerError(error) }
  }
}
