import Daybook

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
