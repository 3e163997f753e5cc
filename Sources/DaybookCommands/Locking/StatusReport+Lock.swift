import Daybook

extension StatusReport.Lock {
  /// For programs.
  var json: JSONValue {
    .object([
      "members": .count(members), "waiting": .array(waiting.map { .string($0.description) }),
      "plainFiles": .array(
        plainFiles.map {
          .object(["replica": .string($0.replica.description), "files": .count($0.count)])
        }),
      "uncounted": .array(uncounted.map { .string($0.description) }),
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
