import Daybook

/// Asks questions about a text by looking up English and German words: without a network or a model, and with the same
/// answer to the same text. It understands nothing; it points to passages that a reader may question.
public struct RuleProvoker: Provoker {
  /// Always `rules`.
  public var name: String { "rules" }

  public init() {}

  /// The purpose of a prompt.
  private enum Sense { case challenge, expand, simplify, question }

  private static let linesMax = 5
  private static let wordsMin = 6

  /// Up to five lines, each beginning with `- `, in English whatever the language of the passage. If the selection
  /// has fewer than six words, the context is used instead. O(length of selection and context).
  public func respond(to request: ProvocationRequest) -> String {
    var passage = Passage(request.selection)
    // One or two words alone have no context.
    if passage.words.count < Self.wordsMin { passage = Passage(request.context) }
    let lines =
      switch Self.sense(of: request) {
      case .challenge: Self.challenge(passage)
      case .expand: Self.expand(passage, around: Passage(request.context))
      case .simplify: Self.simplify(passage)
      case .question: Self.question(passage)
      }
    return lines.prefix(Self.linesMax).map { "- " + $0 }.joined(separator: "\n")
  }

  /// The purpose by the prompt's own words; if they do not show it, it is to ask questions.
  private static func sense(of request: ProvocationRequest) -> Sense {
    let words = Passage.words(request.promptName + " " + request.template).map { $0.lowercased() }
    let signs: [(Sense, Set<String>)] = [
      (
        .challenge,
        ["challenge", "argue", "against", "object", "doubt", "wrong", "critique", "widersprich", "zweifel"]
      ),
      (
        .simplify,
        ["simplify", "simple", "simpler", "plain", "explain", "summarize", "short", "vereinfache", "erkläre"]
      ),
      (.expand, ["expand", "further", "extend", "implications", "connect", "related", "weiter", "folgen"]),
      (.question, ["question", "questions", "ask", "investigate", "frage", "fragen"]),
    ]
    // The name first: a template may contain many words.
    for place in words.indices {
      if let sign = signs.first(where: { $0.1.contains(words[place]) }) { return sign.0 }
    }
    return .question
  }

  // MARK: Senses

  private static func challenge(_ passage: Passage) -> [String] {
    var lines: [String] = []
    for (sentence, word) in passage.sentences(with: ProvokingWords.absolute).prefix(2) {
      lines.append("“\(cut(sentence))” — “\(word)” leaves no exception. Which one case would disprove it?")
    }
    for (sentence, word) in passage.sentences(with: ProvokingWords.cause).prefix(1) {
      lines.append("“\(cut(sentence))” — “\(word)” claims a cause. What else could explain the same?")
    }
    for word in passage.words(in: ProvokingWords.obvious).prefix(1) {
      lines.append("“\(word)”: to whom? What would somebody need to know before they agreed?")
    }
    for number in passage.numbers.prefix(1) {
      lines.append("“\(number)”: who counted, when, and what was left out of the count?")
    }
    for word in passage.words(in: ProvokingWords.vague).prefix(1) {
      lines.append("“\(word)”: compared with what, and by which measure?")
    }
    if lines.count < 2, let core = passage.core {
      lines.append(
        "Suppose the opposite of “\(cut(core))” were true. What would one expect to see then, and is it seen?"
      )
    }
    return lines
  }

  private static func expand(_ passage: Passage, around context: Passage) -> [String] {
    var lines: [String] = []
    if let core = passage.core {
      lines.append("If “\(cut(core))” holds, what has to change elsewhere?")
    }
    let own = Set(passage.terms.map { $0.lowercased() })
    if let term = passage.terms.first {
      lines.append("Where else does “\(term)” appear, and is it the same thing there?")
    }
    if let neighbour = context.terms.first(where: { !own.contains($0.lowercased()) }) {
      lines.append("Around it the text speaks of “\(neighbour)”. How are the two connected?")
    }
    for (sentence, _) in passage.sentences(with: ProvokingWords.cause).prefix(1) {
      lines.append("“\(cut(sentence))” — follow it one step further: what does the effect cause in turn?")
    }
    for number in passage.numbers.prefix(1) {
      lines.append("What would be different at ten times “\(number)”, and at a tenth of it?")
    }
    return lines + ["Who would use this tomorrow, and for what?"]
  }

