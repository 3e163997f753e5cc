import ArgumentParser
import Daybook

/// `daybook prove`
struct ProveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Write a proof of events, which can be checked without the ledger.",
    discussion: """
      A proof of an entity has all its events; a proof of a STAMP has that event. Each comes with the hashes that lead \
      from its line to its replica's latest signed head (RFC 6962), and with that head. --from also proves that the \
      present heads extend kept ones; without an entity or a STAMP, it proves only that.

      A proof contains whole lines, hidden values included: -o makes a file that only its owner can read, and a proof \
      with hidden values goes to the standard output only with --reveal. --hash-only leaves the lines out: then only \
      somebody who has a line can tell that it is the one that was proved.

      Examples:
        daybook prove sam.person 'Ann Lee' -o ann.proof
        daybook prove 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68 --hash-only
        daybook prove --from heads.note -o since.proof
        daybook verify --proof ann.proof
      """)

  @Argument(
    help: ArgumentHelp(
      "A kind and an entity's id or name, or an event's stamp.", valueName: "kind id | stamp"))
  var subject: [String] = []

  @Option(
    name: .long, parsing: .upToNextOption,
    help: ArgumentHelp("Kept heads that the present ones must extend.", valueName: "file"),
    completion: .file())
  var from: [String] = []

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where to put the proof; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Flag(help: "Write only the hashes of the lines.")
  var hashOnly = false

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if subject.count > 2 || subject.isEmpty && from.isEmpty {
      throw ValidationError("name a kind and an id, an event's stamp, or kept heads with --from")
    }
  }

  func run() async throws {
    let output = output?.path
    if let output { try WrittenFile.check(output, replaces: force) }
    var request = ProofRequest(try wanted)
    request.from = try from.map(HeadFiles.read)
    request.isHashOnly = hashOnly
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    if case .entity(let kind, let text)? = request.subject {
      let found = try await ledger.entity(text, of: kind, as: viewer, .written)
      request.subject = .entity(kind: found.kind, id: found.id)
    }
    let proof = try await ledger.audit.prove(request, as: viewer)
    let hides = proof.hidesAnything(ledger.schemas)
    guard let output else {
      guard !hides || reveal.reveal else {
        throw LedgerError(
          .refused, "the proof contains hidden values",
          advice: "put it into a file with -o, leave the lines out with --hash-only, or add --reveal")
      }
      return try options.output.show(document: proof.bytes)
    }
    try WrittenFile.write(proof.bytes, to: output, replaces: force)
    if hides { WrittenFile.tell(output, options.messages) }
    try options.output.show([
      ("file", .string(output)), ("events", .count(proof.eventCount)), ("from", .count(proof.earlierCount)),
      ("sizeBytes", .count(proof.bytes.count)),
    ])
  }

  private var wanted: ProofRequest.Subject? {
    get throws {
      switch subject.count {
      case 0: nil
      case 1: .event(try selection.stamp(subject[0]))
      default: .entity(kind: subject[0], id: subject[1])
      }
    }
  }
}

extension Proof {
  /// Whether one of its lines has a value that is hidden.
  fileprivate func hidesAnything(_ schemas: SchemaRegistry) -> Bool {
    let disclosure = Disclosure(schemas, reveals: false, count: HiddenCount())
    return ProofReport(self).lines.contains { line in
      line.event.map { disclosure.event($0).json != $0.json } ?? false
    }
  }
}

extension ProofReport {
  /// What the proof proves; hidden values masked by `disclosure`.
  func record(_ disclosure: Disclosure, _ zone: TimeZoneRule) -> OutputRecord {
    let events = lines.map { line -> OutputRow in
      var row = line.event.map { EventRow.members(disclosure.event($0), commit: nil) } ?? OutputRow()
      row.append("_replica", .string(line.replica.description))
      row.append("_line", .count(line.index))
      row.append("_leaf", .string(line.leaf.description))
      return row
    }
    let heads = heads.map { head -> OutputRow in
      var row = OutputRow([
        ("replica", .string(head.replica.description)), ("size", .count(head.size)),
        ("root", .string(head.root.description)),
        ("goesOnFrom", .array(head.earlierSizes.map { .count($0) })),
      ])
      if let isAnchored = head.isAnchored { row.append("anchored", .bool(isAnchored)) }
      return row
    }
    let row = OutputRow([("proved", .bool(isProved)), ("ledger", .string(ledger))])
    return OutputRecord(
      row,
      sections: [
        ("failures", failures.map { OutputRow([("what", .string($0))]) }), ("heads", heads),
        ("events", events),
      ],
      prose: [
        "failures": failures, "heads": self.heads.map(Self.sentence),
        "events": lines.map { Self.sentence($0, disclosure, zone) },
      ])
  }

  private static func sentence(_ head: Head) -> String {
    var text =
      "Replica \(head.replica) signed the tree of its first \(head.size) lines, with root \(head.root)"
    for size in head.earlierSizes { text += "; its first \(size) lines are those of the earlier head" }
    switch head.isAnchored {
    case nil: break
    case true?: text += "; it equals or extends a kept head"
    case false?: text += "; nothing ties it to the kept heads"
    }
    return text
  }

  private static func sentence(_ line: Line, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> String {
    let place = "line \(line.index) of replica \(line.replica)"
    guard let event = line.event else {
      return "The leaf \(line.leaf) is \(place); the line itself is not in the proof"
    }
    let shown = EventRow.line(
      disclosure.event(event), on: "replica \(line.replica)", disclosure.schemas, zone)
    return "\(shown): \(place)"
  }
}
