import Daybook
import SAM

/// Measures what an auditor waits for: verifying all of a ledger's files, verifying later changes, and heads and
/// proofs.
enum AuditBench {
  /// `folder` has what ``Fleet/make(_:count:events:)`` made.
  static func run(_ folder: String) async throws -> Report {
    var report = Report()
    let stick = Fleet.stick(folder)
    let options = Fleet.options(folder, machine: 0)
    let auditor = try Auditor.open(at: stick, options: options)
    var deep = VerifyOptions()
    deep.isDeep = true
    let first = try auditor.verify(deep)
    report.add("events", Double(first.events), "")
    report.add("files", Double(first.files), "")
    guard first.isSound else { throw LedgerError(.damaged, "the ledger is not sound: \(first.findings)") }
    let reading = try await Measurement.of("verify, deep", count: 5) { _ in _ = try auditor.verify(deep) }
    report.add(reading)
    report.add("verify, deep", Double(first.events) / reading.median * 1000, "events/s")
    report.add(try await .of("verify, nothing new") { _ in _ = try auditor.verify() })

    let ledger = try await Ledger.open(at: stick, systems: [.sam], options: options)
    var stamp: Stamp?
    report.add(
      try await .after("verify, a commit more") { number in
        let receipt = try await ledger.append([
          Mutation(.upsert, kind: Person.kind, id: "new-\(number)", set: ["displayNameCache": "Ann"])
        ])
        stamp = receipt.lastStamp
      } _: {
        _ = try auditor.verify()
      })
    report.add(try await .of("heads") { _ in _ = try auditor.heads() })
    guard let stamp else { return report }
    var proof: Proof?
    report.add(
      try await .of("prove an event", count: 3) { _ in proof = try auditor.prove(ProofRequest(.event(stamp)))
      })
    guard let proof else { return report }
    report.add("its proof", Double(proof.bytes.count), "bytes")
    report.add(try await .of("verify a proof") { _ in _ = ProofReport(try Proof(proof.bytes, name: "")) })
    report.add("memory at most", Folder.peakMemoryMegabytes, "MB")
    return report
  }
}
