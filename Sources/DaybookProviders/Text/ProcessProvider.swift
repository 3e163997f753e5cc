import DaybookModel

/// Asks an endpoint by way of the executable `daybook-provider`, so that the caller links no HTTP.
public struct ProcessProvider: TextProvider {
  private let path: String
  private let endpoint: TextEndpoint

  /// The endpoint's model.
  public var name: String { endpoint.model }

  /// - Parameters:
  ///   - path: of the executable `daybook-provider`.
  ///   - endpoint: the endpoint to ask, with its model and timeout; its model is the provider's name.
  public init(path: String, endpoint: TextEndpoint) { (self.path, self.endpoint) = (path, endpoint) }

  /// Starts `daybook-provider` once. The run may take twice the endpoint's timeout plus 30 seconds.
  /// - Throws: `LedgerError`: `unreachable` if the executable or the endpoint does not answer, `bad-data` for an
  ///   invalid answer.
  public func complete(_ request: TextRequest) async throws -> String {
    let question = ProviderMessage.question(request, endpoint).canonicalBytes
    // It tries twice and waits in between; past that it hangs.
    let deadline = Duration.seconds(2 * endpoint.timeoutSeconds + 30)
    let answer = try await ChildProcess.waiting(
      path, input: question, outputBytesMax: 2 * ProviderMessage.sizeBytesMax, within: deadline,
      advice: "install daybook-provider beside daybook"
    ).output
    return try ProviderMessage.read(answer: answer)
  }
}
