import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

/// What a snapshot of a locked ledger keeps of its devices.
struct KeptDevices {
  var log: DeviceLog
  var rule: CountingRule

  private static let section = "devices"

  init(log: DeviceLog, rule: CountingRule) { (self.log, self.rule) = (log, rule) }

  /// Nil where the snapshot has none.
  init?(_ file: SnapshotFile) {
    guard let object = (try? JSONParser.parse(file.elements(Self.section, as: UInt8.self)))?.object,
      let counting = Counting(object["counting"]), let branches = object["branches"]?.array
    else { return nil }
    var commits: [BranchID: [DeviceHistory.Commit]] = [:]
    for item in branches {
      guard let object = item.object, let branch = BranchID(object["branch"]),
        let list = object["commits"]?.array
      else { return nil }
      for item in list {
        guard let commit = DeviceHistory.Commit(item) else { return nil }
        commits[branch, default: []].append(commit)
      }
    }
    (log, rule) = (DeviceLog(commits: commits), .by(counting))
  }

  func write(to writer: inout SnapshotWriter) throws(FileError) {
    var text: [UInt8] = []
    if log.isWanted, case .by(let counting) = rule {
      let branches = log.commits.sorted { $0.key.order < $1.key.order }.map { branch, commits in
        JSONValue.object(["branch": branch.json, "commits": .array(commits.map(\.json))])
      }
      let object: JSONObject = ["counting": counting.json, "branches": .array(branches)]
      text = JSONValue.object(object).canonicalBytes
    }
    try writer.add(Self.section, text)
  }
}

extension Counting {
  var json: JSONValue {
    let limits = limits.sorted { $0.key.order < $1.key.order }.map { branch, limit in
      JSONValue.array([branch.json, .string(String(limit))])
    }
    return .object([
      "limits": .array(limits), "present": .array(present.sorted().map { .string($0.description) }),
    ])
  }

  fileprivate init?(_ json: JSONValue?) {
    guard let object = json?.object, let list = object["limits"]?.array,
      let present = object["present"]?.array
    else { return nil }
    var limits: [BranchID: UInt64] = [:]
    for item in list {
      guard let pair = item.array, pair.count == 2, let branch = BranchID(pair[0]),
        let limit = pair[1].string.flatMap({ UInt64($0) })
      else { return nil }
      limits[branch] = limit
    }
    self.init(limits: limits, present: Set(present.compactMap { $0.string.flatMap { ReplicaID($0) } }))
  }
}

extension BranchID {
  fileprivate var order: (UInt64, Int) { (replica.rawValue, ordinal) }
  fileprivate var json: JSONValue { .array([.string(replica.description), .int(Int64(ordinal))]) }

  fileprivate init?(_ json: JSONValue?) {
    guard let pair = json?.array, pair.count == 2, let replica = pair[0].string.flatMap({ ReplicaID($0) }),
      let ordinal = pair[1].int
    else { return nil }
    self.init(replica: replica, ordinal: Int(clamping: ordinal))
  }
}

extension DeviceHistory.Commit {
  fileprivate var json: JSONValue {
    let events = events.map { event in
      let mutation = event.event.mutation
      return JSONValue.object([
        "leaf": .string(String(event.leaf)), "hash": .string(event.hash.description),
        "op": .string(mutation.op.rawValue), "id": .string(mutation.id),
        "set": mutation.set.map { .object($0) } ?? .null,
      ])
    }
    return .object(["end": .string(String(end)), "seen": .object(seen.json), "events": .array(events)])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let object = json.object, let end = object["end"]?.string.flatMap({ UInt64($0) }),
      let seen = object["seen"]?.object.flatMap({ Seen($0) }), let list = object["events"]?.array
    else { return nil }
    var events: [DeviceHistory.Event] = []
    for item in list {
      guard let object = item.object, let leaf = object["leaf"]?.string.flatMap({ UInt64($0) }),
        let hash = object["hash"]?.string.flatMap({ Hash256($0) }), let op = object["op"]?.string,
        let id = object["id"]?.string,
        let event = DeviceEvent(op: Operation(rawValue: op), id: id, set: object["set"]?.object)
      else { return nil }
      events.append(DeviceHistory.Event(leaf: leaf, hash: hash, event: event))
    }
    self.init(end: end, seen: seen, events: events)
  }
}
