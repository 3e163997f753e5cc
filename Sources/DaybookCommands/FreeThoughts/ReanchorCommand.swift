import ArgumentParser
import Daybook
import FreeThoughts

/// `daybook freethoughts reanchor`
struct ReanchorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reanchor",
    abstract: "Find the notes again in documents that were edited, moved or renamed.",
    discussion: """
      A note is found by its words and the text around them, if that leaves no doubt. Other notes are orphans: they \
      keep their text, are listed with suggestions, and are searched for again the next time. --in searches folders \
      for documents that are missing from their places: by content, then by name, if most of their notes are found in \
      the file.

      Examples:
        daybook freethoughts reanchor essay.md
        daybook freethoughts reanchor --all --in ~/Documents
        daybook freethoughts reanchor moved/essay.md --from essay.md
        daybook freethoughts reanchor essay.md --accept 9f3b2f6f --accept 1d6f0a11=2
      """)

  @Argument(help: "The document.", completion: .file())
  var file: String?

  @Flag(help: "All documents that have notes.")
  var all = false

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "A folder to look for missing documents in; may be given several times.", valueName: "dir"),
    completion: .directory)
  var folders: [String] = []

  @Option(help: ArgumentHelp("Where the document was when its notes were made.", valueName: "path"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Take the first suggestion for this note, or the one of that number.", valueName: "note[=n]"))
  var accept: [String] = []

  @OptionGroup var options: RunOptions

  func validate() throws {
    if all == (file != nil) { throw ValidationError("name a document, or give --all") }
    if from != nil, file == nil { throw ValidationError("--from needs a document") }
    if !accept.isEmpty, file == nil { throw ValidationError("--accept needs a document") }
    if !folders.isEmpty, !all { throw ValidationError("--in needs --all") }
  }

  func run() async throws {
    let ledger = try await options.selection.open()
    var (reports, missing): ([ReanchorReport], [AnnotatedDocument]) = ([], [])
    if let file {
      reports = [try await reanchor(file, in: ledger)]
    } else {
      (reports, missing) = try await reanchorAll(in: ledger)
    }
    try ReanchorPage(reports: reports, missing: missing).show(
      options, ids: try await shortIDs(reports, ledger))
  }

  private func reanchor(_ file: String, in ledger: Ledger) async throws -> ReanchorReport {
    let document = try Document(contentsOf: file)
    var former = try await ledger.freeThoughts.formerPaths(of: document)
    if let from { former.insert(DocumentPath.absolute(from)) }
    return try await ledger.freeThoughts.reanchor(
      document, from: former, accepting: try await accepted(in: ledger), options: options.append)
  }

  private func accepted(in ledger: Ledger) async throws -> [Ref<Note>: Int] {
    var accepted: [Ref<Note>: Int] = [:]
    for text in accept {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let number = parts.count == 1 ? 1 : Int(parts[1]), number > 0 else {
        throw LedgerError(
          .usage, "'\(OneLine.cut(text))' names no suggestion", advice: "give a note, or note=2")
      }
      let note = try await ledger.withView { try $0.entity(parts[0], among: [Note.kind], noun: "note") }
      accepted[Ref(note.id)] = number
    }
    return accepted
  }

  /// Looks for missing documents before anything is written.
  private func reanchorAll(
    in ledger: Ledger
  ) async throws -> (reports: [ReanchorReport], missing: [AnnotatedDocument]) {
    var (here, gone): ([(path: String, former: String)], [AnnotatedDocument]) = ([], [])
    for known in try await ledger.freeThoughts.annotatedDocuments() {
      do {
        here.append((try DocumentReader().identify(known.path).path, known.path))
      } catch  where error.code == .notFound {
        gone.append(known)
      } catch {
        options.messages.show(Notice("unread", error.description))
      }
    }
    if !folders.isEmpty {
      let found = try await ledger.freeThoughts.search(for: gone, in: folders)
      here += found.compactMap { found in found.path.map { ($0, found.document.path) } }
      gone = found.filter { $0.path == nil }.map(\.document)
    }
    var reports: [ReanchorReport] = []
    for (path, former) in here {
      do {
        let document = try Document(contentsOf: path)
        reports.append(
          try await ledger.freeThoughts.reanchor(document, from: [former], options: options.append))
      } catch let error as LedgerError where error.code == .badData {
        // The others may be read.
        options.messages.show(Notice("unread", error.description))
      }
    }
    return (reports, gone)
  }

  private func shortIDs(_ reports: [ReanchorReport], _ ledger: Ledger) async throws -> [String: String] {
    let ids = reports.flatMap { $0.notes.map(\.id.rawValue) }
    return try await ledger.withView { $0.shortIDs(ids, among: [Note.kind]) }
  }
}
