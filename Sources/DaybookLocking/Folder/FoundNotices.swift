package import DaybookAge
package import DaybookLog
package import DaybookModel

extension RevocationNotice {
  /// The notice in a folder that a device was revoked; nil if there is none that is for it, sound, and believed.
  ///
  /// - Parameters:
  ///   - identities: the device's keys.
  ///   - isBelieved: whether the device knows the author as a member, or the notice proves itself. Anybody else could
  ///     write one.
  package static func found(
    of replica: ReplicaID, in folder: any FileStore, ledger: String, identities: [AgeIdentity],
    isBelieved: (_ notice: RevocationNotice, _ author: PublicKeys) -> Bool
  ) throws(FileError) -> RevocationNotice? {
    for entry in try folder.list(LedgerLayout.replicas) ?? [] where entry.kind == .folder {
      guard let author = ReplicaID(entry.name), author != replica else { continue }
      let files = try LockingFiles(of: author, in: folder, ledger: ledger)
      guard !files.notices.isEmpty, let keys = files.device?.keys else { continue }
      for name in files.notices {
        let bytes: [UInt8]
        do throws(FileError) {
          bytes = try folder.readAll(
            joined(LedgerLayout.folder(of: author), "\(name)"), sizeBytesMax: fileSizeBytesMax)
        } catch  where [.missing, .tooLarge].contains(error.reason) {
          continue
        }
        if let content = try? AgeFile.decrypt(bytes, with: identities),
          let notice = RevocationNotice(content), notice.ledger == ledger, notice.replica == replica,
          notice.isSigned(by: keys), isBelieved(notice, keys)
        {
          return notice
        }
      }
    }
    return nil
  }

  /// The maximum size of the file, with the header for one recipient.
  private static let fileSizeBytesMax = 2 * sizeBytesMax
}
