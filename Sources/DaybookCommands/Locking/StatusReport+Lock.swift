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
      "plainFiles": StatusReport.json(plainFiles),
      "uncounted": .array(uncounted.map { .string($0.description) }),
      "unlockedBy": .array(unlockedBy.map { .string($0.description) }),
      "lockedAnewBy": .array(lockedAnewBy.map { .string($0.description) }),
      "lockedApart": .array(lockedApart.map { .string($0.description) }),
    ])
  }

  /// For people: what there is to say, by label.
  func facts(_ names: [ReplicaID: String]) -> [(name: String, value: JSONValue)] {
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
    } else if !unlockedBy.isEmpty {
      facts.append(
        ("unlocked", .string("by \(list(unlockedBy)): run 'daybook unlock' here, too, or go on locked")))
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
    if !plainFiles.isEmpty {
      let parts = plainFiles.map { "\(names[$0.replica] ?? $0.replica.description): \($0.count)" }
      facts.append(("plainFiles", .string(parts.joined(separator: ", "))))
    }
    if !uncounted.isEmpty {
      let text = "some commits of \(list(uncounted)): not a member's, so they do not show"
      facts.append(("uncounted", .string("\(text); a device of yours can join, other files can be removed")))
    }
    return facts
  }
}
