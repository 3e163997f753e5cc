import DaybookLog
import DaybookModel

/// All shapes, in sizes that take seconds.
struct HostileShapes {
  var scale: Double

  var all: [HostileShape] {
    [was, ahead, acks, branches, seen, fields, edges, unique, forks, folders, large, segments, gaps]
  }

  func count(_ count: Int) -> Int { max(10, Int(Double(count) * scale)) }

  static func upsert(_ id: String, _ set: String, was: String = "") -> String {
    "\"op\":\"upsert\",\"kind\":\"test.thing\",\"id\":\"\(id)\",\(was)\"set\":{\(set)}}"
  }

  /// As many events, each of an entity of its own, a hundred in a commit.
  static func plain(_ count: Int, in store: any FileStore) throws {
    var writer = HostileWriter(store)
    for start in stride(from: 0, to: count, by: 100) {
      try writer.commit((start..<min(start + 100, count)).map { upsert("e\($0)", "\"a\":\($0)") })
    }
    try writer.seal()
  }

  /// As many replicas with a file and a commit each.
  static func replicas(_ count: Int, in store: any FileStore) throws {
    for number in 0..<count {
      var writer = HostileWriter(store)
      try writer.commit([upsert("e\(number)", "\"a\":\(number)")])
      try writer.seal()
    }
  }
}
