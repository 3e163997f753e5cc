// FileFormat.md, "Merging", word for word, without a thought for speed: every write is kept, and everything is worked
// out from all of them when it is asked for.

import DaybookLog
import DaybookModel

struct ReferenceModel {
  struct Entity: Hashable, Comparable {
    var kind: String
    var id: String

    static func < (left: Entity, right: Entity) -> Bool {
      left.kind != right.kind ? precede(left.kind, right.kind) : precede(left.id, right.id)
    }
  }

  enum Register: Hashable {
    case alive, present, over
    case field(String)
    case edge(String, String)
  }

  struct Key: Hashable {
    var register: Register
    var isServer: Bool
  }

  struct Write {
    var event: Event
    var value: String
    /// Whether there is no value left.
    var isErased = false
    var hash: Hash256
    var branch: Int
    var leaf: UInt64
    /// What `was` says of this field: absent, null, or a stamp.
    var was: JSONValue?

    /// `at` where it counts.
    var at: Stamp?

    var order: Stamp { at ?? event.stamp }
  }

  let history: TestHistory
  private(set) var commits: [TestHistory.Placed] = []
  /// The greatest `at` that counts.
  private let atLimit: UInt64
  private(set) var writes: [Entity: [Key: [Write]]] = [:]
  private(set) var acks: [Entity: [ReplicaID: [Stamp]]] = [:]
  private(set) var stamps: [Entity: [Stamp]] = [:]

  init(_ history: TestHistory, commits: [Int]? = nil) {
    self.history = history
    let held = (commits ?? Array(history.commits.indices)).map { history.commits[$0] }
    let events = held.flatMap(\.counting)
    atLimit = (events.map(\.stamp.time).max() ?? 0) + UInt64(events.count)
    for commit in held { apply(commit) }
    // An acknowledgement counts as far as its replica is held.
    for entity in acks.keys {
      acks[entity] = acks[entity]?.compactMapValues { told in
        told.filter { ack in events.contains { $0.stamp.replica == ack.replica && $0.stamp >= ack } }
      }.filter { !$0.value.isEmpty }
    }
  }

  private mutating func apply(_ commit: TestHistory.Placed) {
    commits.append(commit)
    for (index, event) in commit.events.enumerated() where !commit.isVoid(index) {
      var erased = ErasedFields.named([])
      if case .erased(let fields)? = commit.fates[index] { erased = fields }
      apply(
        Self.left(of: event, erased), erased, commit.hashes[index], commit.branch,
        commit.firstLeaf + UInt64(index))
    }
  }

  /// Who wrote a line goes with its last field.
  private static func left(of event: Event, _ erased: ErasedFields) -> Event {
    guard erased != .named([]), event.mutation.set?.allSatisfy({ erased.contains($0.key) }) ?? true else {
      return event
    }
    var event = event
    event.mutation.by = nil
    return event
  }

  private mutating func apply(
    _ event: Event, _ erased: ErasedFields, _ hash: Hash256, _ branch: Int, _ leaf: UInt64
  ) {
    let mutation = event.mutation
    let known: [EventOperation] = [.upsert, .link, .unlink, .dismiss, .restore, .delete, .sync]
    guard known.contains(mutation.op) else { return }
    let entity = Entity(kind: mutation.kind, id: mutation.id)
    let isServer = mutation.op == .sync && mutation.server != nil
    stamps[entity, default: []].append(event.stamp)
    if writes[entity] == nil { writes[entity] = [:] }

    let at = event.at.flatMap { at in
      at.replica == event.stamp.replica && at.time <= atLimit ? at : nil
    }
    func write(
      _ register: Register, _ value: String, isErased: Bool = false, was: JSONValue? = nil,
      isServer: Bool = false
    ) {
      let key = Key(register: register, isServer: isServer)
      writes[entity, default: [:]][key, default: []].append(
        Write(
          event: event, value: value, isErased: isErased, hash: hash, branch: branch, leaf: leaf,
          was: isServer ? nil : was,
          at: at))
    }
    if mutation.op != .delete {
      for member in mutation.set ?? [:] {
        write(
          .field(member.key), member.value.description, isErased: erased.contains(member.key),
          was: mutation.was?[member.key], isServer: isServer)
      }
    }
    switch mutation.op {
    case .upsert, .restore:
      write(.alive, "true")
      switch event.over {
      case .cleared?: write(.over, "null")
      case .upTo(let stamp)?: write(.over, "\"\(stamp)\"")
      case nil: break
      }
    case .delete: write(.alive, "false")
    case .link, .unlink:
      if let rel = mutation.rel, let to = mutation.to {
        write(.edge(rel, to), mutation.op == .link ? "true" : "false")
      }
    case .sync:
      if let present = mutation.present {
        write(.present, present ? "true" : "false", isServer: isServer)
      }
      if let ack = mutation.acks {
        acks[entity, default: [:]][ack.replica, default: []].append(ack)
      }
    default: break
    }
  }
}

