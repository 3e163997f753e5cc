import DaybookLog
import DaybookModel
import DaybookRecords
import Testing

/// The canonical text, every form of line in it, and its digest, written down: whatever the process, the
/// machine or the version.
@Suite struct DigestTests {
  private let ahead = Stamp(time: stamp(5).time + 1, replica: replicaA)

  private func history() throws -> TestHistory {
    var server = Mutation(.sync, kind: "messaging.message", id: "m1", set: ["text": "hello"])
    (server.server, server.acks) = (ServerTime(seconds: 1, nanoseconds: 5), stamp(2))
    server.present = true
    var person = Mutation(.upsert, kind: "sam.person", id: "p\"1", set: ["name": "Ann", "age": 5], by: "ann")
    person.v = 7
    let message = Mutation(.upsert, kind: "messaging.message", id: "m1", set: ["text": "hullo"])
    let link = Mutation(.link, kind: "sam.person", id: "p\"1", rel: "friends", to: "p2")
    // One step above the greatest stamp.
    let mine = [
      Event(stamp: stamp(1), seq: 1, mutation: person), Event(stamp: stamp(2), seq: 2, mutation: message),
      Event(stamp: stamp(3), seq: 3, mutation: server),
      Event(stamp: stamp(4), seq: 4, mutation: link, at: ahead),
    ]
    let rename = Mutation(.upsert, kind: "sam.person", id: "p\"1", set: ["name": .null])
    let theirs = Event(stamp: stamp(5, replicaB), seq: 1, mutation: rename, over: .upTo(stamp(9)))
    return try TestHistory(
      branches: [TestBranch(replica: replicaA), TestBranch(replica: replicaB)],
      commits: [TestCommit(branch: 0, events: mine), TestCommit(branch: 1, events: [theirs])])
  }

  @Test func textAndDigest() throws {
    let history = try history()
    let records = history.records()
    #expect(records.text() == expected(history))
    #expect(records.digest() == Hash256.of(Array(expected(history).utf8).span))
    #expect(
      records.digest().description == "ecbb029d23ff02aec90687d8bcfdd28ee65824b73a2f262c7783d2f8ab9698ba")
  }

  @Test func nothingAtAll() {
    #expect(Records().digest() == Hash256.of(Array("{\"records\":1}\n".utf8).span))
  }

  /// As the format says.
  private func expected(_ history: TestHistory) -> String {
    let hashes = history.commits[0].hashes.prefix(4) + history.commits[1].hashes.prefix(1)
    func leaf(_ index: Int) -> String { "\"leaf\":\"\(hashes[index])\"" }
    return """
      {"records":1}
      {"kind":"messaging.message","id":"m1","first":"\(stamp(2))","last":"\(stamp(3))"}
      {"alive":true,"stamp":"\(stamp(2))",\(leaf(1))}
      {"present":true,"server":"1970-01-01T00:00:01.000000005Z","stamp":"\(stamp(3))",\(leaf(2))}
      {"field":"text","value":"hullo","stamp":"\(stamp(2))",\(leaf(1))}
      {"field":"text","value":"hello","server":"1970-01-01T00:00:01.000000005Z","stamp":"\(stamp(3))",\(leaf(2))}
      {"acks":"\(stamp(2))"}
      {"kind":"sam.person","id":"p\\"1","first":"\(stamp(1))","last":"\(stamp(5, replicaB))"}
      {"alive":true,"stamp":"\(stamp(5, replicaB))",\(leaf(4)),"heads":[\
      {"value":true,"stamp":"\(stamp(5, replicaB))",\(leaf(4))},\
      {"value":true,"stamp":"\(stamp(1))","v":7,\(leaf(0))}]}
      {"over":"\(stamp(9))","stamp":"\(stamp(5, replicaB))",\(leaf(4))}
      {"field":"age","value":5,"stamp":"\(stamp(1))","v":7,\(leaf(0))}
      {"field":"name","value":null,"stamp":"\(stamp(5, replicaB))",\(leaf(4)),"heads":[\
      {"value":null,"stamp":"\(stamp(5, replicaB))",\(leaf(4))},\
      {"value":"Ann","stamp":"\(stamp(1))","v":7,\(leaf(0))}]}
      {"rel":"friends","to":"p2","value":true,"stamp":"\(stamp(4))","at":"\(ahead)",\(leaf(3))}

      """
  }
}
