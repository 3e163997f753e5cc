import ArgumentParser
import Daybook
import DaybookModel
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

/// What a run of `reanchor` shows: counts for each document, and each orphan with the passages that may be meant.
struct ReanchorPage {
  let reports: [ReanchorReport]
  let missing: [AnnotatedDocument]

  func show(_ options: RunOptions, ids: [String: String]) throws {
    for report in reports { options.messages.show(report.notices) }
    if reports.allSatisfy(\.notes.isEmpty), missing.isEmpty {
      options.messages.show(
        Notice("empty", "there is no note on \(reports.isEmpty ? "any" : "this") document"))
      return
    }
    let isTable = options.output.format == .table
    let rows = isTable ? reports.map { summary($0) } : reports.flatMap { records($0) }
    try options.output.show(columns: rows.columns, rows)
    if isTable { showOrphans(options, ids) }
    for document in missing {
      options.messages.show(
        Notice(
          "missing",
          "\(document.path) is missing (\(document.notes) note\(document.notes == 1 ? "" : "s")); "
            + "--all --in DIR looks for it"))
    }
  }

  private func summary(_ report: ReanchorReport) -> OutputRow {
    let name = report.documentPath.split(separator: "/").last.map(String.init) ?? report.documentPath
    var row = OutputRow([("document", .string(name))])
    for result in ReanchorResult.known { row.append(result.rawValue, .count(report.count(result))) }
    row.append("events", .count(report.events))
    return row
  }

  /// For programs: a row for each note.
  private func records(_ report: ReanchorReport) -> [OutputRow] {
    report.notes.map { note in
      OutputRow([
        ("_kind", .string(Note.kind)), ("_id", .string(note.id.rawValue)),
        ("documentPath", .string(report.documentPath)), ("formerPath", .text(report.formerPath)),
        ("result", .string(note.result.rawValue)), ("anchorStart", .count(note.anchor.start)),
        ("anchorEnd", .count(note.anchor.end)),
        ("anchorPage", note.anchor.page.map { .count($0) } ?? .null),
        ("selectedText", .string(note.anchor.quote.exact)),
        (
          "suggestions",
          .array(
            note.suggestions.map { suggestion in
              [
                "anchorStart": .count(suggestion.anchor.start), "anchorEnd": .count(suggestion.anchor.end),
                "anchorPage": suggestion.anchor.page.map { .count($0) } ?? .null,
                "selectedText": .string(suggestion.anchor.quote.exact),
                "similarity": .double((suggestion.similarity * 100).rounded() / 100),
              ]
            })
        ),
      ])
    }
  }

  private func showOrphans(_ options: RunOptions, _ ids: [String: String]) {
    for note in reports.flatMap(\.notes) where note.result == .orphaned {
      let id = ids[note.id.rawValue] ?? note.id.rawValue
      let likely = note.suggestions.enumerated().map { number, suggestion in
        "\(number + 1): '\(OneLine.cut(suggestion.anchor.quote.exact))' at \(suggestion.anchor.start) "
          + "(\(TableStyle.percent(suggestion.similarity)))"
      }
      options.messages.show(
        Notice(
          "orphan",
          "\(id) is an orphan: '\(OneLine.cut(note.anchor.quote.exact))'"
            + (likely.isEmpty
              ? "; no similar text was found" : "; similar: " + likely.joined(separator: ", "))))
    }
  }
}

/// Where a quote that somebody typed differs from what the document says, for a message: each from the word before the
/// first difference to the word after the last.
struct QuoteDifference {
  let typed: String
  let there: String

  /// The words before and after, which identify the place.
  private static let around = 2
  private static let countMax = 60

  init(typed: String, there: String) {
    let (left, right) = (Self.words(typed), Self.words(there))
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var behind = 0
    while behind < min(left.count, right.count) - start,
      left[left.count - 1 - behind] == right[right.count - 1 - behind]
    { behind += 1 }
    self.typed = Self.excerpt(left, from: start, behind)
    self.there = Self.excerpt(right, from: start, behind)
  }

  private static func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }

  private static func excerpt(_ words: [Substring], from start: Int, _ behind: Int) -> String {
    let first = max(0, start - around)
    let end = min(words.count, words.count - behind + around)
    let middle = OneLine.cut(words[first..<max(first, end)].joined(separator: " "), countMax: countMax)
    return (first > 0 ? "…" : "") + middle + (end < words.count && !middle.hasSuffix("…") ? "…" : "")
  }

  /// Whether a message that shows only the beginnings shows both texts whole.
  static func isShort(_ texts: String...) -> Bool { texts.allSatisfy { OneLine.of($0).count <= countMax } }
}
