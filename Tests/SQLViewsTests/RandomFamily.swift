import Daybook
import DaybookLog
import DaybookTestSupport
import Foundation
import Synchronization

@testable import DaybookCommands

/// A ledger that three machines with different clocks wrote at, of all kinds of all systems and one of none: conflicts,
/// deletes, re-creations, restores, erasures, a server's word, authors who had read something older; in sealed, open and
/// compacted files, some of whose lines lie in two of them; and of writers that met with an accident. The same seed
/// makes the same mutations.
struct RandomFamily {
  var random: SeededRandom
  let folder: TemporaryFolder
  private var machines: [Ledger] = []
  let clock = TestClock(1_790_000_000_000)
  private let schemas = RegisteredSystems.registry()
  private let seed: UInt64
  /// What was made, by kind.
  private var ids: [String: [String]] = [:]
  private var stamps: [String: [Stamp]] = [:]
  private(set) var refused = 0

  static let rawKind = "garden.plant"
  private static let machineCount = 3

  /// With spaces, quotes and what a glob would read.
  func path(_ machine: Int) -> String { "\(folder.path)/the fam'ly \"\(machine)\" [a-b].daybook" }

  init(seed: UInt64, steps: Int) async throws {
    random = SeededRandom(seed: seed)
    self.seed = seed
    folder = try TemporaryFolder()
    try await Ledger.create(at: path(0), name: "machine 0", options: options(0))
    machines.append(try await open(0))
    for machine in 1..<Self.machineCount {
      try await machines[0].replicas.replicate(with: path(machine))
      machines.append(try await open(machine))
    }
    for step in 0..<steps { try await take(step) }
    try await addStaleAuthors()
    try await addServerDecisions()
    let former = try segments()
    try await erase()
    try await settle(former)
    try addAccidents()
  }

