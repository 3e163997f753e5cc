import ArgumentParser
import Daybook

/// `daybook verify`
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recompute every root, name and signature, and report what does not match.",
    discussion: """
      Names each finding by its class: torn-tail, unattested-tail, corruption, gap, missing, fork, forged, clock-skew, \
      back-dated, far-ahead, misnumbered, quarantined, locked, unvouched, limit, unpublished or stranger. Changes nothing in the ledger. \
      The exit status is 1 if a finding is a failure. Findings of the classes torn-tail, clock-skew, unpublished and \
      stranger are not failures, nor is damage to a file whose events another file holds undamaged.

      Files that this machine verified before are not read again while their inode, size and times are the same; \
      --deep reads everything.

      --proof checks what 'daybook prove' wrote, without a ledger: whether it proves what it says, against the signed \
      heads in it; with --anchor, also whether those equal or extend kept ones.

      Examples:
        daybook verify
        daybook verify --deep
        daybook verify --anchor heads.note
        daybook verify --proof ann.proof --anchor heads.note
        daybook verify --format json | jq .findings
      """)

  @Flag(name: .long, help: "Read everything, even what was verified before.")
  var deep = false

  @Option(
    name: .long, parsing: .upToNextOption,
    help: ArgumentHelp(
      "Heads that were kept elsewhere, as 'daybook head' prints them: what they cover must still be there.",
      valueName: "file"), completion: .file())
  var anchor: [String] = []

  @Option(
    name: .long, help: ArgumentHelp("A proof to check; no ledger is needed.", valueName: "file"),
    completion: .file())
  var proof: String?

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if proof != nil, deep || selection.ledger != nil {
      throw ValidationError("--proof is checked without a ledger: leave out --ledger and --deep")
    }
  }

  func run() async throws {
    if let proof { return try check(proof) }
    var verify = VerifyOptions()
    verify.isDeep = deep
    verify.anchors = try anchor.map(HeadFiles.read)
    let report = try selection.auditor().verify(verify)
    try options.output.show(report.record)
    if !report.isSound { throw Finished(ExitStatus.no) }
  }

  private func check(_ path: String) throws {
    let bytes = try InputFile.contents(path, sizeBytesMax: Proof.sizeBytesMax)
    let proof = try Proof(bytes, name: path == "-" ? "standard input" : path)
    let report = ProofReport(proof, anchors: try anchor.map(HeadFiles.read))
    try options.output.show(report.record(reveal.disclosure(RegisteredSystems.registry()), selection.zone()))
    if !report.isProved { throw Finished(ExitStatus.no) }
  }
}

extension VerificationReport {
  fileprivate var record: OutputRecord {
    let row = OutputRow([
      ("sound", .bool(isSound)), ("files", .count(files)), ("events", .count(events)),
      ("commits", .count(commits)), ("blobs", .count(blobs)), ("filesRead", .count(filesRead)),
      ("blobsRead", .count(blobsRead)), ("seconds", .double(seconds)),
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

extension Finding {
  var row: OutputRow {
    OutputRow([
      ("finding", .string(kind.rawValue)), ("failure", .bool(isFailure)), ("what", .string(what)),
      ("replica", replica.map { .string($0.description) } ?? .null),
      ("file", file.map { .string($0) } ?? .null), ("offset", offset.map { .count($0) } ?? .null),
      ("firstSeq", seqs.map { .count($0.lowerBound) } ?? .null),
      ("lastSeq", seqs.map { .count($0.upperBound) } ?? .null),
      ("advice", .string(advice)), ("means", .string(meaning)),
    ])
  }
}

extension [Finding] {
  /// For people: the class, where, what, and what to do.
  var sentences: [String] { grouped.map(\.description) }

  /// The same, and what each means to the reader.
  var explanations: [String] { grouped.map { "\($0). What it means: \($0.meaning)" } }

  /// The same, but with one finding for all encrypted files of a replica that no key opens: they have one cause.
  var grouped: [Finding] {
    var groups: [(finding: Finding, folder: String?, count: Int)] = []
    for finding in self {
      let folder = finding.lockedFolder
      if folder != nil, let place = groups.firstIndex(where: { $0.folder == folder }) {
        groups[place].count += 1
      } else {
        groups.append((finding, folder, 1))
      }
    }
    return groups.map { finding, folder, count in
      guard count > 1 else { return finding }
      var finding = finding
      finding.file = folder
      finding.what = "\(count) files are encrypted, and no key on this device opens them"
      return finding
    }
  }
}

extension Finding {
  /// The folder of a file that no key opens: the replica's, or that of the blobs.
  fileprivate var lockedFolder: String? {
    guard kind == .locked, let parts = file?.split(separator: "/"), parts.count > 2 else { return nil }
    return parts.dropLast(replica == nil ? 2 : 1).joined(separator: "/")
  }
}

extension Messages {
  /// A finding as a notice.
  func show(_ finding: Finding) {
    var place = finding.file ?? ""
    if let offset = finding.offset { place += (place.isEmpty ? "byte " : ", byte ") + "\(offset)" }
    let text = [finding.kind.rawValue + ": " + finding.what, place, finding.advice].filter { !$0.isEmpty }
    show(Notice(finding.kind.rawValue, text.joined(separator: "; ")))
  }
}
