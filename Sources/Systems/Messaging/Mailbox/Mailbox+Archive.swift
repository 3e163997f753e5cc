import Daybook

extension Mailbox {
  /// Takes conversations in that lie elsewhere whole, such as in another program's export: documents as a far side would
  /// tell them, each at its own time. They are there as if they had come from a far side, so nothing of them waits to be
  /// sent, and the same again changes nothing.
  ///
  /// - Returns: how many documents were new.
  @discardableResult
  public func take(_ documents: [FarDocument]) async throws -> Int {
    let reading = try await ledger.read { [user] state in
      var reading = FarReading(user: user.rawValue)
      reading.take(documents.map { .document($0) }, in: state)
      return reading
    }
    // It is the other program's word, and nobody's.
    var options = options
    options.viewer = nil
    if !reading.mutations.isEmpty { try await ledger.append(reading.mutations, options: options) }
    return reading.changed
  }
}
