import Dispatch

extension ChildProcess {
  /// As ``run(_:arguments:input:outputBytesMax:errorBytesMax:within:advice:)``, for tasks: reading from a child blocks,
  /// which the threads of Swift's tasks must not.
  package static func waiting(
    _ path: String, arguments: [String] = [], input: [UInt8], outputBytesMax: Int, errorBytesMax: Int? = nil,
    within limit: Duration, advice: String? = nil
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      // A queue of its own has a thread of its own.
      DispatchQueue(label: "daybook-provider").async {
        continuation.resume(
          with: Swift.Result {
            try run(
              path, arguments: arguments, input: input, outputBytesMax: outputBytesMax,
              errorBytesMax: errorBytesMax, within: limit, advice: advice)
          })
      }
    }
  }
}
