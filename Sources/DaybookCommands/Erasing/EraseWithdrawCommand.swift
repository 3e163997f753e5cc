import ArgumentParser
import Daybook

extension EraseCommand {
  /// `daybook erase withdraw ERASURE`
  struct Withdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "withdraw",
      abstract: "Take an erasure back, while all of its texts are still there.",
      discussion: """
        Shows what would show again on every machine. On a terminal it asks for confirmation unless --yes is given; elsewhere it needs --yes.

        Examples:
          daybook erase withdraw 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11 --why 'the wrong Ann'
        """)

    @Argument(help: "The erasure's id, or its beginning: 'daybook erase status' lists them.")
    var erasure: String

    @Flag(name: .shortAndLong, help: "Withdraw without asking.")
    var yes = false

    @OptionGroup var author: AuthorOptions
    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let ledger = try await selection.open()
      let matching = try await ledger.erasures().filter { $0.id.hasPrefix(erasure) }
      if matching.count > 1 {
        throw LedgerError(
          .usage, "'\(erasure)' is the beginning of \(matching.count) erasures",
          advice: "write more of the id")
      }
      if let meant = matching.first, !meant.isWithdrawn, meant.done.isEmpty { try confirm(meant) }
      let id = matching.first?.id ?? erasure
      let receipt = try await ledger.withdrawErasure(id, by: author.author, why: author.why)
      options.messages.show(receipt.notices)
      try options.output.show(
        OutputRecord(OutputRow([("erasure", .string(id)), ("withdrawn", true)])))
    }

    private func confirm(_ meant: ErasureStatus) throws {
      let entity = "\(meant.kind) '\(meant.entity)'"
      let fields = meant.fields.isEmpty ? "all values" : meant.fields.joined(separator: ", ")
      let asked = [
        "on \(meant.askedAt.description.prefix(10))", meant.by.map { "by \($0)" },
        meant.why.map { "(\($0))" },
      ].compactMap { $0 }.joined(separator: " ")
      try Confirmation.require(
        "Withdraw this erasure?", isGiven: yes,
        what: "values of \(entity) would show again on every machine",
        meaning: [
          "\(meant.id) erased \(fields) of \(entity) \(asked)",
          "they show again on every machine that still has them",
        ], options.messages)
    }
  }
}
