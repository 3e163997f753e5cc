import DaybookLog
import DaybookModel
import DaybookTestSupport

/// What must hold of disks that a program finds when it starts again, whatever happened before.
struct Checker {
  /// All commits that were asked for, in order, and how many of them were acknowledged.
  var appended: [[String]]
  var acknowledged: Int
  var blobs: [Hash256: [UInt8]]
  var erased: ErasedLines
  var isLocked: Bool
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
          disks, FaultControl(lies: lies), rollSizeBytes: rollSizeBytes, isLocked: isLocked)
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
        machine.goOn(behind: writer, appended: Array(appended[..<held]), blobs: blobs, erased)
        if try machine.files().filter({ !$0.key.hasSuffix("journal.open") }) != before {
          return "the second recovery changed files"
        }
        if depth == .recoverTwice { return nil }
        _ = try writer.append([machine.draft(events: 1), machine.draft(events: 2)])
        if !erased.events.isEmpty, let wrong = try wrongAfterErasing(machine, writer) { return wrong }
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
    let reader = try LogFolder(machine.readableFolder, machine.folder, machine.key.publicKey, verifier)
    if reader.commits.count != count { return "\(count) commits are kept, \(reader.commits.count) published" }
    for (index, texts) in appended[..<count].enumerated() {
      let found = reader.commits[UInt64(index + 1)] ?? []
      if !isSame(found, texts) { return "commit \(index + 1) is \(found), not \(texts)" }
    }
    let format = try LedgerDescriptor(machine.ledgerStore.readAll(LedgerLayout.descriptor)).format
    let stubFormat = SegmentHeader.stubFormat
    if count > 0, format != Machine.descriptor.format, erased.texts.isEmpty || format != stubFormat {
      return "published in format \(format)"
    }
    if reader.strangers != [] { return "left in the folder: \(reader.strangers)" }
    for (digest, content) in blobs where try BlobStore(machine.readableFolder).read(digest) != content {
      return "a blob is lost"
    }
    return nil
  }

  /// A stub has no text, and stands only for what was erased.
  private func isSame(_ found: [String], _ texts: [String]) -> Bool {
    found.count == texts.count
      && zip(found, texts).allSatisfy { $0 == $1 || $0.isEmpty && erased.texts.contains($1) }
  }

  /// What is erased goes when the machine goes on, whatever it had done of that.
  private func wrongAfterErasing(_ machine: Machine, _ writer: LogWriter) throws -> String? {
    var machine = machine
    machine.erased.texts.subtract(erased.unsure)
    try machine.removeTexts(writer)
    return try machine.erasedTextsLeft().first
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
  mutating func goOn(
    behind writer: LogWriter, appended: [[String]], blobs: [Hash256: [UInt8]], _ erased: ErasedLines
  ) {
    (self.appended, self.blobs, self.erased) = (appended, blobs, erased)
    if let last = writer.lastStamp { advance(behind: last) }
  }
}
