import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import Synchronization

/// What a snapshot of a locked ledger keeps about its devices. The deciding commits are decoded on demand: most
/// openings do not need them.
struct SnapshotDevices {
  var log: DeviceLog
  var rule: CountingRule

  private static let (countingSection, commitsSection) = ("counting", "devices")

  init(log: DeviceLog, rule: CountingRule) { (self.log, self.rule) = (log, rule) }

  /// Nil where the snapshot has none.
  init?(_ file: SnapshotFile) {
    guard let object = (try? JSONParser.parse(file.elements(Self.countingSection, as: UInt8.self)))?.object,
      let counting = Counting(object["counting"]), let judged = BranchID.numbers(object["judged"]),
      let ends = BranchID.numbers(object["ends"])
    else { return nil }
    let kept = SnapshotDeviceCommits(text: file.elements(Self.commitsSection), ends: ends)
    (log, rule) = (DeviceLog(kept, judged: judged), .by(counting))
  }

  func write(to writer: inout SnapshotWriter) throws(FileError) {
    var (counted, text): ([UInt8], [UInt8]) = ([], [])
    if log.isWanted, case .by(let counting) = rule {
      let commits = log.commits
      let object: JSONObject = [
        "counting": counting.json, "judged": BranchID.json(log.judged),
        "ends": BranchID.json(commits.compactMapValues { $0.last?.end }),
      ]
      counted = JSONValue.object(object).canonicalBytes
      text = SnapshotDeviceCommits.text(of: commits)
    }
    try writer.add(Self.countingSection, counted)
    try writer.add(Self.commitsSection, text)
  }
}

/// The commits of a snapshot that decide who is a member; decoded once.
final class SnapshotDeviceCommits: Sendable {
  /// Of each branch the end of the last one.
  let ends: [BranchID: UInt64]
  private let text: [UInt8]
  private let decoded = Mutex<(commits: [BranchID: [DeviceHistory.Commit]], isDamaged: Bool)?>(nil)

  init(text: [UInt8], ends: [BranchID: UInt64]) { (self.text, self.ends) = (text, ends) }

  var commits: [BranchID: [DeviceHistory.Commit]] { read().commits }
  var isDamaged: Bool { read().isDamaged }

  /// Whether one of them ends there.
  func has(_ end: UInt64, of branch: BranchID) -> Bool {
    let known = commits[branch] ?? []
    let place = known.firstPlace { $0.end >= end }
    return place < known.count && known[place].end == end
  }

  private func read() -> (commits: [BranchID: [DeviceHistory.Commit]], isDamaged: Bool) {
    decoded.withLock { decoded in
      if let decoded { return decoded }
      let commits = Self.commits(in: text)
      let read = (commits: commits ?? [:], isDamaged: commits?.compactMapValues { $0.last?.end } != ends)
      decoded = read
      return read
    }
  }

  private static func commits(in text: [UInt8]) -> [BranchID: [DeviceHistory.Commit]]? {
    guard let branches = (try? JSONParser.parse(text))?.array else { return nil }
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
    return commits
  }

  static func text(of commits: [BranchID: [DeviceHistory.Commit]]) -> [UInt8] {
    let branches = commits.sorted { $0.key.order < $1.key.order }.map { branch, commits in
      JSONValue.object(["branch": branch.json, "commits": .array(commits.map(\.json))])
    }
    return JSONValue.array(branches).canonicalBytes
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
  fileprivate static func json(_ numbers: [BranchID: UInt64]) -> JSONValue {
    .array(
      numbers.sorted { $0.key.order < $1.key.order }.map { .array([$0.key.json, .string(String($0.value))]) })
  }

  fileprivate static func numbers(_ json: JSONValue?) -> [BranchID: UInt64]? {
    guard let list = json?.array else { return nil }
    var numbers: [BranchID: UInt64] = [:]
    for item in list {
      guard let pair = item.array, pair.count == 2, let branch = BranchID(pair[0]),
        let number = pair[1].string.flatMap({ UInt64($0) })
      else { return nil }
      numbers[branch] = number
    }
    return numbers
  }

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
        let event = DeviceEvent(op: EventOperation(rawValue: op), id: id, set: object["set"]?.object)
      else { return nil }
      events.append(DeviceHistory.Event(leaf: leaf, hash: hash, event: event))
    }
    self.init(end: end, seen: seen, events: events)
  }
}
