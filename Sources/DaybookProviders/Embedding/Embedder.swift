import DaybookModel

/// Makes vectors of texts, so that texts with similar content get vectors with similar directions: a model behind an
/// endpoint, a program, or code that needs neither.
///
/// The result comes from outside: a caller that writes it uses ``vectors(of:)``, which checks it.
public protocol Embedder: Sendable {
  /// The maker of a vector, which is recorded beside it: vectors with different names are never compared. A different
  /// way of making vectors needs a different name.
  var name: String { get }

  /// Whether a vector depends only on its text, permanently and on every machine. Then vectors are computed where they
  /// are needed and kept in the machine's cache; otherwise they are kept in the ledger. False unless the embedder says
  /// so.
  var isComputed: Bool { get }

  /// A vector for each text, in order.
  /// - Throws: `LedgerError` with code `unreachable` if there is no answer, `bad-data` for an invalid answer.
  func embed(_ texts: [String]) async throws -> [[Float]]
}

extension Embedder {
  /// The default, false: vectors are kept in the ledger.
  public var isComputed: Bool { false }

  /// As ``embed(_:)``, checked: one vector for each text, all of one count, every number finite, none of them all zeros
  /// unless the text has no meaningful words.
  ///
  /// - Throws: also `LedgerError` with code `bad-data` if the answer is not so.
  public func vectors(of texts: [String]) async throws -> [[Float]] {
    guard !texts.isEmpty else { return [] }
    let vectors = try await embed(texts)
    guard vectors.count == texts.count else {
      throw LedgerError(.badData, "\(name) answered \(vectors.count) vectors for \(texts.count) texts")
    }
    let count = vectors[0].count
    guard count > 0, count <= EmbeddingLimit.dimensionsMax else {
      throw LedgerError(
        .badData,
        "\(name) answered a vector of \(count) numbers, not 1 to \(EmbeddingLimit.dimensionsMax)")
    }
    for (place, vector) in vectors.enumerated() {
      guard vector.count == count else {
        throw LedgerError(
          .badData,
          "\(name) answered vectors of both \(count) and \(vector.count) numbers (text \(place + 1))")
      }
      guard vector.allSatisfy(\.isFinite) else {
        throw LedgerError(.badData, "\(name) answered a number that is not finite (text \(place + 1))")
      }
    }
    return vectors
  }
}

/// The limits of an embedder's answers, and of its requests.
public enum EmbeddingLimit {
  /// The maximum number of dimensions of a vector.
  package static let dimensionsMax = 16_384
  /// The maximum number of texts in one request.
  public static let textsMax = 128
  /// The maximum number of bytes in an answer: each number as long as a double can be written, with room to spare.
  package static let answerBytesMax = 64 << 20
}
