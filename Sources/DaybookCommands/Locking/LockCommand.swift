import ArgumentParser
import Daybook

/// `daybook lock`
struct LockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Encrypt a ledger, so that nobody can read its folder without a key.",
    discussion: """
      Shows what it will do and asks, shows the recovery key once, and on a terminal asks for its last characters; \
      then it encrypts this machine's files. The recovery key opens everything when no device is left: write it on \
      paper, or print the page of --paper. Digest, roots, signatures and proofs stay the same.

      This device is the first member. Other devices ask for access with 'daybook device join'; what they wrote before \
      counts, and they encrypt their own files when they have joined. Copies of the folder that were made before stay \
      plain. After an interruption, run 'daybook lock' again: it continues with the same recovery key. In a ledger \
      that is locked, it encrypts plain files that came back: this device's, those of retired devices, and \
      attachments.

      Examples:
        daybook lock
        daybook lock --paper ~/recovery.html
      """)

  @OptionGroup var key: NewKeyOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let papers = try RecoveryPapers.linked()
    let path = try LedgerLocation.find(named: selection.ledger)
    let opening = try selection.openOptions()
    if try Ledger.isLockUnfinished(at: path, options: opening) {
      options.messages.show(
        Notice(
          "lock-continues",
          "locking was interrupted and continues with the recovery key that was shown last; 'daybook key check' says whether a paper has it"
        ))
      return try await finish(path) { try await Ledger.finishLock(at: path, options: opening, progress: $0) }
    }
    let ledger = try await selection.open()
    let status = try await ledger.replicas.status()
    if let lock = status.lock {
      guard lock.hasPlainFiles, lock.unlockedBy.isEmpty, lock.lockedAnewBy.isEmpty else {
        throw LedgerError(
          .refused, "the ledger is locked already", file: path,
          advice: "'daybook device list' shows who can read it")
      }
      // An old copy, or a machine that had not seen the lock, brought plain files.
      await ledger.close()
      return try await finish(path) { try await Ledger.finishLock(at: path, options: opening, progress: $0) }
    }
    try key.check(path)
    try Confirmation.require(
      "Lock this ledger?", isGiven: key.yes,
      what: "\(status.lockedFiles) would be encrypted, and every other device would have to join",
      meaning: status.meaningOfLocking, options.messages)
    try await ledger.requireWritableFolder()
    await ledger.close()
    let secret = try key.makeKey(
      of: status.ledger.id, at: status.ledger.path, in: selection.zone(), papers, options)
    do {
      try await finish(path) {
        try await Ledger.lock(at: path, recovery: secret, options: opening, progress: $0)
      }
    } catch let error as LedgerError {
      throw NewKeyOptions.explained(error, at: path, opening)
    }
  }

  /// Runs it with progress, and shows the result.
  private func finish(
    _ path: String, _ run: (_ progress: @escaping @Sendable (Int) -> Void) async throws -> Void
  ) async throws {
    let count = Shared(0)
    let messages = options.messages
    try await run { done in
      count.withLock { $0 = done }
      messages.progress("\(done) \(done == 1 ? "file" : "files") encrypted")
    }
    messages.endProgress()
    let status = try await selection.open().replicas.status()
    messages.show(status.notices)
    try options.output.show([
      ("ledger", .string(status.ledger.id)), ("locked", true), ("encrypted", .count(count.withLock { $0 })),
      ("plain", .count(status.lock.map { $0.plainFiles.reduce($0.plainBlobs) { $0 + $1.count } } ?? 0)),
    ])
    guard let lock = status.lock, lock.hasPlainFiles else { return }
    messages.show(Notice("plain", "files that stay plain: \(lock.plainText(status.names))"))
  }
}

extension StatusReport {
  fileprivate var lockedFiles: String {
    let count = replicas.filter { $0.isOwn || $0.retiredAt != nil }.reduce(0) { $0 + $1.files }
    return "\(count) \(count == 1 ? "file" : "files")"
  }

  fileprivate var meaningOfLocking: [String] {
    let others = replicas.filter { !$0.isOwn && $0.retiredAt == nil }
    var sentences = [
      "this will encrypt \(lockedFiles) of \(ledger.path); this device and the holder of the recovery key can read them"
    ]
    if !others.isEmpty {
      let names = others.map { $0.name ?? $0.id.description }.joined(separator: ", ")
      let files = others.reduce(0) { $0 + $1.files }
      sentences.append(
        "other devices wrote here (\(names)): what they wrote counts, each has to join with 'daybook device join', and \(files == 1 ? "1 file of theirs stays" : "\(files) files of theirs stay") plain until then"
      )
    }
    return sentences + [
      "copies of the folder that were made before stay plain: backups, version histories of sync tools, sticks",
      "earlier versions of daybook refuse a locked ledger",
    ]
  }
}

