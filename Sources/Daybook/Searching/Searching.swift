import DaybookRecords
import DaybookSearch

/// The indexes that an open ledger keeps.
struct Searching {
  /// What identifies an index.
  struct Key: Hashable, Sendable {
    /// Whether it is for questions; then it has only the kinds that are asked about.
    var isQuestion = false
    /// Ascending; nil: all.
    var kinds: [String]?
    /// Whether hidden fields are in it. Only one without them is ever written to a file.
    var reveals = false

    init(_ request: SearchRequest) {
      (isQuestion, reveals) = (request.isQuestion, request.reveals)
      if isQuestion { kinds = request.kinds.map { Set($0).sorted() } }
    }

    var words: TextWords { isQuestion ? .stems : .exact }

    /// An empty index for the key.
    var empty: LiveTextIndex { LiveTextIndex(reveals: reveals, words: words, kinds: kinds.map(Set.init)) }
  }

  var indexes: [Key: LiveTextIndex] = [:]
  /// The indexes that are being updated outside the ledger's actor, with the callers that wait for them.
  var underWay: [Key: [CheckedContinuation<Void, Never>]] = [:]
}

/// What must be checked before an index shows the present ledger.
struct IndexWork: Sendable {
  /// The reading whose records number the entities.
  var token: ReadingToken
  var touchCount: Int
  var forgottenCount: Int
  var entities: [EntityIndex]
  /// Whether these are all existing entities.
  var isAll: Bool
  /// Where indexes are kept; nil where this one is not.
  var cache: TextIndexCache?
  /// What an index of the present ledger depends on.
  var state: TextIndexState
}

/// The texts of some entities, copied.
struct GatheredTexts: Sendable {
  struct Document: Sendable {
    var kind: String
    var id: String
    /// Within the texts.
    var texts: Range<Int>
  }

  private(set) var documents: [Document] = []
  private var texts: [(bytes: Range<Int>, isTitle: Bool)] = []
  private var bytes: [UInt8] = []

  mutating func add(_ text: UnsafeBufferPointer<UInt8>, isTitle: Bool) {
    texts.append((bytes.count..<bytes.count + text.count, isTitle))
    bytes += text
  }

  /// Ends a document, which consists of the texts added since the last one.
  mutating func end(_ kind: String, _ id: String) {
    let start = documents.last?.texts.upperBound ?? 0
    documents.append(Document(kind: kind, id: id, texts: start..<texts.count))
  }

  /// Lends the texts of a document.
  func forEachText(
    of document: Document, _ body: (_ text: UnsafeBufferPointer<UInt8>, _ isTitle: Bool) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      for text in texts[document.texts] {
        body(UnsafeBufferPointer(rebasing: bytes[text.bytes]), text.isTitle)
      }
    }
  }

  /// The hash of a document's texts; nil where there are none.
  func hash(of document: Document) -> UInt64? {
    var hash = TextHash()
    forEachText(of: document) { text, isTitle in
      hash.add(isTitle ? 1 : 0)
      hash.add(text)
    }
    return document.texts.isEmpty ? nil : hash.value
  }
}
