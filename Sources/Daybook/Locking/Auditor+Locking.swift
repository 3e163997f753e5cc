import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Auditor {
  /// What is wrong with the files of devices in a locked ledger's folder.
  ///
  /// - Parameter newest: of each replica the newest ring that its log names.
  func lockingFindings(_ newest: [ReplicaID: RingNotice]) throws -> [Finding] {
    guard let locking = folder.locking else { return [] }
    let rings = try FoundRings(
      in: locking.base, ledger: descriptor.ledger, identities: locking.identities,
      taken: try locking.device?.taken() ?? [:])
    var findings: [Finding] = []
    for (path, error) in rings.refused {
      // Other devices' rings are sound, though this one cannot open them.
      if case .age(.noMatch) = error.reason { continue }
      findings.append(
        Finding(
          .quarantined, file: path, error.what,
          advice: error.advice ?? "look for the right one in another copy"))
    }
    for (replica, notice) in newest.sorted(by: { $0.key < $1.key }) {
      let files = try LockingFiles(of: replica, in: locking.base, ledger: descriptor.ledger)
      findings += files.refused.map { path, error in
        Finding(
          .quarantined, replica: replica, file: path, error.what,
          advice: error.advice ?? "look for the right one in another copy")
      }
      let path = LedgerLayout.folder(of: replica)
      guard let name = files.rings.first else {
        findings.append(
          Finding(
            .missing, replica: replica, "its keyring is not here",
            advice: "copy the file keys-\(notice.number)-….age of its folder from another machine"))
        continue
      }
      if name.number < notice.number {
        findings.append(
          Finding(
            .missing, replica: replica, file: joined(path, "\(name)"),
            "its log names a later keyring, number \(notice.number)",
            advice: "copy the file keys-\(notice.number)-….age of its folder from another machine"))
      } else if name.number == notice.number,
        let bytes = try? locking.base.readAll(
          joined(path, "\(name)"), sizeBytesMax: Keyring.fileSizeBytesMax),
        Hash256.of(bytes.span) != notice.file
      {
        findings.append(
          Finding(
            .quarantined, replica: replica, file: joined(path, "\(name)"),
            "it is not the keyring that its replica's log names", advice: "copy it again from another machine"
          ))
      }
    }
    return findings
  }

  /// The newest rings that the logs name. O(size of the ledger)
  func newestRings() throws -> [ReplicaID: RingNotice] {
    guard folder.locking != nil else { return [:] }
    var log = DeviceLog()
    log.isWanted = true
    _ = try LedgerReader(store: folder, descriptor: descriptor).read(Inventory.scan(folder)) { frame in
      log.note(frame.content, frame.commits, of: frame.branch, firstLeaf: frame.firstLeaf)
    }
    var newest: [ReplicaID: RingNotice] = [:]
    for (branch, commits) in log.commits {
      for event in commits.flatMap(\.events) {
        guard case .ring(let notice) = event.event.action, event.event.replica == branch.replica,
          notice.number > newest[branch.replica]?.number ?? 0
        else { continue }
        newest[branch.replica] = notice
      }
    }
    return newest
  }
}
