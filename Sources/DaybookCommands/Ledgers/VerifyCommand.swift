import ArgumentParser
import Daybook

/// `daybook verify`
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recompute every root, name and signature, and say what does not fit.",
    discussion: """
      Tells apart: torn tail, unattested tail, corruption, gap, missing, fork, forged, clock skew. Reads \
      only. The exit status is 1 when something is found that is more than worth knowing.

      Examples:
        daybook verify
        daybook verify --format json | jq .findings
      """)

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let report = try await ledger.verify()
    try options.output.show(report.record)
    if !report.isSound { throw Finished(ExitStatus.no) }
  }
}

extension VerificationReport {
  fileprivate var record: OutputRecord {
    let row = OutputRow([
      ("sound", .bool(isSound)), ("files", .count(files)), ("events", .count(events)),
      ("commits", .count(commits)), ("blobs", .count(blobs)), ("seconds", .double(seconds)),
    ])
    let heads = heads.map { head in
      OutputRow([
        ("replica", .string(head.replica.description)), ("size", .count(head.size)),
        ("lastSeq", .count(head.lastSeq)), ("root", .string(head.root.description)),
      ])
    }
    return OutputRecord(
      row, sections: [("heads", heads), ("findings", findings.map(\.row))],
      prose: ["findings": findings.explanations])
  }
}
