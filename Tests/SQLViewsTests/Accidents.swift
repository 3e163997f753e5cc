import DaybookLog
import DaybookModel
import DaybookTestSupport
import Foundation

/// A writer by hand: signed commits whose lines are as they come, in whatever files they are put.
struct HandWriter {
  let key: SigningKey
  let ledger: String
  var time: UInt64
  private(set) var tree = MerkleTree()
  private var seq: UInt64 = 0
  private var commits: [(header: SegmentHeader, lines: [UInt8], lastSeq: UInt64)] = []

  init(_ number: UInt8, _ ledger: String, at time: Instant) {
    key = SigningKey(seed: [UInt8](repeating: number, count: 32)) ?? SigningKey()
    (self.ledger, self.time) = (ledger, UInt64(time.milliseconds) << 16)
  }

  var count: Int { commits.count }
  var seen: Seen { Seen([(key.replica, [Seen.Part(end: tree.size, root: tree.root)])]) }

  /// Where the next commit stands. Formats alternate.
  private var header: SegmentHeader {
    var header = SegmentHeader(
      ledger: ledger, replica: key.replica, publicKey: key.publicKey, firstSeq: seq + 1, size: tree.size,
      peaks: tree.peaks)
    header.format = Int64(1 + commits.count % 2)
    return header
  }

  /// - Parameter spoil: what becomes of the last event's line before it is signed.
  mutating func commit(
    _ mutations: [Mutation], seen: Seen = Seen(), isSigned: Bool = true,
    spoil: (String) -> [UInt8] = { Array($0.utf8) }
  ) throws {
    let before = header
    var lines: [UInt8] = []
    for (index, mutation) in mutations.enumerated() {
      seq += 1
      time += 1 << 16
      let event = Event(stamp: Stamp(time: time, replica: key.replica), seq: seq, mutation: mutation)
      var line = EventLineWriter.line(event)
      if index == mutations.count - 1 { line = spoil(String(decoding: line, as: UTF8.self)) }
      tree.append(Leaf.hash(line.span))
      lines += line + [0x0a]
    }
    let leaf = CommitLine.write(
      Commit(number: UInt64(commits.count + 1), events: UInt64(mutations.count), seen: seen))
    tree.append(Leaf.hash(leaf.span))
    let head = try Signing.head(of: tree, ledger: ledger, replica: key.replica, key: key)
    lines += (isSigned ? CommitLine.adding(head, to: leaf) : leaf) + [0x0a]
    commits.append((before, lines, seq))
  }

  /// The stub of a commit's first event, and what vouches for it.
  ///
  /// - Parameter isSigned: by the line's own replica, whoever writes what vouches.
  func stub(of commit: Int, erasing fields: ErasedFields, isSigned: Bool = false) throws -> (
    leaf: Hash256, line: [UInt8], voucher: Mutation
  ) {
    let text = Array(commits[commit].lines.prefix { $0 != 0x0a })
    let event = try EventLine.parse(text.span)
    let leaf = Leaf.hash(text.span)
    let stub = Stub.make(of: text.span, event, leaf: leaf, erasing: fields)
    var line = EraseEvent.Line(
      replica: key.replica, leaf: leaf, fields: fields, stub: Hash256.of(stub.span))
    if isSigned { line = try line.signed(with: key) }
    let (kind, id) = (event.kind.text(text.span), event.id.text(text.span))
    let erase = EraseEvent(
      author: key.replica, kind: kind, id: id, erasure: ErasureID(author: key.replica, id: "x"),
      act: .line(line))
    var voucher = Mutation(.erase, kind: kind, id: id)
    voucher.other[EraseEvent.key] = erase.json
    return (leaf, stub, voucher)
  }

  // MARK: Files

  func putOpen(_ range: Range<Int>, random: String, in replicas: String) throws {
    let bytes = commits[range].reduce(SegmentWriter.headerFrame(commits[range.lowerBound].header)) {
      $0 + SegmentWriter.commitFrame(lines: $1.lines)
    }
    try put(bytes, .open(first: commits[range.lowerBound].header.firstSeq, random: random), in: replicas)
  }

  /// Each range is a frame.
  ///
  /// - Parameter stubs: what stands in the place of lines, by leaf.
  func putSealed(_ frames: [Range<Int>], stubs: [Hash256: [UInt8]] = [:], in replicas: String) throws {
    var bytes: [UInt8] = []
    for frame in frames {
      var header = commits[frame.lowerBound].header
      if !stubs.isEmpty { header.format = SegmentHeader.stubFormat }
      let lines = commits[frame].flatMap(\.lines).split(separator: 0x0a).flatMap { line in
        (stubs[Leaf.hash(Array(line).span)] ?? Array(line)) + [0x0a]
      }
      bytes += SegmentWriter.commitFrame(lines: header.line() + [0x0a] + lines)
    }
    guard let first = frames.first, let last = frames.last else { return }
    let name = SegmentName.sealed(
      first: commits[first.lowerBound].header.firstSeq, last: commits[last.upperBound - 1].lastSeq,
      file: bytes.span)
    try put(bytes, name, in: replicas)
  }

