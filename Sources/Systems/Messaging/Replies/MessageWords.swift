import Daybook

/// A message's words, folded, and their meaning by lists of words. A word after a negation counts as denied: "not bad"
/// is not negative, "not happy" is not positive.
struct MessageWords {
  private let words: Set<String>
  private let affirmed: Set<String>
  private let denied: Set<String>
  private let asks: Bool

  init(_ text: String) {
    var negation = Negation()
    var (affirmed, denied): (Set<String>, Set<String>) = ([], [])
    for token in Self.tokens(text) {
      switch token {
      case .word(let word):
        if negation.reaches(word) { denied.insert(word) } else { affirmed.insert(word) }
      case .pause: negation.end()
      }
    }
    (self.affirmed, self.denied) = (affirmed, denied)
    words = affirmed.union(denied)
    asks = text.contains("?")
  }

  /// Words of letters and digits, whatever their case and accents.
  static func folded(_ text: String) -> [String] {
    tokens(text).compactMap { token -> String? in
      if case .word(let word) = token { return word }
      return nil
    }
  }

  private enum Token {
    case word(String)
    /// The end of a clause.
    case pause
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    for character in String(decoding: TextFolding.fold(text), as: UTF8.self) {
      if character.isLetter || character.isNumber {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(.word(word)) }
      word = ""
      if ".,;:!?()\n".contains(character) { tokens.append(.pause) }
    }
    if !word.isEmpty { tokens.append(.word(word)) }
    return tokens
  }

  private func count(_ list: String, in words: Set<String>) -> Int {
    list.split(separator: " ").count { words.contains(String($0)) }
  }

  var category: MessageCategory {
    if count("lottery winner bitcoin crypto viagra casino prize unsubscribe", in: words) >= 2 { return .spam }
    if count("urgent asap emergency immediately", in: affirmed) > 0 { return .urgent }
    if count(Self.business, in: words) > 0 { return .business }
    if asks || startsAsking { return .question }
    if count("thanks thank thx grateful", in: words) > 0 { return .thanks }
    if words.count <= 6, count("hi hello hey morning evening greetings", in: words) > 0 { return .greeting }
    return .other
  }

  private var startsAsking: Bool {
    count("how when where what which why who", in: words) > 0
      && count("please tell know wonder wondering", in: words) > 0
  }

  private static let business =
    "invoice contract offer budget collaboration partnership sponsor sponsorship proposal quote order deal hire"
  private static let good =
    "thanks thank great good love lovely wonderful happy glad excellent perfect nice awesome"
  private static let bad =
    "bad sad angry terrible awful hate broken wrong disappointed annoyed problem worst sorry"

  /// What is said not to be good is bad; what is said not to be bad is neither.
  var sentiment: Sentiment {
    let good = count(Self.good, in: affirmed)
    let bad = count(Self.bad, in: affirmed) + count(Self.good, in: denied)
    return good > bad ? .positive : bad > good ? .negative : .neutral
  }

  /// A fifth for each sign of an opportunity, and a tenth for a question.
  var opportunityScore: Double {
    let signs =
      2 * count(Self.business, in: affirmed)
      + 2 * count("buy pay price interested meeting call budget", in: affirmed) + (asks ? 1 : 0)
    return Double(min(10, signs)) / 10
  }
}

/// The scope of a negation: three significant words, at most to the end of its clause. English.
private struct Negation {
  private static let reachMax = 3

  private var reach = 0
  private var last = ""

  mutating func end() {
    reach = 0
    last = ""
  }

  /// Whether this word, which comes next, is denied.
  mutating func reaches(_ word: String) -> Bool {
    defer { last = word }
    // "isn't" and "couldn't" are two words here.
    if Self.words.contains(word) || word == "t" && Self.verbs.contains(last) {
      reach = Self.reachMax
      return false
    }
    // "not only" and "no doubt" deny nothing, and "but" ends a negation.
    if Self.ends.contains(word) {
      reach = 0
      return false
    }
    guard reach > 0 else { return false }
    if !Self.light.contains(word) { reach -= 1 }
    return true
  }

  private static func set(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let words = set(
    """
    not no never nothing nobody neither nor without hardly cannot dont doesnt didnt isnt arent wasnt werent cant wont
    """)
  private static let verbs = set(
    "isn aren wasn weren don doesn didn won can couldn wouldn shouldn haven hasn hadn ain mustn needn")
  private static let ends = set("only just doubt but yet although though however")
  private static let light = set(
    """
    a an the it is am are was were be been being i you we they he she that this at all very so really too think feel \
    any
    """)
}
