import Daybook

/// Looks up names, words and phrases in English and German, without a network or a model. It finds people whom the
/// ledger knows by their whole names, and others after words such as "with" and "met"; topics are the words that also
/// make signals; actions are sentences that begin with a verb that asks for something, or contain "todo".
public struct RuleNotes: NoteAnalyzer {
  /// `rules`.
  public var name: String { EvidenceSignal.rules }
  /// Nil: no model takes part.
  public var model: String? { nil }

  public init() {}

  static let peopleMax = 50
  static let topicsMax = 10
  static let actionsMax = 20
  static let actionLengthMax = 200

  /// Reads at most the first 16 384 characters. At most 50 people, 10 topics, and 20 actions of 200 characters each.
  public func analyze(_ content: String, known: KnownNames) -> NoteAnalysis {
    var analysis = NoteAnalysis()
    analysis.people = Self.people(content, known)
    var topics: [String] = []
    SignalRules.standard.forEachMatch(in: content) { match in
      // Interactions and follow-ups are reported elsewhere.
      guard match.kind != .interaction, match.kind != .followUp, !topics.contains(match.word) else { return }
      topics.append(match.word)
    }
    analysis.topics = Array(topics.prefix(Self.topicsMax))
    for sentence in Self.sentences(content) {
      guard let action = Self.action(sentence), !analysis.actions.contains(action) else { continue }
      analysis.actions.append(action)
    }
    analysis.actions = Array(analysis.actions.prefix(Self.actionsMax))
    return analysis
  }

  // MARK: People

  /// After these a name may follow.
  private static let introductions: Set<String> = [
    "with", "met", "meet", "called", "saw", "visited", "mr", "mrs", "ms", "dr", "mit", "traf", "getroffen",
    "herr", "herrn", "frau", "bei",
  ]
  /// Capitalised words that are not names after "with".
  private static let noNames: Set<String> = [
    "i", "the", "his", "her", "their", "our", "my", "mr", "mrs", "ms", "dr", "herr", "herrn", "frau",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "montag", "dienstag",
    "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "january", "february", "march", "april",
    "may", "june", "july", "august", "september", "october", "november", "december", "januar", "februar",
    "märz", "mai", "juni", "juli", "oktober", "dezember",
  ]

  private static func people(_ content: String, _ known: KnownNames) -> [PersonEntity] {
    var found = known.people(in: SignalRules.words(of: content))
    for sentence in sentences(content) {
      let words = sentence.split(whereSeparator: \.isWhitespace)
      for (place, word) in words.enumerated() where introductions.contains(bare(word).lowercased()) {
        var name: [String] = []
        for next in words[(place + 1)...].prefix(3) {
          let bare = bare(next)
          guard bare.first?.isUppercase == true, !noNames.contains(bare.lowercased()) else {
            if name.isEmpty, noNames.contains(bare.lowercased()), bare.first?.isUppercase == true { continue }
            break
          }
          name.append(bare)
          // A comma or the like ends the name.
          if next.last.map({ $0.isPunctuation }) ?? false { break }
        }
        let person = known.person(named: name.joined(separator: " "))
        let isTold = found.contains { ($0.name + " ").lowercased().contains(person.name.lowercased() + " ") }
        if !name.isEmpty, !isTold { found.append(person) }
      }
    }
    return Array(found.prefix(peopleMax))
  }

  private static func bare(_ word: Substring) -> String {
    var word = word
    while let last = word.last, last.isPunctuation { word.removeLast() }
    while let first = word.first, first.isPunctuation { word.removeFirst() }
    return word.hasSuffix("'s") || word.hasSuffix("’s") ? String(word.dropLast(2)) : String(word)
  }

  // MARK: Actions

  private static let marks = ["todo:", "to do:", "to-do:", "action:", "aufgabe:", "[ ]"]
  private static let verbs: Set<String> = [
    "call", "send", "email", "mail", "schedule", "remind", "ask", "prepare", "book", "order", "check",
    "follow",
    "get", "give", "invite", "write", "confirm", "review", "update", "file", "sign", "anrufen", "rufen",
    "schicken", "senden", "fragen", "vorbereiten", "prüfen", "vereinbaren", "schreiben", "klären",
    "nachfragen",
    "erinnern", "bestellen", "einladen",
  ]
  private static let duties = ["need to ", "needs to ", "have to ", "must ", "muss ", "müssen ", "soll "]

  private static func action(_ sentence: String) -> String? {
    let text = String(sentence.drop { $0 == "-" || $0 == "*" || $0 == "•" || $0.isWhitespace })
    let lower = text.lowercased()
    var found: String?
    if let mark = marks.first(where: { lower.hasPrefix($0) }) {
      found = OneLine.of(String(text.dropFirst(mark.count)))
    } else if let first = SignalRules.words(of: String(text.prefix(40))).first, verbs.contains(first) {
      found = OneLine.of(text)
    } else if duties.contains(where: { lower.contains($0) }) {
      found = OneLine.of(text)
    }
    guard let found, !found.isEmpty else { return nil }
    return found.count <= actionLengthMax ? found : found.prefix(actionLengthMax - 1) + "…"
  }

  /// Lines, and sentences within them. A point within a word does not end a sentence.
  private static func sentences(_ content: String) -> [String] {
    var sentences: [String] = []
    for line in content.prefix(SignalRules.textBytesMax).split(whereSeparator: \.isNewline) {
      var sentence = ""
      for word in line.split(separator: " ") {
        sentence += (sentence.isEmpty ? "" : " ") + word
        // A title is followed by a name.
        if let last = word.last, ".;!?".contains(last), !introductions.contains(bare(word).lowercased()) {
          sentences.append(sentence)
          sentence = ""
        }
      }
      if !sentence.isEmpty { sentences.append(sentence) }
    }
    return sentences.map { sentence in
      sentence.last.map { ".;".contains($0) } ?? false ? String(sentence.dropLast()) : sentence
    }
  }
}
