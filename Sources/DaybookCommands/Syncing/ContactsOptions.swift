import ArgumentParser
import Daybook
import DaybookVCard

/// The vCards that an address book is imported from.
struct ContactsOptions: ParsableArguments {
  @Argument(
    help: "vCard files; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["vcf", "vcard"]))
  var files: [String]

  @Flag(help: "The files are all of the address book: archive who is in none of them.")
  var complete = false

  @OptionGroup var sync: SyncOptions

  /// What the help of such a command says.
  static let discussion = """
    A card is known by its UID, otherwise by its name and first address; Planner knows people by an e-mail \
    address. Only what changed is written, so the same file again writes nothing; what you deleted stays deleted. A card that cannot be read is skipped and \
    named with file and line, the rest is done, and the exit status is 65.
    """

  func run<Target: ContactTarget>(_ target: Target.Type) async throws {
    let input = SyncInput(paths: files, extensions: ["vcf", "vcard"])
    try input.prepare()
    try await sync.run(isRepeatable: !files.contains("-")) { [complete, name = sync.source] state, store in
      var plan = ContactReconciliation<Target>(isComplete: complete)
      for path in input.paths {
        let source = SyncSource(.contacts, name: name ?? SyncOptions.name(of: path))
        let next = try input.files(of: path)
        while true {
          do {
            guard let file = try next() else { break }
            try Self.read(file, source, into: &plan, state, store)
          } catch let error as LedgerError where error.code == .unreadable {
            plan.skip(file: error.file ?? path, line: 1, reason: error.what, source: source)
          }
        }
      }
      return plan.finish(in: state)
    }
  }

  private static func read<Target>(
    _ input: SyncInput.File, _ source: SyncSource, into plan: inout ContactReconciliation<Target>,
    _ state: borrowing LoadedLedger,
    _ store: ([UInt8]) throws -> Void
  ) throws {
    let file = input.name
    var reader = VCardReader { try input.read() }
    while let entry = try reader.next() {
      switch entry {
      case .card(let card): plan.add(ContactCard(card), file: file, source: source, in: state)
      case .skipped(let line, let reason): plan.skip(file: file, line: line, reason: reason, source: source)
      }
      for photo in plan.takeBlobs() { try store(photo) }
    }
  }
}