extension StatusReport {
  /// The files that members still encrypt after this device unlocked the ledger.
  ///
  /// - Parameter zone: nil for programs.
  func encryptedFiles(for zone: TimeZoneRule?, _ names: [ReplicaID: String]) -> JSONValue {
    if zone == nil { return Self.json(encryptedFiles) }
    let parts = encryptedFiles.map { "\(names[$0.replica] ?? $0.replica.description): \($0.count)" }
    return .string(
      parts.joined(separator: ", ") + "; run 'daybook unlock' there, then here for files that are left")
  }

  fileprivate static func json(_ counts: [(replica: ReplicaID, count: Int)]) -> JSONValue {
    .array(
      counts.map { .object(["replica": .string($0.replica.description), "files": .count($0.count)]) })
  }
}

extension StatusReport.Lock {
  /// For programs.
  var json: JSONValue {
    .object([
      "members": .count(members), "waiting": .array(waiting.map { .string($0.description) }),
      "plainFiles": StatusReport.json(plainFiles), "plainBlobs": .count(plainBlobs),
      "uncounted": .array(uncounted.map { .string($0.description) }),
      "unlockedBy": .array(unlockedBy.map { .string($0.description) }),
      "lockedAnewBy": .array(lockedAnewBy.map { .string($0.description) }),
      "lockedApart": .array(lockedApart.map { .string($0.description) }),
    ])
  }

  /// For people: labelled lines about the lock.
  ///
  /// - Parameter own: this machine's replica.
  func facts(_ names: [ReplicaID: String], own: ReplicaID?) -> [(name: String, value: JSONValue)] {
    func list(_ replicas: [ReplicaID]) -> String {
      replicas.map { names[$0] ?? $0.description }.joined(separator: ", ")
    }
    var facts: [(name: String, value: JSONValue)] = [
      ("locked", .string("\(members) \(members == 1 ? "member" : "members")"))
    ]
    if !lockedAnewBy.isEmpty {
      facts.append(
        ("lockedAnew", .string("by \(list(lockedAnewBy)): ask for access with 'daybook device join --again'"))
      )
    } else if let own, unlockedBy.contains(own) {
      facts.append(("unlocking", "it is not finished: run 'daybook unlock' again"))
    } else if !unlockedBy.isEmpty {
      facts.append(
        ("unlocked", .string("by \(list(unlockedBy)): run 'daybook unlock' here, too, or leave it locked")))
    }
    if !lockedApart.isEmpty {
      facts.append(
        (
          "lockedApart",
          .string(
            "\(list(lockedApart)) locked the ledger, too, and is not a member: if it is yours, decide which lock stays, "
              + "and run 'daybook device join --again' on the other device")
        ))
    }
    if !waiting.isEmpty {
      facts.append(("asking", .string("\(list(waiting)): see 'daybook device approve'")))
    }
    if hasPlainFiles { facts.append(("plainFiles", .string(plainText(names)))) }
    if !uncounted.isEmpty {
      facts.append(("uncounted", .string(uncountedSentences(names).joined(separator: " "))))
    }
    return facts
  }

  var hasPlainFiles: Bool { !plainFiles.isEmpty || plainBlobs > 0 }

  /// How many files are plain, and what encrypts them.
  func plainText(_ names: [ReplicaID: String]) -> String {
    var parts = plainFiles.map { "\(names[$0.replica] ?? $0.replica.description): \($0.count)" }
    if plainBlobs > 0 { parts.append("attachments: \(plainBlobs)") }
    return parts.joined(separator: ", ")
      + "; 'daybook lock' encrypts those of this device and of retired ones, and attachments; another device encrypts its "
      + "own when it has joined ('daybook device join' there), and one that is gone can be retired ('daybook replica retire')"
  }

  private func uncountedSentences(_ names: [ReplicaID: String]) -> [String] {
    uncounted.map { replica in
      let name = names[replica] ?? replica.description
      if uncountedRevoked.contains(replica) {
        return "\(name) was revoked: what it wrote afterwards does not count."
      }
      let joining =
        "\(name) is not a member, so \(uncountedWholly.contains(replica) ? "what it wrote" : "some of what it wrote") does "
        + "not count. If it is yours, run 'daybook device join' on it"
      return joining + (uncountedWholly.contains(replica) ? "; if not, delete replicas/\(replica)." : ".")
    }
  }
}
