import DaybookLog
import DaybookModel

/// Stubs in the place of lines, in whatever file these lie.
struct OddStubs {
  /// By leaf.
  var lines: [Hash256: [UInt8]] = [:]
  /// What the header says of a frame with stubs.
  var format = SegmentHeader.stubFormat

  func replacing(_ text: [UInt8]) -> [UInt8] {
    if lines.isEmpty { return text }
    return text.split(separator: 0x0a).flatMap { line in
      (lines[Leaf.hash(Array(line).span)] ?? Array(line)) + [0x0a]
    }
  }
}

/// Has writers erase lines of their own and of others: as they should, and as they should not.
struct OddErasing {
  var lines: OddLines
  private(set) var machines: [[OddReplica]]
  private(set) var stubs = OddStubs()
  /// Of each line everything that is to be erased of it.
  private var erased: [Hash256: ErasedFields] = [:]

  /// The machines that asked, and whose lines they named.
  private var asked: [(author: Int, of: String, owner: Int)] = []

  private static let erasures = ["\"one\"", "\"one\"", "\"two\"", "\"t\\u0077o\""]

  init(_ lines: OddLines, _ machines: [[OddReplica]]) { (self.lines, self.machines) = (lines, machines) }

  mutating func erase(_ count: Int) throws {
    if lines.chance(10) { stubs.format = 2 }
    for _ in 0..<count {
      let author = lines.number(machines.count)
      if lines.chance(25), !asked.isEmpty {
        let asked = lines.pick(asked)
        try write(act(asked.author, asked.of), by: lines.chance(70) ? asked.owner : author)
        continue
      }
      let owner = lines.chance(60) ? author : lines.number(machines.count)
      let events = machines[owner].flatMap(\.events)
      if events.isEmpty { continue }
      let of = lines.pick(Self.erasures)
      asked.append((author, of, owner))
      try erase(lines.pick(events), by: author, of: of)
    }
  }

  private mutating func erase(_ named: OddReplica.Event, by author: Int, of: String) throws {
    let fields = fields()
    let all = lines.chance(80) ? (erased[named.leaf] ?? fields).union(fields) : fields
    erased[named.leaf] = all
    var stub = Stub.make(of: named.line.span, named.event, leaf: named.leaf, erasing: all)
    var told = Hash256.of(stub.span)
    switch lines.number(12) {
    case 0: told = named.leaf
    case 1: stub = spoiled(stub)
    case 2:
      stub = spoiled(stub)
      told = Hash256.of(stub.span)
    default: break
    }
    let isAllowed = StubRules.allows(named.event.op, kind: named.event.kind.text(named.line.span))
    if lines.chance(50), isAllowed || lines.chance(5) { stubs.lines[named.leaf] = stub }
    var kind = JSONValue.string(named.event.kind.text(named.line.span)).description
    if lines.chance(5) { kind = "\"k.two\"" }
    let id = JSONValue.string(named.event.id.text(named.line.span)).description
    var members = [
      "\"of\":" + of, "\"leaf\":\"\(named.leaf)\"", "\"stub\":\"\(told)\"",
      "\"replica\":\"\(named.event.stamp.replica)\"",
    ]
    if case .only(let names) = fields {
      let texts = names.map { JSONValue.string(String(decoding: $0, as: UTF8.self)).description }.sorted()
      members.append("\"fields\":[" + texts.joined(separator: ",") + "]")
    }
    if lines.chance(25), let signed = try signed(named, told, fields) {
      members.append("\"signed\":" + signed)
    }
    if lines.chance(5) { members.append(lines.pick(["\"act\":\"withdrawn\"", "\"act\":1", "\"more\":{}"])) }
    if lines.chance(6) { members.removeFirst() }
    if lines.chance(3) { members.append("\"fields\":null") }
    members.shuffle(using: &lines.random)
    let erases = lines.chance(97) ? "{" + members.joined(separator: ",") + "}" : "[]"
    let event = ",\"op\":\"erase\",\"kind\":\(kind),\"id\":\(id),\"erases\":\(erases)}"
    try write(event, by: author)
  }

  /// By the line's writer or somebody else, for this stub or another one.
  private mutating func signed(
    _ named: OddReplica.Event, _ told: Hash256, _ fields: ErasedFields
  ) throws -> String? {
    let replica = named.event.stamp.replica
    let signer =
      lines.chance(80) ? machines.joined().first { $0.id == replica } : machines.joined().last
    let stub = lines.chance(85) ? told : named.leaf
    let line = EraseEvent.Line(replica: replica, leaf: named.leaf, fields: fields, stub: stub)
    guard let key = signer?.key, lines.chance(90) else {
      return lines.pick(["1", "{}", "{\"key\":\"AAAA\"}"])
    }
    return try line.signed(with: key).voucher?.json.description
  }

  private mutating func fields() -> ErasedFields {
    if lines.chance(40) { return .all }
    return .named(["f", "g", "gh", "\u{e9}", "e\u{301}", ""].filter { _ in lines.chance(40) })
  }

  /// What its author may vouch for all the same, or a frame cannot hold.
  private mutating func spoiled(_ stub: [UInt8]) -> [UInt8] {
    let text = String(decoding: stub, as: UTF8.self)
    let changed = lines.pick([
      text.replacing("\"op\":\"upsert\"", with: "\"op\":\"delete\""),
      text.replacing("\"set\":{", with: "\"set\" : { "),
      text.replacing("\"op\":\"sync\"", with: "\"op\":\"erase\""),
      text.replacing("\"fields\":[", with: "\"fields\":[\"zz\","),
      text.replacing("\"fields\":[]", with: "\"fields\":[\"f\"]"),
      text.replacing("\"salts\":\"", with: "\"salts\":\"AAAA"),
      text.replacing("\"leaf\":\"", with: "\"more\":1,\"leaf\":\""),
      text.replacing("{\"erased\":{", with: "{\"erased\":1,\"was\":{"),
    ])
    return Array(changed.utf8)
  }

  private mutating func act(_ asker: Int, _ of: String) -> String {
    let author = machines[asker][0].id
    let id = lines.chance(90) ? of : "\"other\""
    let kind = lines.chance(95) ? "daybook.erasure" : "k.one"
    let act = lines.pick(["withdrawn", "withdrawn", "begun", "begun", "done", "undone"])
    let by = lines.chance(95) ? ",\"author\":\"\(author)\"" : ""
    let erases = "{\"act\":\"\(act)\"\(by),\"of\":\(of)}"
    return ",\"op\":\"erase\",\"kind\":\"\(kind)\",\"id\":\(id),\"erases\":\(erases)}"
  }

  private mutating func write(_ event: String, by author: Int) throws {
    let history = lines.number(machines[author].count)
    try machines[author][history].write([.event(event)])
  }
}
