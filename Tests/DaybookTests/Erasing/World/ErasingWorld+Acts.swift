import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

extension ErasingWorld {
  // MARK: Writing

  func write(_ machine: MemoryMachine) async throws {
    let (first, why) = mutation()
    let mutations = [first] + (0..<Int.random(in: 0...2, using: &random)).map { _ in mutation().0 }
    let what = mutations.map { "\($0.op.rawValue) \($0.id)" }
    try await tolerant("\(machine.number) writes \(what)") {
      let receipt = try await machine.running().append(
        mutations, options: AppendOptions(by: "david", why: why))
      values.note(receipt)
      count("writes")
    }
  }

  private func mutation() -> (Mutation, why: String?) {
    let id = Self.entities.randomElement(using: &random) ?? ""
    let why = Int.random(in: 0..<4, using: &random) == 0 ? WrittenValues.text(&random) : nil
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return (Mutation(.delete, kind: WrittenValues.kind, id: id), why)
    case 1:
      var link = Mutation(.link, kind: WrittenValues.kind, id: id)
      (link.rel, link.to) = ("friends", Self.entities.randomElement(using: &random))
      return (link, why)
    default:
      var set: JSONObject = [:]
      for field in ["name", "email", "picture"] where Bool.random(using: &random) {
        let text = WrittenValues.text(&random)
        guard field == "picture" else {
          set[field] = .string(text)
          continue
        }
        let isLarge = Int.random(in: 0..<3, using: &random) == 0
        let data = values.data(text, sizeBytes: isLarge ? 17_000 : 40, &random)
        set[field] = .string(data.base64EncodedString())
      }
      return (Mutation(.upsert, kind: WrittenValues.kind, id: id, set: set), why)
    }
  }

  // MARK: Erasing

  func erase(_ machine: MemoryMachine) async throws {
    var request = ErasureRequest(
      kind: WrittenValues.kind, id: Self.entities.randomElement(using: &random) ?? "")
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: request.fields = [["name", "email", "picture"].randomElement(using: &random) ?? "name"]
    case 2: request.before = machine.clock.now
    default: break
    }
    let what = "\(request.id) \(request.fields)\(request.before == nil ? "" : " before")"
    try await tolerant("\(machine.number) erases \(what)") {
      let ledger = try machine.running()
      let (certain, possible) = try await places(of: request, in: ledger)
      let receipt = try await ledger.erasures.erase(request, by: "david")
      values.doubt(possible)
      if receipt.erasures.isEmpty, !certain.isEmpty {
        problems.append("\(machine.number) erased nothing of \(what), not \(certain)")
      }
      for erasure in receipt.erasures { values.erase(certain, by: erasure) }
      count("erasures", receipt.erasures.count)
    }
  }

  private func places(
    of request: ErasureRequest, in ledger: Ledger
  ) async throws -> (certain: Set<WrittenValues.Place>, possible: Set<WrittenValues.Place>) {
    // The first write after the ledger was opened takes in what others of this machine wrote.
    try await ledger.maintenance.resumeWriting()
    let lines = try await ledger.lines(of: request.id, values)
    var shown: Set<String>?
    // What a re-creation hides, and what is in conflict, is there beside what shows.
    if request.before != nil, !lines.contains(where: { $0.op == .delete }),
      let row = try await ledger.get(kind: request.kind, id: request.id),
      try await ledger.conflicts.list().isEmpty
    {
      let fields = ["name", "email", "picture"].compactMap { name in row[name].map { (name, $0) } }
      shown = Set(values.texts(of: JSONObject(fields)).map(\.text))
    }
    return values.places(of: request, in: lines, shown: shown)
  }

  func withdraw(_ machine: MemoryMachine) async throws {
    var asked: String?
    let isDone = try await tolerant("\(machine.number) withdraws") {
      let ledger = try machine.running()
      guard
        let erasure = try await ledger.erasures.list().filter({ !$0.isWithdrawn }).randomElement(
          using: &random)
      else { return }
      asked = erasure.id
      try await ledger.erasures.withdraw(erasure.id)
    }
    guard isDone, let asked else { return }
    values.withdraw(asked)
    count("withdrawn")
  }

  func removeTexts(_ machine: MemoryMachine, now: Bool) async throws {
    try await tolerant("\(machine.number) removes texts") {
      let report = try await machine.running().erasures.removeTexts(now: now)
      count("files made", report.written.count)
      count("blobs removed", report.blobs)
    }
  }

  // MARK: Power

  /// The power fails while a machine writes, erases, takes an erasure back or removes texts.
  func failWithin(_ machine: MemoryMachine) async throws {
    let operation = Int.random(in: 1...120, using: &random)
    let seed = random.next()
    let act = Int.random(in: 0..<4, using: &random)
    note("\(machine.number) loses power at operation \(operation) of act \(act)")
    let (mutation, why) = mutation()
    var request = ErasureRequest(kind: WrittenValues.kind, id: mutation.id)
    if Bool.random(using: &random) { request.fields = ["name"] }
    var withdrawn: String?
    if act == 1, let ledger = try? machine.running(),
      let (certain, _) = try? await places(of: request, in: ledger)
    {
      values.doubt(certain)
    }
    if act == 2 { withdrawn = try? await machine.running().erasures.list().randomElement(using: &random)?.id }
    // What comes of it nobody knows.
    if let withdrawn { values.withdraw(withdrawn) }
    let erased = request
    let hasFailed = await machine.crash(at: operation, seed: seed) { ledger in
      switch act {
      case 0: try await ledger.append([mutation], options: AppendOptions(by: "david", why: why))
      case 1: try await ledger.erasures.erase(erased, by: "david")
      case 2: if let withdrawn { try await ledger.erasures.withdraw(withdrawn) }
      default: try await ledger.erasures.removeTexts(now: true)
      }
    }
    if hasFailed { count("failures") }
  }

  // MARK: Looking

  /// Makes what is kept beside a ledger: indexes and snapshots.
  func look(_ machine: MemoryMachine) async throws {
    try await tolerant("\(machine.number) looks") {
      _ = try await machine.running().search("zq")
      await machine.stop()
    }
  }

  func prove(_ machine: MemoryMachine) async throws {
    let id = Self.entities.randomElement(using: &random) ?? ""
    try await tolerant("\(machine.number) proves \(id)") {
      do {
        let proof = try await machine.running().audit.prove(
          ProofRequest(.entity(kind: WrittenValues.kind, id: id)), as: nil)
        proofs.append((id, proof))
      } catch let error as LedgerError where error.code == .damaged {
        // Files that a tool copied went with the power.
      }
    }
  }
}
