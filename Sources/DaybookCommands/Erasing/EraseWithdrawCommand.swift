import ArgumentParser
import Daybook

extension EraseCommand {
  /// `daybook erase withdraw ERASURE` and `daybook erase withdraw KIND ID`
  struct Withdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "withdraw",
      abstract: "Withdraw an erasure while all of its texts still exist.",
      discussion: """
        Name an erasure by its id, or by the kind and the id of the erased entity. --with-belongings withdraws \
        everything that was erased together with it: you may name any part of it. An erasure whose texts are already \
        gone is counted and stays. If the command is interrupted, run it again: it continues. It first lists the \
        values that would show again on every machine. On a terminal it asks for confirmation unless --yes is given; \
        elsewhere it needs --yes.

        Examples:
          daybook erase withdraw 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11 --why 'the wrong Ann'
          daybook erase withdraw purus.medicalRecord rex --with-belongings
        """)

    @Argument(
      help:
        "The erasure's id or its beginning (see 'daybook erase status'), or the kind of the erased entity."
    )
    var erasure: String

    @Argument(help: "After a kind: the erased entity's id, or its beginning.")
    var entity: String?

    @Flag(help: "Also all that was erased together with it.")
    var withBelongings = false

    @Flag(name: .shortAndLong, help: "Withdraw without asking.")
    var yes = false

    @OptionGroup var author: AuthorOptions
    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let ledger = try await selection.open()
      let all = try await ledger.erasures.list()
      let named = try named(among: all)
      let meant = withBelongings ? Self.together(with: named, among: all) : [named]
      if meant.contains(where: { !$0.isWithdrawn && $0.done.isEmpty }) {
        try confirm(meant.filter { !$0.isWithdrawn })
      }
      let withdrawal = try await ledger.erasures.withdraw(
        meant.map(\.id), by: author.author, why: author.why)
      options.messages.show(withdrawal.notices)
      if !withdrawal.late.isEmpty {
        let (erasures, are) =
          withdrawal.late.count == 1 ? ("1 erasure", "stays") : ("\(withdrawal.late.count) erasures", "stay")
        options.messages.show(
          Notice(
            "erase-late",
            "\(erasures) \(are): texts of \(withdrawal.late.count == 1 ? "it" : "them") are gone"))
      }
      guard withBelongings else {
        return try options.output.show(
          OutputRecord(OutputRow([("erasure", .string(named.id)), ("withdrawn", true)])))
      }
      let withdrawn = Set(withdrawal.withdrawn)
      let rows = meant.filter { withdrawn.contains($0.id) }.map {
        OutputRow([("erasure", .string($0.id)), ("kind", .string($0.kind)), ("id", .string($0.entity))])
      }
      guard options.output.format == .table, rows.count > ErasurePreview.listedMax else {
        return try options.output.show(columns: ["erasure", "kind", "id"], rows)
      }
      try options.output.show(
        OutputRecord(OutputRow([("erasures", .count(rows.count)), ("withdrawn", true)])))
    }

    private func named(among all: [ErasureStatus]) throws -> ErasureStatus {
      var matching = all.filter { $0.id.hasPrefix(erasure) }
      if let id = entity {
        matching = all.filter { $0.kind == erasure && $0.entity.hasPrefix(id) }
        if matching.contains(where: { $0.entity == id }) { matching = matching.filter { $0.entity == id } }
        // Erasures that were withdrawn before do not count.
        if matching.contains(where: { !$0.isWithdrawn }) { matching = matching.filter { !$0.isWithdrawn } }
      }
      guard let first = matching.first else {
        let what = entity.map { "no erasure of \(erasure) '\($0)'" } ?? "no erasure '\(erasure)'"
        throw LedgerError(.notFound, "there is \(what)", advice: "'daybook erase status' lists them")
      }
      guard matching.count == 1 else {
        throw LedgerError(
          .usage,
          entity.map { "there are \(matching.count) erasures of \(erasure) '\($0)'" }
            ?? "'\(erasure)' is the beginning of \(matching.count) erasures",
          advice: entity == nil
            ? "write more of the id"
            : "name one of them: \(matching.prefix(5).map(\.id).joined(separator: ", "))")
      }
      return first
    }

    /// The erasures by commands that named the same entity.
    private static func together(with named: ErasureStatus, among all: [ErasureStatus]) -> [ErasureStatus] {
      guard let root = named.root else { return [named] }
      return all.filter { $0.root == root }
    }

    private func confirm(_ meant: [ErasureStatus]) throws {
      guard let first = meant.first else { return }
      let asked = [
        "on \(first.askedAt.description.prefix(10))", first.by.map { "by \($0)" },
        first.why.map { "(\($0))" },
      ].compactMap { $0 }.joined(separator: " ")
      var (what, erased) = ("\(first.kind) '\(first.entity)'", [String]())
      if meant.count == 1 {
        let fields = first.fields.isEmpty ? "all values" : first.fields.joined(separator: ", ")
        erased = ["\(first.id) erased \(fields) of \(what) \(asked)"]
      } else {
        if let root = first.root { what = "\(root.kind) '\(root.id)' and what was erased with it" }
        erased = Dictionary(grouping: meant, by: \.kind).sorted { $0.key < $1.key }.map { kind, group in
          "\(group.count) of the kind \(kind), erased \(asked)"
        }
      }
      try Confirmation.require(
        meant.count == 1 ? "Withdraw this erasure?" : "Withdraw these \(meant.count) erasures?", isGiven: yes,
        what: "values of \(what) would show again on every machine",
        meaning: erased + ["they show again on every machine that still has them"], options.messages)
    }
  }
}

extension EraseCommand {
  /// `daybook erase status`
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "List erasures: what was asked, and which machines have removed the texts.",
      discussion: """
        A machine is listed as open until it has removed the texts: 7 days after it received the erasure, when it next \
        writes or replicates. 'later' counts events of the entity that are not erased: those written afterwards, or by \
        somebody who had not seen the erasure. 'root', in the formats for programs, is the entity that the command \
        named, if others were erased with it: they are withdrawn together. A revoked device is shut out: it does not \
        learn of the erasure, and nobody knows what it still has. No program reaches exports, backups, version \
        histories of sync tools and other copies; remove those by hand.

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
      let rows = try await ledger.erasures.list().map { isTable ? $0.summary(machines, zone) : $0.row }
      try options.output.show(columns: rows.columns, rows)
      if rows.isEmpty { return options.messages.show(Notice("empty", "nothing was erased")) }
      guard isTable else { return }
      options.messages.show(
        Notice(
          "unreached",
          "exports, backups, version histories of sync tools and copies that nobody opens keep the texts: remove those by hand"
        ))
    }
  }
}