  private func put(_ bytes: [UInt8], _ name: SegmentName, in replicas: String) throws {
    let folder = "\(replicas)/\(key.replica)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }
}

extension RandomFamily {
  /// Lines that no reader takes, and one that is unusual only.
  private static let spoils: [@Sendable (String) -> [UInt8]] = [
    { Array($0.replacing("\"set\":{", with: "\"set\":{\"twice\":1,\"twice\":2,").utf8) },
    { Array(($0.dropLast() + ",\"by\":5}").utf8) },
    { Array($0.replacing("\"seq\":", with: "\"seq\":1").utf8) },
    { Array($0.replacing("\"kind\":\"sam.person\",", with: "").utf8) },
    { Array($0.replacing("\"displayNameCache\":\"", with: "\"displayNameCache\":\"\\ud800").utf8) },
    { Array($0.utf8).flatMap { $0 == UInt8(ascii: "S") ? [0xff, 0xfe] : [$0] } },
    { Array($0.utf8).flatMap { $0 == UInt8(ascii: "S") ? [0x01] : [$0] } },
    {
      Array(
        $0.replacing(
          "\"set\":{",
          with: "\"set\":{\"deep\":" + String(repeating: "[", count: 63)
            + String(repeating: "]", count: 63) + ","
        ).utf8)
    },
    { Array($0.replacing("\"stamp\"", with: "\"st\\u0061mp\"").utf8) },
    { Array($0.replacing("\"op\":", with: "\r \"op\" : ").utf8) },
  ]

  /// What no ledger writes but may find: a replica that forked, and one that knew of one of its histories; commits that
  /// nobody signed; lines that are not as they must be.
  mutating func addAccidents() throws {
    /// With an id: only the ledger works one out of its key.
    func any() -> Mutation {
      var mutation = mutation()
      if mutation.id.isEmpty { mutation.id = "key" }
      return mutation
    }
    let descriptor = try Data(contentsOf: URL(fileURLWithPath: path(0) + "/daybook.json"))
    let ledger =
      try JSONParser.parse(String(decoding: descriptor, as: UTF8.self)).object?["ledger"]?.string ?? ""
    let replicas = path(0) + "/replicas"
    func writer(_ number: UInt8) -> HandWriter { HandWriter(number, ledger, at: clock.now) }
    func person(_ id: String, _ address: String? = nil) -> Mutation {
      Mutation(
        .upsert, kind: "sam.person", id: id,
        set: address.map { ["otherEmailAddresses": .array([.string($0)])] } ?? ["displayNameCache": "S"])
    }

    var one = writer(101)
    try one.commit([person("forked", "base@x.example"), any()])
    try one.commit([any(), any()])
    var other = one
    other.time += 7
    let shared = one.count
    var third = writer(102)
    try one.commit([person("forked", "a@x.example"), person("forked twice", "d@x.example")])
    try third.commit([person("forked", "c@x.example"), any()], seen: one.seen)
    try other.commit([person("forked", "b@x.example"), any(), person("forked twice", "e@x.example")])
    for _ in 0..<4 {
      try one.commit([any()])
      try other.commit([any()], seen: third.seen)
      try third.commit([any()], seen: chance(2) ? one.seen : other.seen)
    }
    let isSealed = chance(2)
    if isSealed { try one.putSealed([0..<1, 1..<shared], in: replicas) }
    try one.putOpen((isSealed ? shared : 0)..<one.count, random: "00000000000000a1", in: replicas)
    try other.putOpen((isSealed ? shared : 0)..<other.count, random: "00000000000000b2", in: replicas)
    try third.putOpen(0..<third.count, random: "00000000000000c3", in: replicas)

    var unsigned = writer(103)
    for id in ["signed", "unsigned"] {
      try unsigned.commit([person(id), any()], isSigned: id == "signed")
    }
    try unsigned.putOpen(0..<unsigned.count, random: "00000000000000d4", in: replicas)

    for (number, spoil) in Self.spoils.enumerated() {
      var open = writer(UInt8(110 + number))
      for index in 0..<3 {
        let spoil = index == 1 ? spoil : { Array($0.utf8) }
        try open.commit(
          [any(), person(["before", "bad", "behind"][index] + " open \(number)")], spoil: spoil)
      }
      try open.putOpen(0..<open.count, random: "00000000000000e5", in: replicas)
      var sealed = writer(UInt8(140 + number))
      for index in 0..<6 {
        let spoil = index == 2 ? spoil : { Array($0.utf8) }
        try sealed.commit([any(), person("sealed \(number) \(index)")], spoil: spoil)
      }
      try sealed.putSealed([0..<2, 2..<5, 5..<6], in: replicas)
    }
    try Self.addStubs(writer, in: replicas)
  }

  /// Stubs of lines that one writer wrote and another: that their writer vouches for, that somebody else does, also with
  /// their writer's signature, that nobody does, and that no frame may hold.
  private static func addStubs(_ writer: (UInt8) -> HandWriter, in replicas: String) throws {
    func person(_ id: String) -> Mutation {
      Mutation(
        .upsert, kind: "sam.person", id: id, set: ["displayNameCache": "S", "notes": .string("of \(id)")],
        by: "ann")
    }
    let some = ErasedFields.named(["displayNameCache"])
    var other = writer(170)
    for (number, by) in ["nobody", "itself", "other", "other, a part", "other, signed", "unsound"]
      .enumerated()
    {
      var one = writer(UInt8(171 + number))
      try one.commit([person("stub by \(by)")])
      try one.commit([person("behind stub by \(by)")])
      var stub = try one.stub(of: 0, erasing: by == "other" ? .all : some, isSigned: by == "other, signed")
      switch by {
      case "itself": try one.commit([stub.voucher])
      case "other", "other, a part", "other, signed": try other.commit([stub.voucher])
      case "unsound":
        let text = String(decoding: stub.line, as: UTF8.self)
        stub.line = Array(text.replacing("\"op\":\"upsert\"", with: "\"op\":\"erase\"").utf8)
      default: break
      }
      let frames = [0..<1, 1..<one.count]
      try one.putSealed(frames, stubs: [stub.leaf: stub.line], in: replicas)
    }
    try other.putSealed([0..<other.count], in: replicas)
  }
}
