import DaybookLog
import DaybookModel

// Events that are each valid, and together are meant to cost more than their number.

extension HostileShapes {
  /// Writes of one field, none of whose authors had read it.
  var was: HostileShape {
    let count = count(100_000)
    return HostileShape(name: "was", size: "\(count) writes of a field", ratioMax: 10) { store in
      var writer = HostileWriter(store)
      for start in stride(from: 0, to: count, by: 100) {
        try writer.commit(
          (start..<min(start + 100, count)).map {
            Self.upsert("e", "\"a\":\($0)", was: "\"was\":{\"a\":null},")
          })
      }
      try writer.seal()
      // With only one writer, conflicts are not searched for.
      try Self.replicas(1, in: store)
    } plain: {
      try Self.plain(count, in: $0)
    }
  }

  /// Writes of one field that wait to count, and then a write so late that all of them do.
  var ahead: HostileShape {
    let count = count(100_000)
    return HostileShape(name: "ahead", size: "\(count) writes far ahead", ratioMax: 10) { store in
      var writer = HostileWriter(store)
      let hour: UInt64 = 3_600_000 << 16
      for start in stride(from: 0, to: count, by: 100) {
        try writer.commit(
          (start..<min(start + 100, count)).map { number in
            let at = Stamp(time: writer.time + hour + UInt64(number), replica: writer.replica)
            return "\"at\":\"\(at)\"," + Self.upsert("e", "\"a\":\(number)", was: "\"was\":{\"a\":null},")
          })
      }
      writer.time += 2 * hour
      try writer.commit([Self.upsert("e", "\"b\":0")])
      try writer.seal()
      // With only one writer, conflicts are not searched for.
      try Self.replicas(1, in: store)
    } plain: {
      try Self.plain(count, in: $0)
    }
  }

  /// Acknowledgements of unknown replicas, and many small commits.
  var acks: HostileShape {
    let count = count(100_000)
    return HostileShape(name: "acks", size: "\(count) waiting acks", ratioMax: 10) { store in
      var writer = HostileWriter(store)
      for start in stride(from: 0, to: count, by: 100) {
        try writer.commit(
          (start..<min(start + 100, count)).map { number in
            let ack = Stamp(time: 1 << 60, replica: ReplicaID(rawValue: UInt64(number) << 20))
            return
              "\"op\":\"sync\",\"kind\":\"test.thing\",\"id\":\"e\(number)\",\"server\":\"2026-01-01T00:00:00.000000000Z\",\"acks\":\"\(ack)\",\"present\":true}"
          })
      }
      for number in 0..<count / 10 { try writer.commit([Self.upsert("e\(number)", "\"a\":\(number)")]) }
      try writer.seal()
    } plain: { store in
      try Self.plain(count, in: store)
      var writer = HostileWriter(store)
      for number in 0..<count / 10 { try writer.commit([Self.upsert("e\(number)", "\"a\":\(number)")]) }
      try writer.seal()
    }
  }

  /// Replicas that write the same fields without having seen one another's writes.
  var branches: HostileShape {
    let (count, fields) = (count(1000), 20)
    return HostileShape(name: "branches", size: "\(count) writers of \(fields) fields", ratioMax: 10) {
      store in
      for number in 0..<count {
        var writer = HostileWriter(store)
        try writer.commit((0..<fields).map { Self.upsert("e", "\"f\($0)\":\(number)") })
        try writer.seal()
      }
    } plain: { store in
      for number in 0..<count {
        var writer = HostileWriter(store)
        try writer.commit((0..<fields).map { Self.upsert("e\(number)", "\"f\($0)\":\(number)") })
        try writer.seal()
      }
    }
  }

  /// Claims of what was held of a replica, after overlapping gaps, and two replicas that wrote one field.
  var seen: HostileShape {
    let count = count(400_000)
    return HostileShape(name: "seen", size: "\(count) claims", ratioMax: 10) { store in
      var other = HostileWriter(store)
      for number in 0..<100 { try other.commit([Self.upsert("e\(number)", "\"a\":\(number)")]) }
      try other.seal()
      var writer = HostileWriter(store)
      for start in stride(from: 0, to: count, by: 1000) {
        let parts = (0..<UInt64(1000)).map { number in
          let first = 1_000_000_000 + UInt64(start) + number * 3
          let root = number % 2 == 0 ? nil : Hash256(words: (first, 0, 0, 0))
          return Seen.Part(first: first, end: first + 2, root: root)
        }
        try writer.commit(
          [Self.upsert("e\(start / 1000 % 100)", "\"a\":-1")], seen: Seen([(other.replica, parts)]))
      }
      try writer.seal()
    } plain: {
      try Self.plain(count / 4, in: $0)
    }
  }

  /// One entity with very many fields.
  var fields: HostileShape {
    let count = count(840_000)
    func make(_ store: any FileStore, id: (Int) -> String) throws {
      var writer = HostileWriter(store)
      for start in stride(from: 0, to: count, by: 1000) {
        let events = stride(from: start, to: min(start + 1000, count), by: 20).map { first in
          Self.upsert(id(first), (first..<first + 20).map { "\"f\($0)\":\($0)" }.joined(separator: ","))
        }
        try writer.commit(events)
      }
      try writer.seal()
    }
    return HostileShape(name: "fields", size: "\(count) fields of an entity", ratioMax: 10) {
      try make($0) { _ in "e" }
    } plain: {
      try make($0) { "e\($0)" }
    }
  }

  /// One entity with very many edges, of which every second is cut.
  var edges: HostileShape {
    let count = count(100_000)
    func make(_ store: any FileStore, id: (Int) -> String) throws {
      var writer = HostileWriter(store)
      for start in stride(from: 0, to: count, by: 100) {
        try writer.commit(
          (start..<min(start + 100, count)).map { number in
            let op = number % 2 == 0 ? "link" : "unlink"
            return
              "\"op\":\"\(op)\",\"kind\":\"test.thing\",\"id\":\"\(id(number))\",\"rel\":\"r\",\"to\":\"t\(number)\"}"
          })
      }
      try writer.seal()
    }
    return HostileShape(name: "edges", size: "\(count) edges of an entity", ratioMax: 5) {
      try make($0) { _ in "e" }
    } plain: {
      try make($0) { "e\($0 / 10)" }
    }
  }

  /// Entities that all have the same value of a unique field.
  var unique: HostileShape {
    let count = count(20_000)
    func make(_ store: any FileStore, name: (Int) -> String) throws {
      var writer = HostileWriter(store)
      for start in stride(from: 0, to: count, by: 100) {
        try writer.commit(
          (start..<min(start + 100, count)).map {
            "\"op\":\"upsert\",\"kind\":\"planner.tag\",\"id\":\"t\($0)\",\"set\":{\"name\":\"\(name($0))\"}}"
          })
      }
      try writer.seal()
    }
    return HostileShape(name: "unique", size: "\(count) tags of one name", ratioMax: 20) {
      try make($0) { _ in "urgent" }
    } plain: {
      try make($0) { "tag \($0)" }
    }
  }
}
