public import DaybookSearch
public import DaybookView

/// An entity that a search found.
public struct SearchHit: Sendable, Equatable {
  public var kind: String
  public var id: String
  /// The name that people know it by: its first title, if it has one.
  public var name: String?
  /// The field that shows the words best.
  public var field: String
  /// The part of that field's text with most of the words, and the places of the words in it.
  public var snippet: Snippet
  /// The higher, the better; valid only for comparing hits of the same search.
  public var score: Double

  /// A hit of a search; the name is nil where nothing names the entity.
  public init(
    kind: String, id: String, name: String? = nil, field: String, snippet: Snippet, score: Double
  ) {
    (self.kind, self.id, self.name) = (kind, id, name)
    (self.field, self.snippet, self.score) = (field, snippet, score)
  }
}

/// What to look for, and where.
public struct SearchRequest: Sendable {
  /// Words, and phrases in quotes. A word that ends in `*` matches the beginnings of words, as the last word does
  /// without it.
  public var text: String
  /// Of these kinds; nil: of all.
  public var kinds: [String]?
  /// The number of best hits; nil: all.
  public var limit: Int?
  /// When.
  public var cut: Cut = .now
  /// The viewer for whom to search; nil: everything.
  public var viewer: Viewer?
  /// Whether hidden fields are searched and shown too.
  public var reveals = false
  /// Whether to find entities with only some of the words too, even if others have all.
  public var takesAny = false
  /// Whether the text is a question rather than words: then a word matches all of its forms, by the rules of the
  /// searched text's language; function words count little, and words that are close together count more. Texts with
  /// only some of the words are found too.
  public var isQuestion = false

  /// A search of the present ledger without its hidden fields. Hits hold every word or, if none does, any of them.
  public init(_ text: String, kinds: [String]? = nil, limit: Int? = nil) {
    (self.text, self.kinds, self.limit) = (text, kinds, limit)
  }
}

/// The result of a search.
public struct SearchResult: Sendable, Equatable {
  /// The best first.
  public var hits: [SearchHit] = []
  /// How many there are in all.
  public var count = 0
  /// Whether the hits hold only some of the words, since no entity holds all.
  public var isSome = false
  /// Whether there are kinds with hidden fields, which were not searched.
  public var leavesHidden = false
}