extension TestHistory.Placed {
  /// A stub that nobody vouches for counts for nothing.
  var counting: [Event] { events.indices.filter { !isVoid($0) }.map { events[$0] } }

  fileprivate func isVoid(_ event: Int) -> Bool {
    if case .void? = fates[event] { true } else { false }
  }
}

extension ReferenceModel {
  func writes(_ entity: Entity, _ register: Register, isServer: Bool = false) -> [Write] {
    writes[entity]?[Key(register: register, isServer: isServer)] ?? []
  }

  func winner(_ entity: Entity, _ register: Register, isServer: Bool = false) -> Write? {
    writes(entity, register, isServer: isServer).max { left, right in
      if isServer, let a = left.event.mutation.server, let b = right.event.mutation.server, a != b {
        return a < b
      }
      if left.order != right.order { return left.order < right.order }
      if !isServer, left.event.stamp != right.event.stamp { return left.event.stamp < right.event.stamp }
      return left.hash < right.hash
    }
  }

  /// What `over` hides comes up to this.
  func over(_ entity: Entity) -> Stamp? {
    guard let write = winner(entity, .over), case .upTo(let stamp)? = write.event.over else { return nil }
    return write.order.predecessor.map { min(stamp, $0) }
  }

  /// Whether a local write is at or below `over`, and below the event that wrote the `over`.
  func isOver(_ entity: Entity, _ write: Write) -> Bool {
    guard let over = winner(entity, .over), case .upTo(let stamp)? = over.event.over else { return false }
    return write.order <= stamp && write.order < over.order
  }

  /// The write that shows.
  func shown(_ entity: Entity, _ register: Register) -> Write? {
    var local = winner(entity, register)
    if let write = local, isOver(entity, write) { local = nil }
    guard let server = winner(entity, register, isServer: true) else { return local }
    guard let write = local else { return server }
    let ack = acks[entity]?[write.event.stamp.replica]?.max()
    return ack.map { $0 >= write.event.stamp } ?? false ? server : local
  }

  func heads(_ entity: Entity, _ register: Register) -> [Write] {
    let all = writes(entity, register)
    return all.filter { one in !all.contains { $0.hash != one.hash && saw($0, one) } }
      .sorted { left, right in
        if left.order != right.order { return left.order > right.order }
        if left.event.stamp != right.event.stamp { return left.event.stamp > right.event.stamp }
        return left.hash > right.hash
      }
  }

  /// "Write W had seen X if X precedes W in its branch or W's `seen` covers X, and, where W's `was` names
  /// the field, X's order is at or below it."
  private func saw(_ author: Write, _ other: Write) -> Bool {
    switch author.was {
    case nil: break
    case .string(let text)?:
      guard let was = Stamp(text), other.order <= was else { return false }
    default: return false
    }
    if author.branch == other.branch { return other.leaf < author.leaf }
    let path = path(author.branch, end: author.leaf + 1)
    if path.contains(where: { $0.branch == other.branch && other.leaf < $0.end }) { return true }
    return commits.contains { commit in
      path.contains { $0.branch == commit.branch && commit.firstLeaf < $0.end } && covers(commit.seen, other)
    }
  }

  /// A branch and its ancestors, each with the end of what belongs to the line.
  private func path(_ branch: Int, end: UInt64) -> [(branch: Int, end: UInt64)] {
    var path = [(branch: branch, end: end)]
    while let last = path.last, let parent = history.branches[last.branch].parent {
      path.append((parent.branch, min(last.end, parent.leaf)))
    }
    return path
  }

  private func covers(_ seen: Seen, _ other: Write) -> Bool {
    let replica = history.branches[other.branch].replica
    let all = history.branches.indices.filter { history.branches[$0].replica == replica }
    for entry in seen.entries where entry.replica == replica {
      for part in entry.parts {
        if other.leaf < part.first { continue }
        guard let root = part.root else {
          if all.count == 1, other.leaf < part.end { return true }
          continue
        }
        guard root.words.0 < UInt64(history.branches.count) else { continue }
        let path = path(Int(root.words.0), end: part.end)
        if path.contains(where: { $0.branch == other.branch && other.leaf < $0.end }) { return true }
      }
    }
    return false
  }
}

/// By bytes.
func precede(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
