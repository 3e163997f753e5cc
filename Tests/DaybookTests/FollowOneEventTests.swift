import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import DaybookView
import Testing

@testable import Daybook

/// The steps of the article of the same name, each at its own module.
@Suite struct FollowOneEventTests {
  @Test func fromTheArgumentToTheDiskAndBack() async throws {
    let place = try TemporaryFolder()
    var options = LedgerOptions.prompt
    options.stateDirectory = place.path + "/state"
    options.cacheDirectory = place.path + "/cache"
    options.snapshots = .always
    // Files that were just written are read again.
    options.fileTime = { SystemClock.now().milliseconds * 1_000_000 + 60_000_000_000 }
    try await Ledger.create(at: place.path + "/l", name: "here", options: options)
    let ledger = try await Ledger.open(at: place.path + "/l", systems: [.house], options: options)

    // 1. A mutation, as a line that `append` reads and as a value.
    let text = #"{"op":"upsert","kind":"house.member","id":"ann","set":{"name":"Ann Lee"},"by":"david"}"#
    let mutation = try Mutation(line: Array(text.utf8).span)
    var asked = MutationBuffer()
    try asked.append(line: Array(text.utf8).span)
    #expect(asked.mutations() == [mutation])

    // 2. Planned: the body of its line.
    let replica = try #require(ReplicaID("4f2a9c1e07b35d68"))
    var planner = MutationPlanner(schemas: try SchemaRegistry([.house]), replica: replica)
    var clock = HybridClock(replica: replica)
    let planned = try planner.plan(asked, Records(), salt: { Salt(1, 2) }) {
      clock.next(now: Instant(milliseconds: 1_790_000_000_000))
    }
    #expect(
      String(decoding: planned.bytes, as: UTF8.self)
        == #","op":"upsert","kind":"house.member","id":"ann","v":1,"set":{"name":"Ann Lee"},"by":"david","#
        + #""salt":"AQAAAAAAAAACAAAA"}"#)

    // 3. The line, its leaf, and the commit's own line.
    let content = try FrameContent(planned)
    #expect(content.events.count == 1 && content.leaves.count == 2 && content.commits[0].commit.events == 1)

    // 4. Acknowledged: all of that by the ledger.
    let receipt = try await ledger.append(asked)
    let event = try #require(receipt.events.first)
    #expect(event.mutation.set == mutation.set)
    #expect(event.mutation.v == 1)
    #expect(event.salt != nil)

    // 5. Folded, so that it reads at once.
    let first = try await ledger.get(kind: "house.member", id: "ann")
    #expect(first?["name"] == "Ann Lee")

    // 4. The line and the frame, in the published file.
    let store = try DiskFileStore(path: place.path + "/l")
    let writer = try #require(receipt.replica)
    let segment = try #require(try Inventory.scan(store).segments(of: writer).last)
    #expect(segment.last == event.seq)
    var reader = SegmentReader(bytes: try store.readAll(segment.path), isSealed: true)
    var line: [UInt8] = []
    while let part = reader.next() {
      guard case .frame(let content, _, _) = part, let entry = content.events.last else { continue }
      let leaf = content.leaves[entry.leaf]
      line = Array(content.bytes[leaf.range.start..<leaf.range.end])
      #expect(Leaf.hash(line.span) == leaf.hash)
    }
    #expect(
      String(decoding: line, as: UTF8.self).hasPrefix(
        #"{"stamp":"\#(event.stamp)","seq":\#(event.seq),"op":"upsert""#))

    // 6. Read, attested, folded.
    var records = Records()
    let branch = records.declareBranch(replica: writer)
    let descriptor = try LedgerDescriptor(store.readAll(LedgerLayout.descriptor))
    let report = try LedgerReader(store: store, descriptor: descriptor).read(Inventory.scan(store)) { frame in
      records.apply(frame.content, commits: frame.commits, branch: branch, firstLeaf: frame.firstLeaf)
    }
    #expect(report.findings.isEmpty)
    // Records cannot be copied into a #require.
    let found = records.entity("house.member", "ann")
    let named = records.field("name")
    let (entity, field) = (try #require(found), try #require(named))
    let written = records.register(entity, field)
    let register = try #require(written)
    let value = records.json(register.value)
    #expect(register.stamp == event.stamp)
    #expect(value == "Ann Lee")

    // 8. The row, by the schema, and the same through the ledger.
    let view = View(registry: try SchemaRegistry([.house]))
    let row = view.row("house.member", "ann", in: records)
    #expect(row?["name"] == "Ann Lee")
    #expect(row?["friends"] == [])
    let same = try await ledger.get(kind: "house.member", id: "ann")
    #expect(same == row)

    // 7. The next process goes on from a snapshot; what was written since, it has folded.
    await ledger.close()
    let next = try await Ledger.open(at: place.path + "/l", systems: [.house], options: options)
    #expect(await next.isFromSnapshot)
    #expect(try await next.get(kind: "house.member", id: "ann") == row)
    await next.close()
  }
}

extension Ledger {
  fileprivate var isFromSnapshot: Bool { loaded.isFromSnapshot }
}
