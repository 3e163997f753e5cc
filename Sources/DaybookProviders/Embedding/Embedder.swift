import DaybookModel

/// Something that makes a vector of a text, so that texts of like content get vectors that point alike: a model behind
/// an endpoint, a program, or what needs neither.
///
/// What comes back is bytes from outside: a caller that writes it takes it by ``vectors(of:)``, which checks it.
public protocol Embedder: Sendable {
  /// Who made a vector, as it is written beside it: vectors of different names are never compared. Another way of
  /// making them is another name.
  var name: String { get }

  /// Whether a vector follows from its text alone, for ever and on every machine. Then vectors are worked out where they
  /// are needed and kept in the machine's cache; else they are kept in the ledger. False unless the embedder says so.
  var isComputed: Bool { get }

  /// A vector for each text, in order.
  /// - Throws: `LedgerError` with code `unreachable` where nobody answers, `bad-data` for an invalid answer.
  func embed(_ texts: [String]) async throws -> [[Float]]
}

extension Embedder {
  /// The default, false: vectors are kept in the ledger.
  public var isComputed: Bool { false }

  /// As ``embed(_:)``, checked: one vector for each text, all of one count, every number finite, none of them all
  /// zeros but where the text has no words that say anything.
  ///
  /// - Throws: also `LedgerError` with code `bad-data` where the answer is not that.
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

/// What is taken from an embedder, and given to it at once.
public enum EmbeddingLimit {
  /// Of one vector.
  package static let dimensionsMax = 16_384
  /// Texts in one question.
  public static let textsMax = 128
  /// Bytes in an answer: each number as long as a double is written, with room.
  package static let answerBytesMax = 64 << 20
}
