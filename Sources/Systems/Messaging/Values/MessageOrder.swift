import Daybook

/// A message's place in its conversation: what the far side took by the time it took it, then what waits, in the
/// order in which it was written. No device's clock has a say in the first, and the second is one device's own.
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
