public import DaybookSearch
public import DaybookView

/// An entity that a search found.
public struct SearchHit: Sendable, Equatable {
  public var kind: String
  public var id: String
  /// What people call it: its first title, where it has one.
  public var name: String?
  /// In which field the words are best seen, and what stands there.
  public var field: String
  /// The part of that field's text with most of the words, and where they are in it.
  public var snippet: Snippet
  /// The higher the better; good for comparing the hits of one search alone.
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
  /// Words, and phrases in quotes; a word may end in `*` for the beginning of words, as the last one is without it.
  public var text: String
  /// Of these kinds; nil: of all.
  public var kinds: [String]?
  /// The best so many; nil: all.
  public var limit: Int?
  /// When.
  public var cut: Cut = .now
  /// As whom.
  public var viewer: Viewer?
  /// Whether hidden fields are searched and shown too.
  public var reveals = false
  /// Whether also those are found that have only some of the words, though others have all.
  public var takesAny = false
  /// Whether the text is a question rather than words: then a word stands for all of its forms, by the rules of the
  /// language of the text that is searched; words that only join others count little, and words that stand together
  /// count more. Found is also what has only some of the words.
  public var isQuestion = false

  /// A search of the present ledger without its hidden fields. Hits hold every word or, where nothing does, any of
  /// them.
  public init(_ text: String, kinds: [String]? = nil, limit: Int? = nil) {
    (self.text, self.kinds, self.limit) = (text, kinds, limit)
  }
}

/// What a search found.
public struct SearchResult: Sendable, Equatable {
  /// The best first.
  public var hits: [SearchHit] = []
  /// How many there are in all.
  public var count = 0
  /// Whether they hold only some of the words, since nothing holds all.
  public var isSome = false
  /// Whether there are kinds with hidden fields, which were not searched.
  public var leavesHidden = false
}
