import Daybook

/// Finds in a piece of evidence what it may be a sign of.
///
/// What it finds is written into the evidence's `signals`, so a replay never runs it again. The built-in
/// ``RuleSignals`` work while evidence is written; any other detector is run by
/// `Ledger.detectSignals(in:with:options:)`.
public protocol SignalDetector: Sendable {
  /// Who says so, in each signal's `source`: `rules`, or a model's name.
  var name: String { get }

  /// Reads title, snippet, body and participants. The same evidence gives the same signals, as far as the
  /// detector can; at most one of a kind.
  func signals(of item: EvidenceItem) async throws -> [EvidenceSignal]
}

/// Words looked up in lists, English and German: no network, nothing learnt, the same everywhere. It knows nothing
/// of what a sentence says ("no wedding this year" is a wedding to it), and its confidence says so.
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
  /// What speaks for one kind.
  fileprivate struct Evidence {
    /// By word, the greatest confidence; in the order in which they were met.
    private var words: [(word: String, confidence: Double)] = []
    private var isInTitle = false
    var company: String?

    private static let wordsMax = 3
    private static let confidenceMax = 0.95
    /// Somebody who took part is more than a word.
    private static let companyConfidence = 0.8
    /// A word in passing says less than one that somebody put into the title.
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

    /// The chance that not all of what speaks for it errs, each by itself: 1 - (1-a)(1-b)…, of the three most
    /// confident words, at most 0.95, to two places.
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
