import DaybookLog
import DaybookModel

extension WrittenHistory {
  /// A register of an entity, by name.
  struct Register: Hashable, Comparable, CustomStringConvertible {
    var entity: String
    var name: String

    var description: String { "\(entity) \(name)" }

    static func < (left: Register, right: Register) -> Bool {
      (left.entity, left.name) < (right.entity, right.name)
    }
  }

  /// A write of a register.
  struct Write {
    var event: Int
    var value: JSONValue
  }

  /// What each event writes by FileFormat.md, "Merging", apart from what servers say.
  var writes: [Register: [Write]] {
    var writes: [Register: [Write]] = [:]
    for (number, written) in events.enumerated() {
      let (event, mutation) = (written.event, written.event.mutation)
      let entity = "\(mutation.kind) \(mutation.id)"
      func write(_ name: String, _ value: JSONValue) {
        writes[Register(entity: entity, name: name), default: []].append(Write(event: number, value: value))
      }
      if mutation.op != .delete, mutation.server == nil {
        for member in mutation.set ?? [:] { write("field \(member.key)", member.value) }
        if mutation.op == .sync, let present = mutation.present { write("present", .bool(present)) }
      }
      switch mutation.op {
      case .upsert, .restore: write("alive", .bool(true))
      case .delete: write("alive", .bool(false))
      case .link, .unlink:
        if let rel = mutation.rel, let to = mutation.to {
          write("edge \(rel) \(to)", .bool(mutation.op == .link))
        }
      default: break
      }
      switch event.over {
      case .cleared?: write("over", .null)
      case .upTo(let stamp)?: write("over", .string(stamp.description))
      case nil: break
      }
    }
    return writes
  }

  /// The conflicts that must be told, each as the register and the writes that contend, the winner first.
  var conflicts: [String] {
    contended.map { register, heads in
      let texts = heads.map { "\(events[$0.event].event.stamp)=\($0.value)" }
      return "\(register): \(texts.joined(separator: ", "))"
    }
  }

  /// The writes that lost against one that their author had not seen, but for those between which a server has decided.
  var losers: [(register: Register, stamp: Stamp)] {
    contended.filter { !isDecidedByServer($0.register, $0.heads) }.flatMap { register, heads in
      heads.dropFirst().map { (register, events[$0.event].event.stamp) }
    }
  }

  /// Whether a server holds the field and has accepted each of the writes.
  private func isDecidedByServer(_ register: Register, _ heads: [Write]) -> Bool {
    let told = events.map(\.event).filter {
      $0.mutation.server != nil && "\($0.mutation.kind) \($0.mutation.id)" == register.entity
    }
    guard told.contains(where: { $0.mutation.set?.contains { "field \($0.key)" == register.name } ?? false })
    else { return false }
    return heads.allSatisfy { head in
      let stamp = events[head.event].event.stamp
      return told.contains { $0.mutation.acks.map { $0.replica == stamp.replica && $0 >= stamp } ?? false }
    }
  }

  private var contended: [(register: Register, heads: [Write])] {
    let (writes, erased) = (writes, erasedFields)
    var told: [(register: Register, heads: [Write])] = []
    for register in writes.keys.sorted() {
      let all = writes[register] ?? []
      if Set(all.map { events[$0.event].writer }).count < 2 { continue }
      var heads = all.filter { one in
        !all.contains { $0.event != one.event && saw(events[$0.event], events[one.event]) }
      }
      // A re-creation hides what it was told of: fields, presence and outgoing links.
      if register.name == "present" || register.name.hasPrefix("field ")
        || register.name.hasPrefix("edge "), let over = over(of: register.entity, writes)
      {
        heads.removeAll { order(of: $0) <= over }
      }
      // Nobody can choose what is erased.
      if register.name.hasPrefix("field ") {
        let field = String(register.name.dropFirst("field ".count))
        heads.removeAll { erased[events[$0.event].key.leaf]?.contains(field) ?? false }
      }
      guard let first = heads.first, heads.contains(where: { $0.value != first.value }) else { continue }
      heads.sort { precedes($1, $0) }
      told.append((register, heads))
    }
    return told
  }

  private func over(of entity: String, _ writes: [Register: [Write]]) -> Stamp? {
    let winner = writes[Register(entity: entity, name: "over")]?.max { precedes($0, $1) }
    return winner?.value.string.flatMap { Stamp($0) }
  }

  private func order(of write: Write) -> Stamp {
    let event = events[write.event].event
    return event.at ?? event.stamp
  }

  private func precedes(_ left: Write, _ right: Write) -> Bool {
    let (a, b) = (order(of: left), order(of: right))
    if a != b { return a < b }
    let (first, second) = (events[left.event].event, events[right.event].event)
    if first.stamp != second.stamp { return first.stamp < second.stamp }
    let hashes = [first, second].map { Leaf.hash(EventLineWriter.line($0).span) }
    return hashes[0] < hashes[1]
  }
}
