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
    subcommands: [List.self, Add.self, Edit.self, Match.self, Remove.self], defaultSubcommand: List.self)

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
      help: ArgumentHelp("Words that identify the question; may be given several times.", valueName: "words"))
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

  /// `daybook messaging faq edit ID`
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit",
      abstract: "Change a question, its answer or its keywords.",
      discussion: """
        Examples:
          daybook messaging faq edit 0193b2c4 --answer 'From ten to six.'
          daybook messaging faq edit 0193b2c4 --keyword holidays --drop-keyword 'opening hours'
        """)

    @Argument(help: "The beginning of its id.")
    var id: String

    @Option(help: ArgumentHelp("The question.", valueName: "text"))
    var question: String?

    @Option(help: ArgumentHelp("The answer; - reads the standard input.", valueName: "text"))
    var answer: String?

    @Option(
      help: ArgumentHelp("A keyword to add; may be given several times.", valueName: "words"))
    var keyword: [String] = []

    @Option(
      help: ArgumentHelp("A keyword to remove; may be given several times.", valueName: "words"))
    var dropKeyword: [String] = []

    @OptionGroup var options: MailboxOptions

    func validate() throws {
      if question == nil, answer == nil, keyword.isEmpty, dropKeyword.isEmpty {
        throw ValidationError("say what to change: --question, --answer, --keyword or --drop-keyword")
      }
    }

    func run() async throws {
      var set = JSONObject()
      if let question { set["question"] = .string(try NonEmptyText.read(question, "question")) }
      if let answer {
        let text = answer == "-" ? try InputFile.text("-") : answer
        set["answer"] = .string(try NonEmptyText.read(text, "answer"))
      }
      let mailbox = try await options.open()
      let found = try await mailbox.ledger.withView(as: mailbox.viewer) { view in
        try view.entity(id, among: [FAQ.kind], noun: "answer")
      }
      guard let held = try await mailbox.ledger.get(Ref<FAQ>(found.id), as: mailbox.viewer) else { return }
      for words in dropKeyword where !held.keywords.contains(words) {
        throw LedgerError(
          .notFound, "the answer has no keyword '\(OneLine.cut(words))'",
          advice: held.keywords.isEmpty ? "it has none" : "it has: \(held.keywords.joined(separator: ", "))")
      }
      var keywords = held.keywords.filter { !dropKeyword.contains($0) }
      for words in keyword where !keywords.contains(words) { keywords.append(words) }
      if keywords != held.keywords { set["keywords"] = .array(keywords.map { .string($0) }) }
      if set["question"] == .string(held.question) { set["question"] = nil }
      if set["answer"] == .string(held.answer) { set["answer"] = nil }
      if !set.isEmpty {
        try await mailbox.ledger.append(
          [Mutation(.upsert, kind: FAQ.kind, id: found.id, set: set)], options: mailbox.options)
      }
      var row = OutputRow([("_kind", .string(found.kind)), ("_id", .string(found.id))])
      if set.isEmpty { row.append("unchanged", true) }
      try options.output.show(OutputRecord(row))
    }
  }

  /// `daybook messaging faq match TEXT`
  struct Match: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "match",
      abstract: "Show which of your questions a text asks, and how similar they are.",
      discussion: """
        Compares the words that both contain, ignoring case and accents; a match scores at least \
        \(FAQMatcher.scoreMin) of 1.

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
          .notFound, "none of your \(faqs.count) questions is asked in the text",
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