  private static func simplify(_ passage: Passage) -> [String] {
    var lines: [String] = []
    if let core = passage.core { lines.append("At its core: “\(cut(core, countMax: 200))”") }
    let terms = passage.terms.prefix(4)
    if !terms.isEmpty {
      lines.append("Say in everyday words: " + terms.map { "“\($0)”" }.joined(separator: ", ") + ".")
    }
    if let longest = passage.sentences.max(by: { Passage.words($0).count < Passage.words($1).count }) {
      let count = Passage.words(longest).count
      if count > 20 {
        lines.append("One sentence has \(count) words: “\(cut(longest))” Make two or three of it.")
      }
    }
    let hedges = passage.words(in: ProvokingWords.hedge).prefix(3)
    if !hedges.isEmpty {
      lines.append("Leave out " + hedges.map { "“\($0)”" }.joined(separator: ", ") + ": what is said then?")
    }
    return lines + ["Give one example that a child would know."]
  }

  private static func question(_ passage: Passage) -> [String] {
    var lines: [String] = []
    for term in passage.terms.prefix(2) { lines.append("What exactly is meant by “\(term)”?") }
    for (sentence, word) in passage.sentences(with: ProvokingWords.hedge).prefix(1) {
      lines.append("“\(cut(sentence))” — on what does the “\(word)” depend, and could one find out?")
    }
    for number in passage.numbers.prefix(1) { lines.append("Where does “\(number)” come from?") }
    for (sentence, word) in passage.sentences(with: ProvokingWords.cause).prefix(1) {
      lines.append("“\(cut(sentence))” — “\(word)”: how would one test that?")
    }
    for word in passage.words(in: ProvokingWords.vague.union(ProvokingWords.absolute)).prefix(1) {
      lines.append("“\(word)”: how many, how much, and since when?")
    }
    if let core = passage.core, lines.count < 3 {
      lines.append("Who says “\(cut(core))”, and who would say otherwise?")
    }
    return lines
  }

  private static func cut(_ text: String, countMax: Int = 90) -> String {
    OneLine.cut(text, countMax: countMax)
  }
}

/// Words that a reader may question, in English and German.
enum ProvokingWords {
  static let absolute: Set<String> = [
    "always", "never", "all", "none", "nobody", "nothing", "everybody", "everyone", "everything", "every",
    "only",
    "must", "cannot", "impossible", "inevitable", "completely", "entirely", "best", "worst", "purely", "any",
    "immer", "nie", "niemals", "alle", "alles", "keiner", "keine", "niemand", "nichts", "jeder", "jede",
    "nur",
    "muss", "müssen", "unmöglich", "völlig", "einzige", "stets",
  ]
  static let hedge: Set<String> = [
    "may", "might", "perhaps", "maybe", "probably", "possibly", "could", "seems", "seem", "appears", "likely",
    "usually", "often", "sometimes", "generally", "tend", "tends", "suggests", "roughly", "somewhat",
    "vielleicht", "wohl", "vermutlich", "wahrscheinlich", "könnte", "könnten", "scheint", "oft", "manchmal",
    "meist", "meistens", "ungefähr",
  ]
  static let cause: Set<String> = [
    "because", "therefore", "thus", "hence", "so", "causes", "cause", "leads", "lead", "makes", "since",
    "results",
    "means", "requires", "enables", "prevents", "consequently",
    "weil", "daher", "deshalb", "darum", "also", "folglich", "denn", "verursacht", "führt", "bewirkt",
    "sodass",
  ]
  static let vague: Set<String> = [
    "many", "some", "most", "few", "several", "much", "more", "less", "better", "worse", "large", "small",
    "fast",
    "slow", "good", "bad", "significant", "important", "simple", "easy", "great", "recent", "soon",
    "viele", "einige", "manche", "mehr", "weniger", "besser", "schlechter", "groß", "klein", "schnell",
    "langsam",
    "wichtig", "einfach", "bald",
  ]
  static let obvious: Set<String> = [
    "obviously", "clearly", "simply", "just", "naturally", "evidently", "certainly", "undoubtedly", "surely",
    "offensichtlich", "natürlich", "selbstverständlich", "zweifellos", "sicher", "klar",
  ]

  static let all = absolute.union(hedge).union(cause).union(vague).union(obvious)
}
