// The rings of a ledger's folder, as this device opens them.

package import DaybookAge
package import DaybookLog
package import DaybookModel

package struct FoundRings: Sendable {
  /// The newest ring of each replica that can be opened.
  package private(set) var rings: [ReplicaID: Keyring] = [:]
  /// Rings that are not for this device, or that are refused.
  package private(set) var refused: [(path: String, error: LockingError)] = []
  /// The errors of files that exist but cannot be read: their content is unknown, so they must not be replaced.
  package private(set) var unreadable: [FileError] = []

  package init() {}

  /// Reads the rings in a folder. A ring counts only if it is signed by the key of the replica's device file, whose hash is
  /// the replica's id.
  ///
  /// - Parameters:
  ///   - identities: this device's key, or the recovery key.
  ///   - taken: the greatest number of a replica's rings that was accepted before.
  package init(
    in folder: any FileStore, ledger: String, identities: [AgeIdentity], taken: [ReplicaID: UInt64] = [:]
  ) {
    do throws(FileError) {
      for entry in try folder.list(LedgerLayout.replicas) ?? [] where entry.kind == .folder {
        guard let replica = ReplicaID(entry.name) else { continue }
        find(in: folder, ledger, replica, identities, taken[replica] ?? 0)
      }
    } catch {
      unreadable.append(error)
    }
  }

  private mutating func find(
    in folder: any FileStore, _ ledger: String, _ replica: ReplicaID, _ identities: [AgeIdentity],
    _ taken: UInt64
  ) {
    do throws(FileError) {
      let files = try LockingFiles(of: replica, in: folder, ledger: ledger)
      guard let device = files.device else { return }
      let expected = Keyring.Expectation(
        ledger: ledger, replica: replica, publicKey: device.keys.key, numberTaken: taken)
      for name in files.rings {
        if try take(name, in: folder, expected, identities) { return }
      }
    } catch {
      unreadable.append(error)
    }
  }

  private mutating func take(
    _ name: LockingFileName, in folder: any FileStore, _ expected: Keyring.Expectation,
    _ identities: [AgeIdentity]
  ) throws(FileError) -> Bool {
    let path = joined(LedgerLayout.folder(of: expected.replica), "\(name)")
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try folder.readAll(path, sizeBytesMax: Keyring.fileSizeBytesMax)
    } catch  where error.reason == .missing {
      return false
    } catch  where error.reason == .tooLarge {
      refused.append((path, LockingError(.keyring, .tooLong(sizeBytesMax: Keyring.fileSizeBytesMax))))
      return false
    }
    do {
      rings[expected.replica] = try Keyring(
        file: bytes, named: name, expected: expected, identities: identities)
      return true
    } catch {
      refused.append((path, error))
      return false
    }
  }

  package var epochs: [EpochKey] { rings.sorted { $0.key < $1.key }.flatMap(\.value.epochs) }
}

/// The files that a replica's folder has beside its segments.
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
      } catch  where error.reason == .missing {
        continue
      } catch  where error.reason == .tooLarge {
        refused.append((path, LockingError(.deviceFile, .tooLong(sizeBytesMax: DeviceFile.sizeBytesMax))))
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
