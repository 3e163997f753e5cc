import ArgumentParser
import Daybook
import DaybookContacts

/// The vCards that an address book is imported from.
struct ContactsOptions: ParsableArguments {
  @Argument(
    help: "vCard files; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["vcf", "vcard"]))
  var files: [String]

  @Flag(help: "The files are the complete address book: archive people who are in none of them.")
  var complete = false

  @OptionGroup var sync: SyncOptions

  /// The help text of such a command.
  static let discussion = """
    A card is identified by its UID, otherwise by its name and first address; Planner identifies people by an e-mail \
    address. Only changes are written, so importing the same file again writes nothing; what you deleted stays \
    deleted. A card that cannot be read is skipped and named with file and line, the rest is imported, and the exit \
    status is 65.
    """

  func run<Target: ContactTarget>(_ target: Target.Type) async throws {
    let input = SyncInput(paths: files, extensions: ["vcf", "vcard"])
    try input.prepare()
    try await sync.run(isRepeatable: !files.contains("-")) { [complete, name = sync.source] state, store in
      var cards = ContactsImport<Target>(isComplete: complete)
      for path in input.paths {
        let source = SyncSource(.contacts, name: name ?? SyncOptions.name(of: path))
        let next = try input.files(of: path)
        while true {
          do {
            guard let file = try next() else { break }
            let cardFile = ContactsFile(name: file.name, read: file.read)
            try cards.read(cardFile, from: source, in: state, store)
          } catch let error as LedgerError where error.code == .unreadable {
            cards.skip(error.file ?? path, reason: error.what, from: source)
          }
        }
      }
      return cards.finish(in: state)
    }
  }
}
