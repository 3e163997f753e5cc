// The rings of a ledger's folder, as this device opens them.

package import DaybookAge
package import DaybookLog
package import DaybookModel

package struct FoundRings: Sendable {
  /// Of each replica the newest that opens.
  package private(set) var rings: [ReplicaID: Keyring] = [:]
  /// Rings that are not for this device, or that are refused.
  package private(set) var refused: [(path: String, error: LockingError)] = []

  package init() {}

  /// Reads the rings in a folder. A ring counts only if it is signed by the key of the replica's device file, whose hash is
  /// the replica's id.
  ///
  /// - Parameters:
  ///   - identities: this device's key, or the recovery key.
  ///   - taken: the greatest number that was taken of a replica's rings.
  package init(
    in folder: any FileStore, ledger: String, identities: [AgeIdentity], taken: [ReplicaID: UInt64] = [:]
  ) throws(FileError) {
    for entry in try folder.list(LedgerLayout.replicas) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name) else { continue }
      let files = try LockingFiles(of: replica, in: folder, ledger: ledger)
      guard let device = files.device else { continue }
      for name in files.rings {
        let path = "\(LedgerLayout.folder(of: replica))/\(name)"
        let bytes: [UInt8]
        do throws(FileError) {
          bytes = try folder.readAll(path, sizeBytesMax: Keyring.fileSizeBytesMax)
        } catch  where error.reason == .missing {
          continue
        }
        do {
          rings[replica] = try Keyring(
            file: bytes, named: name,
            expected: Keyring.Expectation(
              ledger: ledger, replica: replica, publicKey: device.keys.key,
              numberTaken: taken[replica] ?? 0), identities: identities)
          break
        } catch {
          refused.append((path, error))
        }
      }
    }
  }

  package var epochs: [EpochKey] { rings.values.flatMap(\.epochs) }
}

/// What a replica's folder has beside its segments.
package struct LockingFiles: Sendable {
  /// The newest that is sound.
  package private(set) var device: DeviceFile?
  /// The newest first.
  package private(set) var rings: [LockingFileName] = []
  package private(set) var offers: [LockingFileName] = []
  package private(set) var notices: [LockingFileName] = []
  /// Device files that are refused.
  package private(set) var refused: [(path: String, error: LockingError)] = []

  package init(of replica: ReplicaID, in folder: any FileStore, ledger: String) throws(FileError) {
    let path = LedgerLayout.folder(of: replica)
    var devices: [LockingFileName] = []
    for entry in try folder.list(path) ?? [] where entry.kind == .file {
      guard let name = LockingFileName(entry.name) else { continue }
      switch name.kind {
      case .device: devices.append(name)
      case .keyring: rings.append(name)
      case .offer: offers.append(name)
      case .notice: notices.append(name)
      }
    }
    rings.sort { ($1.number, $1.digest) < ($0.number, $0.digest) }
    offers.sort { ($1.number, $1.digest) < ($0.number, $0.digest) }
    notices.sort { ($1.number, $1.digest) < ($0.number, $0.digest) }
    devices.sort { ($1.number, $1.digest) < ($0.number, $0.digest) }
    for name in devices {
      let path = "\(path)/\(name)"
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try folder.readAll(path, sizeBytesMax: DeviceFile.sizeBytesMax)
      } catch  where [.missing, .tooLarge].contains(error.reason) {
        continue
      }
      do {
        device = try DeviceFile(bytes, named: name, ledger: ledger, replica: replica)
        return
      } catch {
        refused.append((path, error))
      }
    }
  }
}
