/// What a server answered, whatever its status.
package struct HTTPAnswer: Sendable {
  package var status: Int
  /// The header of that name, where it is a number: seconds.
  package var retryAfter: Double?
  /// The header of that name: where a redirect leads.
  package var location: String?
  package var body: [UInt8]

  package init(status: Int, retryAfter: Double? = nil, location: String? = nil, body: [UInt8]) {
    (self.status, self.retryAfter, self.location, self.body) = (status, retryAfter, location, body)
  }
}

/// Why there is no answer.
package enum HTTPFailure: Error, Hashable {
  /// The answer is larger than the caller allows.
  case tooLarge
  case timedOut
  case cancelled
  /// In a few words, without anything that was sent.
  case unreachable(String)
}
