import Daybook

/// Finds signals in a piece of evidence.
///
/// The result is written into the evidence's `signals`, so a replay never runs it again. The built-in
/// ``RuleSignals`` work while evidence is written; any other detector is run by
/// ``SAMLedger/detectSignals(in:with:options:)``.
public protocol SignalDetector: Sendable {
  /// The name that is recorded in each signal's `source`: `rules`, or a model's name.
  var name: String { get }

  /// Reads title, snippet, body and participants. The same evidence gives the same signals, as far as the
  /// detector can; at most one of a kind.
  func signals(of item: EvidenceItem) async throws -> [EvidenceSignal]
}

/// Looks up words in English and German lists, without a network or a model, and with the same result everywhere. It
/// does not understand sentences ("no wedding this year" counts as a wedding), and its confidence reflects this.
public struct RuleSignals: SignalDetector {
  private let rules: SignalRules

  /// `rules`.
  public var name: String { EvidenceSignal.rules }

  public init() { rules = SignalRules.standard }

  /// Ascending by kind's place in ``SignalKind/known``. O(text), of which the first 16 KiB count.
  public func signals(of item: EvidenceItem) -> [EvidenceSignal] {
    signals(
      title: item.title, snippet: item.snippet, body: item.bodyText, participants: item.participantHints)
  }

  func signals(
    title: String, snippet: String, body: String?, participants: [ParticipantHint]
  ) -> [EvidenceSignal] {
    var found: [SignalKind: Evidence] = [:]
    for (place, text) in [(Place.title, title), (.text, snippet), (.text, body ?? "")] {
      rules.forEachMatch(in: text) { match in found[match.kind, default: Evidence()].add(match, place) }
    }
    if let company = Self.company(participants) {
      found[.interaction, default: Evidence()].company = company
    }
    return SignalKind.known.compactMap { kind in found[kind].map { $0.signal(kind) } }
  }

  fileprivate enum Place { case title, text }

  /// The participants who did not decline; nil where there are none, which is not an interaction.
  private static func company(_ hints: [ParticipantHint]) -> String? {
    let present = hints.filter { $0.status?.uppercased() != "DECLINED" }
    guard let first = present.first else { return nil }
    let name = first.name ?? first.email ?? "somebody"
    switch present.count {
    case 1: return "\(name) took part"
    case 2: return "\(name) and one other took part"
    default: return "\(name) and \(present.count - 1) others took part"
    }
  }
}

extension RuleSignals {
  /// The evidence for one kind.
  fileprivate struct Evidence {
    /// The greatest confidence of each word, in the order in which the words were found.
    private var words: [(word: String, confidence: Double)] = []
    private var isInTitle = false
    var company: String?

    private static let wordsMax = 3
    private static let confidenceMax = 0.95
    /// A participant counts more than a word.
    private static let companyConfidence = 0.8
    /// A word in the text counts less than one in the title.
    private static let textFactor = 0.8

    mutating func add(_ match: SignalRules.Match, _ place: Place) {
      if place == .title { isInTitle = true }
      let confidence = place == .title ? match.confidence : match.confidence * Self.textFactor
      if let known = words.firstIndex(where: { $0.word == match.word }) {
        words[known].confidence = max(words[known].confidence, confidence)
      } else {
        words.append((match.word, confidence))
      }
    }

    /// The probability that not all of the evidence for it is wrong, if it is independent: 1 - (1-a)(1-b)…, of the
    /// three most confident words, at most 0.95, to two places.
    func signal(_ kind: SignalKind) -> EvidenceSignal {
      let told = words.sorted { $0.confidence > $1.confidence }.prefix(Self.wordsMax)
      var doubt = told.reduce(1) { $0 * (1 - $1.confidence) }
      if company != nil { doubt *= 1 - Self.companyConfidence }
      let confidence = min(Self.confidenceMax, ((1 - doubt) * 100).rounded() / 100)
      var reasons: [String] = []
      if let company { reasons.append(company) }
      if !told.isEmpty {
        let quoted = told.map { "\"\($0.word)\"" }.joined(separator: ", ")
        reasons.append("\(quoted) in the \(isInTitle ? "title" : "text")")
      }
      return EvidenceSignal(kind: kind, confidence: confidence, reason: reasons.joined(separator: "; "))
    }
  }
}
