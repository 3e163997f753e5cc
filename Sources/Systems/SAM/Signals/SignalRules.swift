import Daybook

/// Word lists, prepared for one pass over a text.
///
/// A phrase is one word or several consecutive words, in lower case; a word that ends in `*` stands for every word that
/// begins so, which German compounds need: `hochzeit*` is a Hochzeitsfeier too.
struct SignalRules: Sendable {
  struct Match {
    var kind: SignalKind
    var confidence: Double
    /// The phrase as the text has it, in lower case.
    var word: String
  }

  private struct Phrase {
    /// What must follow the first word.
    var rest: [Word]
    var kind: SignalKind
    var confidence: Double
  }

  private struct Word {
    var text: String
    var isStem: Bool

    init(_ text: Substring) {
      isStem = text.hasSuffix("*")
      self.text = String(isStem ? text.dropLast() : text)
    }

    func matches(_ word: String) -> Bool { isStem ? word.hasPrefix(text) : word == text }
  }

  /// By their first word.
  private var words: [String: [Phrase]] = [:]
  private var stems: [String: [Phrase]] = [:]
  /// How long a stem may be, in characters.
  private var stemLengths: [Int] = []

  /// How much of a text is read: the important part is at its beginning, and mails end with quoted text.
  static let textBytesMax = 16 << 10

  init(_ lists: [SignalWords]) {
    for list in lists {
      for phrase in list.phrases {
        let parts = phrase.split(separator: " ").map { Word($0) }
        guard let first = parts.first else { continue }
        let entry = Phrase(rest: Array(parts.dropFirst()), kind: list.kind, confidence: list.confidence)
        if first.isStem {
          stems[first.text, default: []].append(entry)
        } else {
          words[first.text, default: []].append(entry)
        }
      }
    }
    stemLengths = Set(stems.keys.map(\.count)).sorted()
  }

  /// Visits each place of a phrase, in the text's order.
  func forEachMatch(in text: String, _ body: (Match) -> Void) {
    guard !text.isEmpty else { return }
    let found = Self.words(of: text)
    for place in found.indices {
      if let phrases = words[found[place]] { match(phrases, found, place, body) }
      for length in stemLengths {
        // Shorter words have already been looked up in all their lengths.
        guard
          let end = found[place].index(
            found[place].startIndex, offsetBy: length, limitedBy: found[place].endIndex)
        else { break }
        if let phrases = stems[String(found[place][..<end])] { match(phrases, found, place, body) }
      }
    }
  }

  private func match(_ phrases: [Phrase], _ found: [String], _ place: Int, _ body: (Match) -> Void) {
    for phrase in phrases {
      let end = place + 1 + phrase.rest.count
      guard end <= found.count,
        zip(phrase.rest, found[(place + 1)..<end]).allSatisfy({ $0.matches($1) })
      else { continue }
      body(
        Match(
          kind: phrase.kind, confidence: phrase.confidence,
          word: found[place..<end].joined(separator: " ")))
    }
  }

  /// Sequences of letters and digits, in lower case; an apostrophe is skipped, a hyphen separates words.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    let bounded =
      text.utf8.count <= textBytesMax ? text : String(decoding: text.utf8.prefix(textBytesMax), as: UTF8.self)
    for scalar in bounded.lowercased().unicodeScalars {
      if isLetter(scalar) {
        word.append(scalar)
      } else if scalar != "'" && scalar != "\u{2019}" {
        if !word.isEmpty { words.append(String(word)) }
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) }
    return scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
  }
}

// The words that the rules look for. A word is listed because people who keep such calendars write it in that case; its
// confidence depends on how often it means something else.

/// Words that indicate a kind of signal, all with the same confidence.
struct SignalWords: Sendable {
  var kind: SignalKind
  /// 0 to 1, in a title.
  var confidence: Double
  var phrases: [String]

  init(_ kind: SignalKind, _ confidence: Double, _ phrases: [String]) {
    (self.kind, self.confidence, self.phrases) = (kind, confidence, phrases)
  }
}

extension SignalRules {
  static let standard = SignalRules(
    SignalWords.interaction + SignalWords.family + SignalWords.lifeEvent + SignalWords.opportunity
      + SignalWords.compliance + SignalWords.followUp)
}

extension SignalWords {
  /// People met or spoke.
  static let interaction = [
    SignalWords(
      .interaction, 0.6,
      [
        "meeting", "meet", "call", "phone", "zoom", "video call", "lunch", "dinner", "breakfast", "coffee",
        "visit", "appointment", "interview", "consultation", "catch up", "check in", "1 1", "presentation",
        "besprechung*", "termin", "treffen", "telefonat*", "anruf", "besuch", "mittagessen", "abendessen",
        "kaffee", "gespräch", "beratung*", "videokonferenz*", "kennenlern*",
      ])
  ]

