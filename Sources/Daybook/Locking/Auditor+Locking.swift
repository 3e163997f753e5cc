import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Auditor {
  /// The findings about files of devices in a locked ledger's folder.
  ///
  /// - Parameter newest: for each replica, the newest ring that its log names.
  func lockingFindings(_ newest: [ReplicaID: RingNotice]) throws -> [Finding] {
    guard let locking = folder.locking else { return [] }
    let rings = FoundRings(
      in: locking.base, ledger: descriptor.ledger, identities: try locking.identities(),
      taken: try locking.device?.taken() ?? [:])
    var findings = rings.unreadable.map { Finding(unreadableKey: $0) }
    // Other devices' rings are sound, though this one cannot open them.
    let refused = rings.refused.filter { $0.error.reason != .age(.noMatch) }
    findings += refused.map { Finding(refused: $0.error, file: $0.path) }
    for entry in try locking.base.list(LedgerLayout.replicas) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name),
        let files = try? LockingFiles(of: replica, in: locking.base, ledger: descriptor.ledger)
      else { continue }
      findings += files.refused.map { Finding(refused: $0.error, file: $0.path, of: replica) }
      guard let notice = newest[replica] else { continue }
      if files.device == nil, files.refused.isEmpty { findings.append(Finding(noDeviceFileOf: replica)) }
      findings += ringFindings(files, notice, rings, besides: Set(refused.map(\.path)), of: replica)
    }
    return findings
  }

  /// Compares a replica's rings with the newest that its log names.
  ///
  /// - Parameter refused: paths of the rings that already have a finding.
  private func ringFindings(
    _ files: LockingFiles, _ notice: RingNotice, _ found: FoundRings, besides refused: Set<String>,
    of replica: ReplicaID
  ) -> [Finding] {
    let folder = LedgerLayout.folder(of: replica)
    let names = files.rings.filter { !refused.contains(joined(folder, "\($0)")) }
    // Those that this device opens may be ahead of the log.
    let strangers = names.filter { $0.number > notice.number && $0.number != found.rings[replica]?.number }
    let findings = strangers.map { Finding(unknownRing: joined(folder, "\($0)"), of: replica) }
    guard let newest = names.first(where: { !strangers.contains($0) }) else {
      let isRefused = files.rings.contains { $0.number <= notice.number }
      return isRefused ? findings : findings + [Finding(noRing: notice, of: replica)]
    }
    let path = joined(folder, "\(newest)")
    guard newest.number >= notice.number else {
      return findings + [Finding(olderRing: path, than: notice, of: replica)]
    }
    guard newest.number == notice.number,
      let bytes = try? self.folder.readAll(path, sizeBytesMax: Keyring.fileSizeBytesMax),
      Hash256.of(bytes.span) != notice.file
    else { return findings }
    return findings + [Finding(otherRing: path, of: replica)]
  }

  /// Which commits of a locked ledger count, as determined when it was opened. O(size of the ledger) if nothing has
  /// been read yet.
  func counting() -> CountingRule {
    guard let locking = folder.locking else { return .all }
    if locking.counting != nil { return locking.rule }
    let journals = machine.waitingJournals(descriptor.ledger)
    if var loaded = try? LedgerState.read(folder, descriptor) {
      _ = try? loaded.takeIn(waiting: journals, of: machine, folder, descriptor, .empty)
    }
    return locking.rule
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
    for (branch, commits) in log.commits.sorted(by: { $0.key < $1.key }) {
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

extension Finding {
  fileprivate init(unreadableKey error: FileError) {
    self.init(
      .corruption, file: error.path, "it cannot be read: \(error.why)",
      advice: "check the disk and the file's permissions, then read again")
  }

  fileprivate init(refused error: LockingError, file: String, of replica: ReplicaID? = nil) {
    self.init(
      .quarantined, replica: replica, file: file, error.what,
      advice: error.advice ?? "look for the right one in another copy")
  }

  fileprivate init(noDeviceFileOf replica: ReplicaID) {
    self.init(
      .missing, replica: replica, "its device file is not here, so its keyrings are not accepted",
      advice: "copy the file device-….json of its folder from another machine")
  }

  fileprivate init(noRing notice: RingNotice, of replica: ReplicaID) {
    self.init(.missing, replica: replica, "its keyring is not here", advice: Self.copying(notice))
  }

  fileprivate init(olderRing file: String, than notice: RingNotice, of replica: ReplicaID) {
    self.init(
      .missing, replica: replica, file: file, "its log names a later keyring, number \(notice.number)",
      advice: Self.copying(notice))
  }

  fileprivate init(otherRing file: String, of replica: ReplicaID) {
    self.init(
      .quarantined, replica: replica, file: file, "it is not the keyring that its replica's log names",
      advice: "copy it again from another machine")
  }

  fileprivate init(unknownRing file: String, of replica: ReplicaID) {
    self.init(
      .stranger, replica: replica, file: file,
      "it is a keyring that is not for this device, and that its replica's log does not name",
      advice: "copy the rest of the replica's files; if another member's machine does not have it, remove it")
  }

  private static func copying(_ notice: RingNotice) -> String {
    "copy the file keys-\(notice.number)-….age of its folder from another machine"
  }
}
