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
