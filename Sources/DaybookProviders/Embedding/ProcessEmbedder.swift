import DaybookModel

/// Asks an OpenAI-compatible endpoint for vectors through the executable `daybook-provider`, so that the caller links
/// no HTTP.
public struct ProcessEmbedder: Embedder {
  private let path: String
  private let endpoint: TextEndpoint

  /// The model's.
  public var name: String { endpoint.model }

  /// - Parameters:
  ///   - path: the path of the executable `daybook-provider`.
  ///   - endpoint: the endpoint to ask, with its model and timeout; its model is the embedder's name.
  public init(path: String, endpoint: TextEndpoint) { (self.path, self.endpoint) = (path, endpoint) }

  /// Starts `daybook-provider` once for each batch of ``EmbeddingLimit/textsMax`` texts, one after another. Each run may
  /// take twice the endpoint's timeout plus 30 seconds.
  /// - Throws: `LedgerError`: `unreachable`, or `bad-data` for an invalid answer or another number of vectors.
  public func embed(_ texts: [String]) async throws -> [[Float]] {
    // It tries twice and waits in between; after that time it hangs.
    let deadline = Duration.seconds(2 * endpoint.timeoutSeconds + 30)
    var vectors: [[Float]] = []
    for batch in texts.batches(of: EmbeddingLimit.textsMax) {
      let answer = try await ChildProcess.waiting(
        path, input: ProviderMessage.question(batch, endpoint).canonicalBytes,
        outputBytesMax: EmbeddingLimit.answerBytesMax, within: deadline,
        advice: "install daybook-provider beside daybook")
      let some = try ProviderMessage.read(vectors: answer.output)
      // Otherwise it would be unknown to which text each vector belongs.
      guard some.count == batch.count else {
        throw LedgerError(.badData, "\(name) answered \(some.count) vectors for \(batch.count) texts")
      }
      vectors += some
    }
    return vectors
  }
}

extension Array {
  /// The elements in order, in slices of `count` elements; the last one may be shorter. An empty array has no batches.
  /// - Parameter count: 1 or more.
  public func batches(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
