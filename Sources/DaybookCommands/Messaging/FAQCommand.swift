import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging faq …`
struct FAQCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faq",
    abstract: "Questions that you are asked again and again, and your answers.",
    discussion: """
      Examples:
        daybook messaging faq add 'When are you open?' 'From nine to five.' --keyword 'opening hours'
        daybook messaging faq match 'are you open on sundays'
        daybook messaging faq
      """,
    subcommands: [List.self, Add.self, Match.self, Remove.self], defaultSubcommand: List.self)

  /// `daybook messaging faq list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List your answers.",
      discussion: """
        Examples:
          daybook messaging faq
          daybook messaging faq --format jsonl | jq .useCount
        """)

    @OptionGroup var options: MailboxOptions

    func run() async throws {
      let mailbox = try await options.open()
      try await options.show(
        try await mailbox.faqs().map { FAQLine(faq: $0) }, in: mailbox,
        empty: "there is no answer yet; add one with 'daybook messaging faq add'")
    }
  }

  /// `daybook messaging faq add QUESTION ANSWER`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a question and its answer.",
      discussion: """
        Examples:
          daybook messaging faq add 'When are you open?' 'From nine to five.' --keyword 'opening hours'
        """)

    @Argument(help: "The question.")
    var question: String

    @Argument(help: "The answer; - reads the standard input.")
    var answer: String

    @Option(
      help: ArgumentHelp("Words that tell the question; may be given several times.", valueName: "words"))
    var keyword: [String] = []

    @OptionGroup var options: MailboxOptions

    func run() async throws {
      let question = try NonEmptyText.read(question, "question")
      let answer = try NonEmptyText.read(answer == "-" ? try InputFile.text("-") : answer, "answer")
      let mailbox = try await options.open()
      let faq = FAQ { faq in
        (faq.question, faq.answer, faq.owner) = (question, answer, mailbox.user)
        faq.keywords = keyword
      }
      try await mailbox.ledger.append([try faq.creation()], options: mailbox.options)
      try options.output.show([("_kind", .string(FAQ.kind)), ("_id", .string(faq.id.rawValue))])
    }
  }

  /// `daybook messaging faq match TEXT`
  struct Match: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "match",
      abstract: "Say which question a text asks, and how alike they are.",
      discussion: """
        By the words that both have, whatever their case and accents; at least \(FAQMatcher.scoreMin) of 1.

        Examples:
          daybook messaging faq match 'are you open on sundays'
        """)

    @Argument(help: "What somebody asks.")
    var text: String

    @OptionGroup var options: MailboxOptions

    func run() async throws {
      let mailbox = try await options.open()
      let faqs = try await mailbox.faqs()
      let match = FAQMatcher(
        faqs.map {
          AnalysisRequest.KnownAnswer(
            id: $0.id, question: $0.question, answer: $0.answer, keywords: $0.keywords)
        }
      ).best(for: text)
      guard let match, let faq = faqs.first(where: { $0.id == match.faq }) else {
        throw LedgerError(
          .notFound, "none of your \(faqs.count) questions is asked there",
          advice: "add one with 'daybook messaging faq add'")
      }
      try options.output.show([
        ("_kind", .string(FAQ.kind)), ("_id", .string(faq.id.rawValue)), ("score", .double(match.score)),
        ("question", .string(faq.question)), ("answer", .string(faq.answer)),
      ])
    }
  }

  /// `daybook messaging faq remove ID`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove an answer.",
      discussion: """
        Examples:
          daybook messaging faq remove 0193b2c4
        """)

    @Argument(help: "The beginning of its id.")
    var id: String

    @OptionGroup var options: MailboxOptions

    func run() async throws {
      let mailbox = try await options.open()
      let found = try await mailbox.ledger.withView(as: mailbox.viewer) { view in
        try view.entity(id, among: [FAQ.kind], noun: "answer")
      }
      try await mailbox.ledger.append(
        [Mutation(.delete, kind: FAQ.kind, id: found.id)], options: mailbox.options)
      try options.output.show([
        ("_kind", .string(FAQ.kind)), ("_id", .string(found.id)), ("deleted", true),
      ])
    }
  }
}

/// An answer in a list.
struct FAQLine: Listed {
  static let entityKind = FAQ.kind
  var faq: FAQ
  var rawID: String { faq.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("question") { .string($0.faq.question) }, Member("answer") { .string($0.faq.answer) },
    Member("keywords") { .array($0.faq.keywords.map { .string($0) }) },
    Member("useCount") { .count($0.faq.useCount) },
  ]

  static let columns: [Column<Self>] = [
    Column("question") { $0.faq.question }, Column("answer") { $0.faq.answer },
    Column("keywords") { $0.faq.keywords.joined(separator: ", ") }, Column("used", count: \.faq.useCount),
  ]
}
