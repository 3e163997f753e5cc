import ArgumentParser
import Daybook

/// `daybook erase …`
struct EraseCommand: KindCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase the values of an entity on every machine.",
    discussion: """
      A delete hides an entity and keeps its values in the log; erase removes the values. From the moment when a \
      machine holds the erasure, the values read as erased there, in the present and in the past. Their texts are \
      removed from its files 7 days later; until then, 'daybook erase withdraw' can withdraw the erasure. What remains \
      is the record that the entity was written, when, on which machine and in which fields, and its links. The entity \
      stays listed until you delete it too. Roots, signatures and proofs of other events stay valid. The first erasure \
      raises the ledger's format to 3, which earlier versions refuse.

      --with-belongings also erases what a delete would hide and what is about the entity alone, such as notes about a \
      person. Other entities that refer to it, such as meetings with several people, are listed; --with-referring KIND \
      erases those of a kind. Erase other entities that mention a person one by one: --dry-run lists those that \
      contain one of its texts word for word, and 'daybook search' finds more.

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
        First shows what would be erased, which other entities link to it ('refers' in the output of --dry-run), and \
        which contain one of its texts word for word, also as their author or reason ('mentions'). A text that several \
        others have in the same field, such as where they were imported from, is not a mention. On a terminal it asks \
        for confirmation unless --yes is given; elsewhere it needs --yes. A table counts many entities by kind; \
        --verbose and the other formats list all. If it is interrupted, run it again: it continues. Events of retired \
        replicas are erased as a whole, even if only a field is named. An id that was derived from an address or \
        another natural key stays, and somebody can check a guess against it.

        --now without KIND and ID removes the texts of all erasures that this machine holds, and agrees to what other \
        machines erase. Texts that other machines wrote stay in this copy until those machines have removed them, or \
        for 30 days.

        --check searches everything that this machine keeps of the ledger, unpacked, for the values in FILE, one on \
        each line; - is the standard input. It finds texts as they were written: write given name and family name on \
        separate lines if they are two fields. The output names the line and not the value. The exit status is 1 if \
        any was found.

        Examples:
          daybook erase sam.person ann --dry-run
          daybook erase sam.person ann --field phone --field email --yes
          daybook erase sam.person ann --before 2026-01-01
          daybook erase sam.person ann --with-belongings --with-referring sam.evidenceItem
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
      help: ArgumentHelp(
        "Only values that were written before this time and no longer show.", valueName: "time"))
    var before: String?

    @Flag(
      help:
        "Also what a delete of the entity would hide, such as the entries of a record, and notes about it.")
    var withBelongings = false

    @Option(
      name: .customLong("with-referring"),
      help: ArgumentHelp(
        "Also the entities of this kind that refer to it, with what belongs to them; may be repeated.",
        valueName: "kind"), completion: .custom(KindCompletion.complete))
    var referringKinds: [String] = []

    @Flag(help: "Remove the texts of this machine's events at once instead of in 7 days.")
    var now = false

    @Option(
      help: ArgumentHelp("Search for the values in this file.", valueName: "file"), completion: .file())
    var check: String?

    @Flag(name: .shortAndLong, help: "Erase without asking.")
    var yes = false

    @Flag(help: "List each entity in a table too, instead of counting many by kind.")
    var verbose = false

    @OptionGroup var options: RunOptions

    func validate() throws {
      if check != nil, kind != nil || now { throw ValidationError("--check searches, and erases nothing") }
      if kind == nil, check == nil, !now {
        throw ValidationError("name a KIND and an ID, or give --now or --check")
      }
      if kind != nil, id == nil { throw ValidationError("name the ID of the entity") }
      if kind == nil, withBelongings || before != nil || !fields.isEmpty || !referringKinds.isEmpty {
        throw ValidationError("name the KIND and the ID of an entity")
      }
      if withBelongings, !fields.isEmpty {
        throw ValidationError("--with-belongings erases entities as a whole: leave out --field")
      }
      if !referringKinds.isEmpty, !fields.isEmpty || before != nil {
        throw ValidationError("--with-referring erases entities as a whole: leave out --field and --before")
      }
    }

    func run() async throws {
      let ledger = try await options.selection.open()
      if let check { return try await search(check, in: ledger) }
      guard let kind, let id else { return try await eraseTexts(in: ledger) }
      let found = try await ledger.entity(id, of: kind, as: nil, .written)
      var request = ErasureRequest(kind: found.kind, id: found.id)
      (request.fields, request.withBelongings) = (fields, withBelongings)
      for kind in referringKinds {
        if let problem = try await ledger.withView({ $0.problem(withKind: kind) }) { throw problem }
      }
      request.referringKinds = Set(referringKinds)
      request.before = try before.map { try options.selection.instant($0, .start) }
      let preview = try await ledger.erasures.preview(request)
      guard preview.lines > 0 else { throw nothing(in: found) }
      if options.dryRun {
        return try options.output.show(
          columns: ["name", "kind", "id", "entities", "events", "fields", "what"],
          options.output.format == .table && !verbose ? preview.summary : preview.listed)
      }
      if now { try await ledger.requireRemovableTexts() }
      for notice in [preview.referrerNotice, preview.mentionNotice] {
        if let notice { options.messages.show(notice) }
      }
      try confirm(preview)
      let messages = options.messages
      let count = preview.parts.count { $0.lines > 0 }
      if count > ErasurePreview.listedMax { messages.progress("erasing \(count) entities") }
      let receipt = try await ledger.erasures.erase(
        request, by: options.author.author, why: options.author.why
      ) { progress in
        if progress.entities > 1 { messages.progress("erased \(progress.erased) of \(progress.entities)") }
      }
      messages.endProgress()
      messages.show(receipt.notices)
      try show(receipt)
      guard now else { return }
      do {
        messages.show(try await ledger.erasures.removeTexts(now: true), await Machines(of: ledger))
      } catch var error as LedgerError {
        // The erasure that was written stays.
        error.what = "the erasure is recorded, but its texts are still there: \(error.what)"
        error.advice = "fix this, then remove them with 'daybook erase --now'"
        throw error
      }
    }

    private func nothing(in found: EntityName) -> LedgerError {
      let place = fields.isEmpty ? "" : " in \(fields.joined(separator: ", "))"
      let which =
        before.map { "that was written before \($0) and no longer shows" } ?? "that could be erased"
      return LedgerError(.notFound, "\(found.kind) '\(found.id)' has no value\(place) \(which)")
    }

    private func show(_ receipt: ErasureReceipt) throws {
      let parts = receipt.erased.parts.filter { $0.lines > 0 }
      if options.output.format == .table, !verbose, parts.count > ErasurePreview.listedMax {
        return try options.output.show(
          columns: ["kind", "id", "entities", "events"], receipt.erased.summary)
      }
      let rows = zip(receipt.erasures, parts).map { id, part in
        OutputRow([
          ("erasure", .string(id)), ("kind", .string(part.kind)), ("id", .string(part.id)),
          ("events", .count(part.lines)),
        ])
      }
      try options.output.show(columns: ["erasure", "kind", "id", "events"], rows)
    }

    private func confirm(_ preview: ErasurePreview) throws {
      if yes { return }
      guard Confirmation.isPossible else {
        throw LedgerError(
          .refused,
          "values of \(preview.lines) \(preview.lines == 1 ? "event" : "events") would be erased on every machine",
          advice: "--dry-run shows them; --yes erases them")
      }
      for sentence in preview.sentences { options.messages.show(Notice("erases", sentence)) }
      let consequence =
        now
        ? "The texts of this machine's events are removed at once, so the erasure cannot be withdrawn."
        : "The erasure can be withdrawn until the texts are removed, in 7 days."
      guard !Confirmation.ask("Erase this on every machine? \(consequence)") else { return }
      options.messages.show(Notice("kept", "nothing was erased"))
      throw Finished(ExitStatus.no)
    }
  }
}
