import Daybook

/// A message's place in its conversation: accepted messages by the remote store's time, then waiting ones in the order in
/// which they were written. The first order does not depend on any device's clock, and the second belongs to a single
/// device.
struct MessageOrder: Comparable, Sendable {
  /// Fixed width, so that text order is time order.
  let acceptedAt: String?
  let written: Stamp
  let id: String

  init(_ message: borrowing EntityReader) {
    acceptedAt = message.text("acceptedAt")
    written = message.firstStamp
    id = message.id
  }

  static func < (left: Self, right: Self) -> Bool {
    switch (left.acceptedAt, right.acceptedAt) {
    case (let a?, let b?): (a, left.id) < (b, right.id)
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): left.written != right.written ? left.written < right.written : left.id < right.id
    }
  }
}