  /// Somebody's relatives are mentioned. "Frau" is not listed, because letters begin with it.
  static let family = [
    SignalWords(
      .family, 0.7,
      [
        "wife", "husband", "spouse", "son", "daughter", "kids", "children", "grandchild*", "grandson",
        "granddaughter", "mother", "father", "mom", "mum", "dad", "parents", "grandma", "grandpa",
        "grandparents", "brother", "sister", "stepson", "stepdaughter", "in laws", "family",
        "ehefrau", "ehemann", "ehepartner*", "sohn", "tochter", "kinder", "enkel*", "mutter", "vater", "mama",
        "papa", "eltern", "großeltern", "oma", "opa", "bruder", "schwester", "schwieger*", "familie*",
      ]),
    // An annual day is only a weak sign.
    SignalWords(
      .family, 0.6,
      [
        "birthday*", "bday", "anniversary", "wedding anniversary", "geburtstag*", "hochzeitstag*",
        "jubiläum*",
      ]),
  ]

  /// What changes what somebody needs.
  static let lifeEvent = [
    SignalWords(
      .lifeEvent, 0.8,
      [
        "wedding", "got married", "getting married", "newborn", "new baby", "baby shower", "pregnant",
        "pregnancy", "divorce*", "funeral", "passed away", "memorial service", "adoption", "retirement party",
        "new job", "laid off", "new house", "new home", "closing on", "graduation", "christening", "baptism",
        "hochzeit", "hochzeitsfeier", "trauung", "schwanger*", "entbindung*", "taufe", "scheidung*",
        "beerdigung*", "trauerfeier*", "verstorben", "adoptiert", "neuer job", "neue stelle", "gekündigt",
        "hauskauf", "umzug", "abschlussfeier*", "pensionierung*", "renteneintritt*", "ruhestand",
      ]),
    // Each of these has another common meaning.
    SignalWords(
      .lifeEvent, 0.5,
      [
        "marriage", "married", "engagement", "engaged", "baby", "birth", "moving", "relocation", "relocating",
        "promotion", "retire", "retired", "retiring", "inheritance", "surgery", "hospital", "diagnosis",
        "geheiratet", "verlobung*", "geburt", "beförderung*", "erbschaft*", "krankenhaus", "operation",
      ]),
  ]

  /// Something that a product might answer.
  static let opportunity = [
    SignalWords(
      .opportunity, 0.75,
      [
        "life insurance", "health insurance", "auto insurance", "disability insurance", "long term care",
        "policy review", "coverage review", "financial plan*", "retirement plan*", "estate plan*",
        "college fund", "401k", "rollover", "annuity", "annuities", "term life", "quote", "referral",
        "lebensversicherung*", "krankenversicherung*", "berufsunfähigkeit*", "altersvorsorge*", "angebot",
        "vermögensberatung*", "finanzplan*", "baufinanzierung*", "empfehlung",
      ]),
    SignalWords(
      .opportunity, 0.5,
      [
        "insurance", "policy", "policies", "coverage", "premium", "mortgage", "invest", "investment*",
        "savings", "retirement", "pension", "tuition", "renewal", "new car", "proposal",
        "versicherung*", "police", "prämie", "hypothek*", "vorsorge*", "rente", "sparplan*", "geldanlage*",
        "vertragsverlängerung*", "neues auto",
      ]),
  ]

  /// Something that the rules of the trade require.
  static let compliance = [
    SignalWords(
      .compliance, 0.8,
      [
        "consent", "consent form", "power of attorney", "disclosure*", "compliance", "suitability", "kyc",
        "know your customer", "anti money laundering", "aml", "gdpr", "hipaa", "privacy notice",
        "beneficiary change", "change of beneficiary", "complaint", "audit",
        "einwilligung*", "einverständniserklärung*", "vollmacht*", "datenschutz*", "dsgvo", "geldwäsche*",
        "beratungsprotokoll*", "beschwerde*", "bezugsrecht*",
      ]),
    SignalWords(
      .compliance, 0.5,
      [
        "signature", "signatures", "sign", "signed", "paperwork", "forms", "expired", "expiring", "deadline",
        "license", "beneficiary", "unterschrift*", "unterschreiben", "formular*", "abgelaufen", "frist*",
        "widerruf*",
      ]),
  ]

  /// Somebody is to get back to somebody.
  static let followUp = [
    SignalWords(
      .followUp, 0.8,
      [
        "follow up", "followup", "following up", "call back", "callback", "get back to", "circle back",
        "reach out", "touch base", "next steps", "action item*", "todo", "to do", "reschedule*",
        "nachfassen", "rückruf*", "zurückrufen", "rückmeldung*", "wiedervorlage*", "nächste schritte",
        "nachhaken", "termin verschoben",
      ]),
    SignalWords(
      .followUp, 0.5,
      [
        "remind", "reminder", "pending", "waiting for", "owe", "send", "schedule", "check with",
        "erinnern", "erinnerung", "ausstehend*", "schicken", "nachreichen", "melden",
      ]),
  ]
}
