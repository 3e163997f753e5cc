import ArgumentParser
import Daybook

/// `daybook erase …`
struct EraseCommand: KindCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase what was written of an entity, on every machine.",
    discussion: """
      A delete hides an entity and keeps its values in the log; erase removes the values. From the moment when a machine \
      holds the erasure, the values read as erased there, in the present and in the past. Their texts go from its \
      files 7 days later, and until then 'daybook erase withdraw' takes the erasure back. What remains is that the entity was written, \
      when, on which machine and which fields, and links; it stays listed until it is deleted, too. Roots, signatures and proofs of other events stay valid. The first \
      erasure raises the ledger's format to 3, which earlier versions refuse.

      --with-belongings erases what a delete would hide. Whatever else mentions a person, such as notes, meetings, messages and evidence, is erased entity by \
      entity: --dry-run lists what holds a text of it word for word, 'daybook search' and 'daybook audit report --entity' find more.

      Examples:
        daybook erase sam.person 'Ann Lee' --with-belongings --why 'her request of 3 May'
        daybook erase purus.medicalRecord rex --field personalSocialSecurityNumber
        daybook erase status
        daybook erase --now
        daybook erase --check names.txt
      """,
    subcommands: [Entity.self, Status.self, Withdraw.self], defaultSubcommand: Entity.self)

  /// `daybook erase KIND ID`
  struct Entity: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "entity",
      abstract: "Erase an entity, or fields of it; remove texts that are due; search for values.",
      discussion: """
        Shows what would be erased first, and which other entities hold a text of it, word for word: 'mentions' in the output of --dry-run. On a terminal it asks for confirmation unless --yes is given; elsewhere it \
        needs --yes. Events of replicas that are retired are erased as a whole also where only a field is named. An id \
        that was made of an address or another natural key stays, and can be compared with a guess.

        --now without KIND and ID removes the texts of all erasures that this machine holds, and agrees to what \
        other machines erase. Texts that other machines wrote stay in this copy until those have removed them, or for 30 days.

        --check searches everything that this machine keeps of the ledger, unpacked, for the values in FILE, one on each line; - is the \
        standard input. The output names the line and not the value. The exit status is 1 if any was found.

        Examples:
          daybook erase sam.person ann --dry-run
          daybook erase sam.person ann --field phone --field email --yes
          daybook erase sam.person ann --before 2026-01-01
          daybook erase --now
          daybook erase --check names.txt
        """)

    @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
    var kind: String?

    @Argument(help: EntityHelp.entity)
    var id: String?

    @Option(
      name: .customLong("field"),
      help: ArgumentHelp(
        "Only this field, in every event that wrote it; may be repeated.", valueName: "field"))
    var fields: [String] = []

    @Option(
      help: ArgumentHelp("Only what was written before this time and shows no more.", valueName: "time"))
    var before: String?

    @Flag(help: "Also what a delete of the entity would hide, such as the entries of a record.")
    var withBelongings = false

    @Flag(help: "Remove the texts of this machine's events at once instead of in 7 days.")
    var now = false

    @Option(
      help: ArgumentHelp("Search for the values in this file.", valueName: "file"), completion: .file())
    var check: String?

    @Flag(name: .shortAndLong, help: "Erase without asking.")
    var yes = false

    @OptionGroup var options: RunOptions

    func validate() throws {
      if check != nil, kind != nil || now { throw ValidationError("--check searches, and erases nothing") }
      if kind == nil, check == nil, !now {
        throw ValidationError("name a KIND and an ID, or give --now or --check")
      }
      if kind != nil, id == nil { throw ValidationError("name the ID of the entity") }
      if kind == nil, withBelongings || before != nil || !fields.isEmpty {
        throw ValidationError("name the KIND and the ID of an entity")
      }
      if withBelongings, !fields.isEmpty {
        throw ValidationError("--with-belongings erases entities as a whole: leave out --field")
      }
    }

    func run() async throws {
      let ledger = try await options.selection.open()
      if let check { return try await search(check, in: ledger) }
      guard let kind, let id else { return try await eraseTexts(in: ledger) }
      let found = try await ledger.entity(id, of: kind, as: nil, .written)
      var request = ErasureRequest(kind: found.kind, id: found.id)
      (request.fields, request.withBelongings) = (fields, withBelongings)
      request.before = try before.map { try options.selection.instant($0, .start) }
      let preview = try await ledger.previewErasure(request)
      guard preview.lines > 0 else {
        throw LedgerError(.notFound, "nothing is left to erase of \(found.kind) '\(found.id)'")
      }
      if options.dryRun {
        return try options.output.show(
          columns: ["kind", "id", "events", "fields", "what"], preview.listed)
      }
      if now { try await ledger.requireRemovableTexts() }
      if let notice = preview.mentionNotice { options.messages.show(notice) }
      try confirm(preview)
      let receipt = try await ledger.erase(request, by: options.author.author, why: options.author.why)
      options.messages.show(receipt.notices)
      if now { options.messages.show(try await ledger.eraseTexts(now: true)) }
      let rows = zip(receipt.erasures, receipt.erased.parts.filter { $0.lines > 0 }).map { id, part in
        OutputRow([
          ("erasure", .string(id)), ("kind", .string(part.kind)), ("id", .string(part.id)),
          ("events", .count(part.lines)),
        ])
      }
      try options.output.show(columns: ["erasure", "kind", "id", "events"], rows)
    }

    private func eraseTexts(in ledger: Ledger) async throws {
      let report = try await ledger.eraseTexts(now: true)
      options.messages.show(report)
      try options.output.show([
        ("written", .array(report.written.map { .string($0) })),
        ("removed", .array(report.removed.map { .string($0) })), ("blobs", .count(report.blobs)),
        ("waiting", .count(report.waiting + report.staying)),
        ("done", .array(report.done.map { .string($0) })),
      ])
      if !report.unreadable.isEmpty { throw Finished(ExitStatus.badData) }
    }

    private func search(_ file: String, in ledger: Ledger) async throws {
      let reader = try InputReader(file)
      var bytes: [UInt8] = []
      while case let piece = try reader.read(), !piece.isEmpty { bytes += piece }
      let values = Self.values(bytes)
      let count = values.count { !$0.isEmpty }
      guard count > 0 else {
        throw LedgerError(
          .badData, "there is no value to search for", file: file, advice: "write one on each line")
      }
      let found = try await ledger.find(values: values)
      let rows = found.map {
        OutputRow([
          ("line", .count($0.number)), ("place", .string($0.place)), ("file", .string($0.file)),
        ])
      }
      try options.output.show(columns: ["line", "place", "file"], rows)
      let numbers = Set(found.map(\.number)).count
      options.messages.show(
        Notice(
          "searched",
          "\(numbers) of \(count) \(count == 1 ? "value" : "values") found in what this machine keeps"))
      if !found.isEmpty { throw Finished(ExitStatus.no) }
    }

    /// One on each line, whatever ends it, without a mark of the encoding and spaces around it.
    private static func values(_ bytes: [UInt8]) -> [String] {
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
      return text.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
        let value = line.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
        return String(decoding: Array(value), as: UTF8.self)
      }
    }

    private func confirm(_ preview: ErasurePreview) throws {
      if yes { return }
      guard Confirmation.isPossible else {
        throw LedgerError(
          .refused,
          "values of \(preview.lines) \(preview.lines == 1 ? "event" : "events") would be erased on every machine",
          advice: "--dry-run shows them; --yes erases them")
      }
      for row in preview.rows {
        options.messages.show(Notice("erases", row.sentence))
      }
      guard
        !Confirmation.ask(
          "Erase this on every machine? It can be withdrawn until the texts are removed, in 7 days.")
      else { return }
      options.messages.show(Notice("kept", "nothing was erased"))
      throw Finished(ExitStatus.no)
    }
  }

  /// `daybook erase status`
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "List erasures: what was asked, and which machines have removed the texts.",
      discussion: """
        A machine is open until it has removed the texts: 7 days after it held the erasure, when it writes or replicates. 'later' counts events of the entity that are not erased: what was written afterwards, or by somebody who had not \
        seen the erasure. No program reaches exports, backups, version histories of sync tools and other copies; \
        remove those by hand.

        Examples:
          daybook erase status --format json | jq '.[] | select(.open != [])'
        """)

    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let ledger = try await selection.open()
      let machines = await Machines(of: ledger)
      let isTable = options.output.format == .table
      let zone = try selection.zone()
      let rows = try await ledger.erasures().map { isTable ? $0.summary(machines, zone) : $0.row }
      try options.output.show(columns: rows.columns, rows)
    }
  }

  /// `daybook erase withdraw ERASURE`
  struct Withdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "withdraw",
      abstract: "Take an erasure back, while all of its texts are still there.",
      discussion: """
        Examples:
          daybook erase withdraw 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11 --why 'the wrong Ann'
        """)

    @Argument(help: "The erasure's id, or its beginning: 'daybook erase status' lists them.")
    var erasure: String

    @OptionGroup var author: AuthorOptions
    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let ledger = try await selection.open()
      let matching = try await ledger.erasures().map(\.id).filter { $0.hasPrefix(erasure) }
      if matching.count > 1 {
        throw LedgerError(
          .usage, "'\(erasure)' is the beginning of \(matching.count) erasures",
          advice: "write more of the id")
      }
      let receipt = try await ledger.withdrawErasure(
        matching.first ?? erasure, by: author.author, why: author.why)
      options.messages.show(receipt.notices)
      try options.output.show(
        OutputRecord(OutputRow([("erasure", .string(matching.first ?? erasure)), ("withdrawn", true)])))
    }
  }
}
