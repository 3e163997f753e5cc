import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import DaybookView
import Testing

/// The steps of the article of the same name, each at its own module.
@Suite struct FollowOneEventTests {
  @Test func fromTheArgumentToTheDiskAndBack() async throws {
    let place = try TemporaryFolder()
    var options = LedgerOptions()
    options.stateDirectory = place.path + "/state"
    try await Ledger.create(at: place.path + "/l", name: "here", options: options)
    let ledger = try await Ledger.open(at: place.path + "/l", systems: [.house], options: options)

    // 1. A mutation, as a line that `append` reads.
    let text = #"{"op":"upsert","kind":"house.member","id":"ann","set":{"name":"Ann Lee"},"by":"david"}"#
    let object = try #require(JSONParser.parse(text).object)
    let mutation = try Mutation(object)

    // 2 and 3. Planned, stamped, and 5. acknowledged: by the ledger.
    let receipt = try await ledger.append([mutation])
    let event = try #require(receipt.events.first)
    #expect(event.mutation.set == mutation.set)
    #expect(event.mutation.v == 1)
    #expect(event.salt != nil)

    // 4. The line and the frame, in the published file.
    let store = try DiskFileStore(path: place.path + "/l")
    let replica = try #require(receipt.replica)
    let segment = try #require(try Inventory.scan(store).segments(of: replica).first)
    var reader = SegmentReader(bytes: try store.readAll(segment.path), isSealed: false)
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

    // 6 and 7. Read, attested, folded.
    var records = Records()
    let branch = records.declareBranch(replica: replica)
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
  }
}
