import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel

/// What a device that asks for approval needs to show its words: the lock that the member pinned, and the member's own
/// device file; encrypted for that device alone.
struct Offer {
  let lock: DeviceLock
  let member: DeviceFile

  /// The value that represents a lock in the words.
  static func hash(of lock: DeviceLock) -> Hash256 {
    Hash256.of(JSONValue.object(lock.json).canonicalBytes.span)
  }

  init(lock: DeviceLock, member: DeviceFile) { (self.lock, self.member) = (lock, member) }

  /// Nil where it cannot be opened with the key, or is malformed.
  init?(_ file: [UInt8], _ key: AgeIdentity) {
    guard let content = try? AgeFile.decrypt(file, with: [key]),
      let end = content.firstIndex(of: 0x0a),
      let set = (try? JSONParser.parse(Array(content[..<end])))?.object,
      case .lock(let lock)? = DeviceEvent(op: "lock", id: ReplicaID(rawValue: 0).description, set: set)?
        .action,
      let member = try? DeviceFile(Array(content[(end + 1)...]))
    else { return nil }
    (self.lock, self.member) = (lock, member)
  }

  var content: [UInt8] { JSONValue.object(lock.json).canonicalBytes + [0x0a] + member.bytes }
}

extension DeviceFiles {
  /// Writes an offer into the member's folder.
  func offer(
    to device: DeviceFile, _ lock: DeviceLock, _ own: PublicKeys, of replica: ReplicaID
  ) throws -> LockingFileName {
    do {
      let files = try LockingFiles(of: replica, in: folder, ledger: ledger)
      guard let member = files.device, member.keys == own else {
        throw LedgerError(.refused, "this device's own file is missing from its folder", advice: "try again")
      }
      let bytes = try AgeFile.encrypt(
        Offer(lock: lock, member: member).content, to: [device.keys.recipient])
      let name = LockingFileName(.offer, (files.offers.first?.number ?? 0) + 1, file: bytes.span)
      try place(name, bytes, of: replica)
      return name
    } catch let error as FileError {
      throw LedgerError(error)
    } catch let error as AgeError {
      throw LedgerError(.refused, "the offer cannot be encrypted for the device: \(error)", cause: error)
    }
  }

  /// Removes the offers of a member except those with these names.
  func removeOffers(of replica: ReplicaID, besides kept: Set<String>) throws(LedgerError) {
    let path = LedgerLayout.folder(of: replica)
    do throws(FileError) {
      let offers = try LockingFiles(of: replica, in: folder, ledger: ledger).offers
      let former = offers.filter { !kept.contains("\($0)") }
      for name in former { try folder.remove(joined(path, "\(name)")) }
      if !former.isEmpty { try folder.syncFolder(path) }
    } catch { throw LedgerError(error) }
  }
}
