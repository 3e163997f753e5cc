import ArgumentParser
import Daybook

/// `daybook prove`
struct ProveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Write a proof of what was written, which can be checked without the ledger.",
    discussion: """
      Of an entity every event, of a STAMP that one: each with the hashes that lead from its line to its \
      replica's latest signed head (RFC 6962), and that head. With --from it is also proved that kept heads are \
      the beginning of the present ones; that alone where nothing else is named.

      A proof holds the lines whole, hidden values among them: it goes into a file that is for nobody else to read, and \
      to the standard output only with --reveal where there are any. --hash-only leaves the lines out: only who has \
      a line can then tell that it is the one.

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
    help: ArgumentHelp("Kept heads from which the proof is to lead.", valueName: "file"), completion: .file())
  var from: [String] = []

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where to put the proof; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Flag(help: "Leave the lines out: their hashes alone.")
  var hashOnly = false

  @Flag(help: "Write over a file of that name.")
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
    let proof = try await ledger.prove(request, as: viewer)
    let hides = proof.hidesAnything(ledger.schemas)
    guard let output else {
      guard !hides || reveal.reveal else {
        throw LedgerError(
          .refused, "the proof holds hidden values as they are",
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
