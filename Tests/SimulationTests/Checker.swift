import DaybookLog
import DaybookModel
import DaybookTestSupport

/// What must hold of disks that a program finds when it starts again, whatever happened before.
struct Checker {
  /// All commits that were asked for, in order, and how many of them were acknowledged.
  var appended: [[String]]
  var acknowledged: Int
  var blobs: [Hash256: [UInt8]]
  var lies: FaultLies
  var rollSizeBytes: Int
  var verifier: SignatureCache

  /// How much is done with a machine that has started again.
  enum Depth: Int, Comparable {
    case recover, recoverTwice, goOn

    static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
  }

  /// Recovers; then again, which must change nothing; then goes on and loses power once more.
  /// Returns what is wrong, or nil.
  func check(_ disks: Disks, seed: UInt64, _ depth: Depth) -> String? {
    do {
      guard
        var machine = Machine(
          disks, FaultControl(lies: lies), rollSizeBytes: rollSizeBytes)
      else { return "no key" }
      let held: Int
      do {
        let (writer, _) = try machine.open()
        held = Int(writer.lastCommit)
        if let wrong = try wrong(with: machine, writer) { return wrong }
        writer.close()
      }
      if depth == .recover { return nil }
      let before = try machine.files()
      do {
        let (writer, report) = try machine.open()
        if !report.notices.isEmpty { return "the second recovery did something: \(report.notices)" }
        if Int(writer.lastCommit) != held { return "the second recovery found other commits" }
        // What comes after a stamp must be later.
        machine.goOn(behind: writer, appended: Array(appended[..<held]), blobs: blobs)
        if try machine.files().filter({ !$0.key.hasSuffix("journal.open") }) != before {
          return "the second recovery changed files"
        }
        if depth == .recoverTwice { return nil }
        _ = try writer.append([machine.draft(events: 1), machine.draft(events: 2)])
      }
      var later = self
      (later.appended, later.acknowledged) = (machine.appended, machine.appended.count)
      return later.check(machine.disks.crashed(seed: seed), seed: seed &+ 1, .recover)
    } catch {
      return "\(error)"
    }
  }

  private func wrong(with machine: Machine, _ writer: LogWriter) throws -> String? {
    let count = Int(writer.lastCommit)
    if count < acknowledged { return "\(acknowledged) commits were acknowledged, \(count) are there" }
    if count > appended.count { return "\(count) commits, of \(appended.count) that were asked for" }
    let notices = writer.takeNotices()
    if !notices.isEmpty { return "\(notices)" }
    let reader = try LogFolder(machine.ledgerStore, machine.folder, machine.key.publicKey, verifier)
    if reader.commits.count != count { return "\(count) commits are kept, \(reader.commits.count) published" }
    for (index, texts) in appended[..<count].enumerated() where reader.commits[UInt64(index + 1)] != texts {
      return "commit \(index + 1) is \(reader.commits[UInt64(index + 1)] ?? []), not \(texts)"
    }
    let format = try LedgerDescriptor(machine.ledgerStore.readAll(LedgerLayout.descriptor)).format
    if count > 0, format != Machine.descriptor.format { return "published in format \(format)" }
    if reader.strangers != [] { return "left in the folder: \(reader.strangers)" }
    for (digest, content) in blobs where try BlobStore(machine.ledgerStore).read(digest) != content {
      return "a blob is lost"
    }
    return nil
  }
}

extension Machine {
  /// Every file and its bytes.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for (label, store) in [("ledger", ledgerStore), ("state", stateStore)] {
      var folders = [""]
      while let folder = folders.popLast() {
        for entry in try store.list(folder) ?? [] {
          let path = joined(folder, entry.name)
          if entry.kind == .folder {
            folders.append(path)
          } else {
            files["\(label)/\(path)"] = try store.readAll(path)
          }
        }
      }
    }
    return files
  }

  /// A program that takes up where the writer is.
  mutating func goOn(behind writer: LogWriter, appended: [[String]], blobs: [Hash256: [UInt8]]) {
    (self.appended, self.blobs) = (appended, blobs)
    if let last = writer.lastStamp { advance(behind: last) }
  }
}
