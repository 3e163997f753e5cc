import Daybook

extension Mailbox {
  /// Imports whole conversations from elsewhere, such as another program's export: documents as a remote store would report
  /// them, each at its own time. They count as if they had come from a remote store, so nothing of them waits to be sent,
  /// and importing them again changes nothing.
  ///
  /// - Returns: how many documents were new.
  @discardableResult
  public func take(_ documents: [RemoteDocument]) async throws -> Int {
    let reading = try await ledger.read { [user] state in
      var reading = RemoteReading(user: user.rawValue)
      reading.take(documents.map { .document($0) }, in: state)
      return reading
    }
    // The data is the other program's, so the events have no author.
    var options = options
    options.viewer = nil
    if !reading.mutations.isEmpty { try await ledger.append(reading.mutations, options: options) }
    return reading.changed
  }
}
