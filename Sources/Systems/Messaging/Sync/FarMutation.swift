// The remote store's reports as events: `sync` with the server's time, so that they count whatever this device's clock
// says.

import Daybook

extension Mutation {
  /// - Parameter acks: the last of this ledger's writes that the remote store has accepted with it.
  static func told(
    _ kind: String, _ id: String, at server: ServerTime, present: Bool? = nil, set: JSONObject? = nil,
    acks: Stamp? = nil
  ) -> Mutation {
    var mutation = Mutation(.sync, kind: kind, id: id, set: set?.isEmpty == true ? nil : set)
    (mutation.server, mutation.present, mutation.acks) = (server, present, acks)
    return mutation
  }
}

extension ServerTime {
  /// To the millisecond, as fields hold times.
  var instantText: String {
    Instant(milliseconds: seconds * 1000 + nanoseconds / 1_000_000).description
  }

  /// Of either precision.
  init?(text: String) {
    if let exact = ServerTime(text) {
      self = exact
    } else if let instant = Instant(text) {
      self.init(
        seconds: instant.milliseconds / 1000, nanoseconds: instant.milliseconds % 1000 * 1_000_000)
    } else {
      return nil
    }
  }
}
