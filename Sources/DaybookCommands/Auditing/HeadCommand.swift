import ArgumentParser
import Daybook
import DaybookModel

/// `daybook head`
struct HeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Print the replicas' signed heads, to be kept elsewhere.",
    discussion: """
      A head covers everything that a replica has written, and is signed with its key. Keep it where nobody who can \
      change the ledger can change it; 'daybook verify --anchor FILE' then shows whether anything was rewritten or \
      removed.

      A head is printed as a signed note (C2SP): five lines of text, an empty line, the signature. Several have an \
      empty line between them. REPLICA is an id or the beginning of one, a name, or 'own'; without one, all are \
      printed. For the replica that this machine writes as, --ssh also writes a signature of the note to FILE.sig, for \
      'ssh-keygen -Y verify -n daybook', and prints the line for its file of allowed signers.

      Examples:
        daybook head > heads.note
        daybook head laptop -o laptop.note
        daybook head --ssh -o own.note > allowed_signers
        daybook head --format json | jq -r '.[].verifierKey'
      """)

  @Argument(help: ArgumentHelp("Only of these replicas.", valueName: "replica"))
  var replicas: [String] = []

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where to put the notes; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Flag(help: "Sign the note as OpenSSH does, too.")
  var ssh = false

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if ssh, output?.path == nil, options.format == nil {
      throw ValidationError("--ssh writes two files: name the note with -o, or use --format json")
    }
    if output != nil, options.format != nil {
      throw ValidationError("-o writes notes, and --format prints rows: give one of them")
    }
  }

  func run() async throws {
    let auditor = try selection.auditor()
    var heads = try auditor.heads()
    if !replicas.isEmpty { heads = try await chosen(from: heads) }
    guard !heads.isEmpty else { throw LedgerError(.notFound, "nothing was written in the ledger yet") }
    var signatures: [Int: String] = [:]
    if ssh {
      for index in heads.indices where replicas.isEmpty ? auditor.hasKey(of: heads[index].replica) : true {
        signatures[index] = try auditor.sshSignature(of: heads[index])
      }
      guard !signatures.isEmpty else {
        throw LedgerError(
          .refused, "none of the replicas here is this machine's own, so it has no key to sign with")
      }
      heads = heads.indices.filter { signatures[$0] != nil }.map { heads[$0] }
    }
    let signed = signatures.sorted { $0.key < $1.key }.map(\.value)
    if let path = output?.path { return try write(heads, signed, to: path) }
    if options.format == nil { return try options.output.show(document: Array(Self.notes(heads).utf8)) }
    let rows = heads.indices.map { Self.row(heads[$0], ssh ? signed[$0] : nil) }
    try options.output.show(columns: Self.columns, rows)
  }

  /// The ledger is opened only to find replicas by name: the heads themselves are in the files.
  private func chosen(from heads: [TreeHead]) async throws -> [TreeHead] {
    var ledger: Ledger?
    var chosen: [TreeHead] = []
    for name in replicas {
      var id = ReplicaID(name)
      if id == nil {
        let open = if let ledger { ledger } else { try await selection.open() }
        ledger = open
        id = try await open.replicas.replica(matching: name).id
      }
      let found = heads.filter { $0.replica == id }
      guard !found.isEmpty else {
        throw LedgerError(
          .notFound, "there is no signed head of the replica '\(name)' here",
          advice: "see 'daybook replica list'")
      }
      chosen += found
    }
    return chosen
  }

  private func write(_ heads: [TreeHead], _ signatures: [String], to path: String) throws {
    guard !ssh || heads.count == 1 else {
      throw LedgerError(
        .usage, "this machine has keys of \(heads.count) replicas here",
        advice: "name the one to sign: " + heads.map(\.replica.description).joined(separator: ", "))
    }
    try WrittenFile.write(Array(Self.notes(heads).utf8), to: path, replaces: force)
    guard let signature = signatures.first else { return }
    try WrittenFile.write(Array(signature.utf8), to: path + ".sig", replaces: force)
    try options.output.show(text: heads[0].allowedSigner + "\n")
  }

  static func notes(_ heads: [TreeHead]) -> String { heads.map(\.note).joined(separator: "\n") }

  private static let columns = ["replica", "size", "lastSeq", "lastStamp", "root"]

  private static func row(_ head: TreeHead, _ signature: String?) -> OutputRow {
    var row = OutputRow([
      ("ledger", .string(head.ledger)), ("replica", .string(head.replica.description)),
      ("branch", .count(head.branch)), ("size", .count(head.size)), ("lastSeq", .count(head.lastSeq)),
      ("lastStamp", head.lastStamp.map { .string($0.description) } ?? .null),
      ("root", .string(head.root.description)), ("note", .string(head.note)),
      ("verifierKey", .string(head.verifierKey)), ("publicKey", .string(head.publicKeyPEM)),
      ("allowedSigner", .string(head.allowedSigner)),
    ])
    row.append("sshSignature", ifPresent: signature)
    return row
  }
}

/// Files of heads that somebody kept.
enum HeadFiles {
  /// The heads in a file; `-` is the standard input.
  static func read(_ path: String) throws(LedgerError) -> TrustedHeads {
    let bytes = try InputFile.contents(path, sizeBytesMax: TrustedHeads.sizeBytesMax)
    return try TrustedHeads(bytes, name: path == "-" ? "standard input" : path)
  }
}