  private func options(_ machine: Int) -> LedgerOptions {
    var options = LedgerOptions.prompt
    (options.stateDirectory, options.cacheDirectory) = (
      "\(folder.path)/state\(machine)", "\(folder.path)/cache\(machine)"
    )
    options.replicaName = "machine \(machine)"
    let salts = Mutex(SeededRandom(seed: seed &* 31 &+ UInt64(machine)))
    options.random = { salts.withLock { $0.next() } }
    var keys = SeededRandom(seed: seed &* 37 &+ UInt64(machine))
    let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &keys) }
    options.makeKey = { SigningKey(seed: key) ?? SigningKey() }
    // One is an hour late, one ten hours early.
    let skew: Int64 = [0, -3_600_000, 36_000_000][machine]
    let clock = clock
    options.now = { Instant(milliseconds: clock.now.milliseconds + skew) }
    return options
  }

  private func open(_ machine: Int) async throws -> Ledger {
    try await Ledger.open(at: path(machine), schemas: schemas, options: options(machine))
  }

  /// What everybody wrote, read anew.
  func opened() async throws -> Ledger { try await open(0) }

  // MARK: Steps

  private mutating func take(_ step: Int) async throws {
    clock.advance(Int64.random(in: 1...90_000, using: &random))
    let machine = Int.random(in: 0..<Self.machineCount, using: &random)
    switch Int.random(in: 0..<40, using: &random) {
    case 0, 1:
      let other = (machine + 1) % Self.machineCount
      try await machines[machine].replicas.replicate(with: path(other))
      try await machines[other].refresh()
    case 2: _ = try await machines[machine].maintenance.seal()
    case 3: _ = try await machines[machine].maintenance.compact()
    default:
      var batch: [Mutation] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) { batch.append(mutation()) }
      do {
        let receipt = try await machines[machine].append(batch, options: AppendOptions(by: "by \(machine)"))
        for event in receipt.events {
          let name = event.mutation.kind
          if !(ids[name] ?? []).contains(event.mutation.id) {
            ids[name, default: []].append(event.mutation.id)
          }
          stamps[name + event.mutation.id, default: []].append(event.stamp)
        }
      } catch is LedgerError {
        // What a rule of a system forbids.
        refused += 1
      }
    }
  }

  /// Authors at a machine that knows the newest value, who write over an older one that they had before them: at the
  /// machine that wrote it, and at another.
  private mutating func addStaleAuthors() async throws {
    let by = AppendOptions(by: "stale")
    for (name, writer) in [("read here", 0), ("read there", 1)] {
      func plant(_ height: Int64) -> Mutation {
        Mutation(.upsert, kind: Self.rawKind, id: name, set: ["height": .int(height)])
      }
      clock.advance(1000)
      let first = try await machines[0].append([plant(1)], options: by)
      clock.advance(1000)
      try await machines[0].append([plant(2)], options: by)
      if writer != 0 { try await machines[0].replicas.replicate(with: path(writer)) }
      try await machines[writer].refresh()
      var stale = plant(3)
      stale.was = ["height": first.events.first.map { .string($0.stamp.description) } ?? .null]
      clock.advance(1000)
      try await machines[writer].append([stale], options: by)
    }
  }

  /// Two machines that did not know of one another, and a server that accepted one of their writes, or both.
  private mutating func addServerDecisions() async throws {
    for (name, acceptedCount) in [("accepted one", 1), ("accepted both", 2)] {
      var sides: [Stamp] = []
      for machine in 0..<2 {
        clock.advance(1000)
        let mutation = Mutation(
          .upsert, kind: Self.rawKind, id: name, set: ["height": .int(Int64(machine))])
        let receipt = try await machines[machine].append([mutation], options: AppendOptions(by: "side"))
        sides += receipt.events.map(\.stamp)
      }
      try await machines[0].replicas.replicate(with: path(1))
      try await machines[0].refresh()
      for stamp in sides.prefix(acceptedCount) {
        var answer = Mutation(.sync, kind: Self.rawKind, id: name, set: ["height": 7])
        (answer.server, answer.acks) = (ServerTime("2026-11-21T06:13:03.123456789Z"), stamp)
        clock.advance(1000)
        try await machines[0].append([answer], options: AppendOptions(by: "server"))
      }
    }
  }

  /// Entities and fields of which something was written, here and there; some of the texts go.
  private mutating func erase() async throws {
    for _ in 0..<12 {
      clock.advance(1000)
      guard let kind = ids.keys.sorted().randomElement(using: &random), let id = known(kind) else { continue }
      var request = ErasureRequest(kind: kind, id: id)
      let fields = schemas[kind]?.fields.map(\.name).filter { $0 != "id" } ?? ["select", "a.b", "height"]
      if chance(2) { request.fields = Array(fields.shuffled(using: &random).prefix(3)) }
      let machine = Int.random(in: 0..<Self.machineCount, using: &random)
      do {
        try await machines[machine].erasures.erase(request, by: "eraser", why: "asked")
        if chance(2) { try await machines[machine].erasures.removeTexts(now: true) }
        // Known there or not.
        if chance(3) {
          try await machines[machine].replicas.replicate(with: path((machine + 1) % Self.machineCount))
        }
      } catch is LedgerError {
        refused += 1
      }
    }
  }

  /// Everything comes to the first machine, and a tool brings back the files that it had before.
  private mutating func settle(_ former: [String: Data]) async throws {
    for machine in 1..<Self.machineCount { try await machines[0].replicas.replicate(with: path(machine)) }
    for ledger in machines { _ = try await ledger.maintenance.seal() }
    for machine in 1..<Self.machineCount { try await machines[0].replicas.replicate(with: path(machine)) }
    for ledger in machines { await ledger.close() }
    for (name, bytes) in former {
      try bytes.write(to: URL(fileURLWithPath: "\(path(0))/replicas/\(name)"))
      // A copy under another name, as sync tools make them, is not part of the ledger.
      let copy = name.replacing(".jsonl.zst", with: ".sync-conflict.jsonl.zst")
      try bytes.write(to: URL(fileURLWithPath: "\(path(0))/replicas/\(copy)"))
    }
  }

  /// The segments of the first machine.
  private func segments() throws -> [String: Data] {
    let replicas = "\(path(0))/replicas"
    let names = try FileManager.default.subpathsOfDirectory(atPath: replicas)
    return Dictionary(
      uniqueKeysWithValues: try names.filter { $0.hasSuffix(".jsonl.zst") }
        .map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(replicas)/\($0)"))) })
  }

  // MARK: Mutations

  mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

  mutating func mutation() -> Mutation {
    guard !chance(12),
      let kind = schemas.kinds.filter({ $0.kind != "daybook.replica" }).randomElement(using: &random)
    else { return rawMutation() }
    let id = known(kind.kind)
    if let id {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: return Mutation(.delete, kind: kind.kind, id: id, why: "tidied \"up\"")
      case 1: return Mutation(.restore, kind: kind.kind, id: id)
      case 2, 3, 4: if let edge = edge(kind, id) { return edge }
      case 5: return sync(kind, id)
      default: break
      }
    }
    return upsert(kind, chance(3) ? nil : id)
  }

  private mutating func known(_ kind: String) -> String? { ids[kind]?.randomElement(using: &random) }

  private mutating func upsert(_ kind: KindSchema, _ id: String?) -> Mutation {
    var mutation = Mutation(.upsert, kind: kind.kind, id: id ?? (kind.key == nil ? uuid() : ""))
    var set = fields(kind, isNew: id == nil)
    if id == nil, let key = kind.key {
      set[key.field] = .string("key\(Int.random(in: 0..<5, using: &random))@example.com")
    }
    mutation.set = set
    if let id, chance(4), let field = set.map(\.key).randomElement(using: &random) {
      let read = stamps[kind.kind + id]?.randomElement(using: &random)
      mutation.was = [field: chance(3) ? .null : read.map { .string($0.description) } ?? .null]
    }
    return mutation
  }

  private mutating func sync(_ kind: KindSchema, _ id: String) -> Mutation {
    var mutation = Mutation(.sync, kind: kind.kind, id: id, set: fields(kind, isNew: false))
    if chance(2) { mutation.present = !chance(3) }
    if chance(2) {
      mutation.server = ServerTime("2026-11-21T06:13:0\(Int.random(in: 0...9, using: &random)).123456789Z")
      if chance(2) { mutation.acks = stamps[kind.kind + id]?.randomElement(using: &random) }
    }
    if chance(6) { mutation.v = 1 }
    return mutation
  }

  private mutating func edge(_ kind: KindSchema, _ id: String) -> Mutation? {
    guard let relation = kind.relations.randomElement(using: &random) else { return nil }
    let target = known(relation.target) ?? uuid()
    return Mutation(chance(4) ? .unlink : .link, kind: kind.kind, id: id, rel: relation.name, to: target)
  }

  private mutating func rawMutation() -> Mutation {
    let id = "plant \(Int.random(in: 0..<4, using: &random))"
    if chance(4) {
      return Mutation(
        chance(3) ? .unlink : .link, kind: Self.rawKind, id: id, rel: "near", to: "plant \(chance(2) ? 1 : 2)"
      )
    }
    if chance(8) { return Mutation(.delete, kind: Self.rawKind, id: id) }
    let name = ["select", "we\"ird`", "a.b", "höhe", "near"].randomElement(using: &random) ?? "select"
    let number = Int64.random(in: 0..<3, using: &random)
    let value: JSONValue = chance(2) ? .int(number) : .string("it's \\ \"\(number)\"\n")
    return Mutation(.upsert, kind: Self.rawKind, id: id, set: [name: value])
  }

  private mutating func fields(_ kind: KindSchema, isNew: Bool) -> JSONObject {
    var set = JSONObject()
    for field in kind.fields where kind.isStored(field.name) && field.derivedFrom.isEmpty {
      if field.name == kind.key?.field || !(isNew ? chance(2) : chance(4)) { continue }
      set[field.name] = chance(8) && field.isOptional ? .null : value(field.type)
    }
    return set
  }

  private mutating func value(_ type: FieldType) -> JSONValue {
    let number = Int64.random(in: 0..<4, using: &random)
    switch type {
    case .string: return .string(["", "it's", "a \"word\" \\", "zwölf\n\t\u{1F600}"][Int(number)])
    case .bool: return .bool(number > 1)
    case .int: return .int(number - 1)
    case .double, .decimal: return .double(Double(number) / 4)
    case .instant: return .string(Instant(milliseconds: 1_700_000_000_123 + number * 86_400_000).description)
    case .day: return .string("1980-03-0\(number + 1)")
    case .uuid: return .string(uuid())
    case .data: return "c29tZSBieXRlcw=="
    case .enumeration(let known): return .string(known.randomElement(using: &random) ?? "other")
    case .one(let kind): return .string(known(kind) ?? uuid())
    case .array(let element): return .array((0..<number).map { _ in value(element) })
    case .dictionary(let element): return .object(["a": value(element), "it's": value(element)])
    case .object(let fields):
      var object = JSONObject()
      for field in fields where chance(2) { object[field.name] = value(field.type) }
      return .object(object)
    case .many, .any: return .array([.int(number), .null, .string("x")])
    }
  }

  private mutating func uuid() -> String {
    String(format: "00000000-0000-4000-8000-%012x", UInt32.random(in: 0 ... .max, using: &random))
  }
}
