import DaybookAge
import DaybookLog
import DaybookModel
import DaybookTestSupport

@testable import DaybookLocking

/// Keys and files that follow from a number.
enum Samples {
  static let ledger = "0f8fad5b-d9cb-469f-a165-70867728950e"
  static let otherLedger = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

  static func bytes(_ seed: UInt64, _ count: Int = 32) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  static func identity(_ seed: UInt64) -> AgeIdentity { AgeIdentity { bytes(seed, $0) } }

  static func signing(_ seed: UInt64) throws -> SigningKey {
    guard let key = SigningKey(seed: bytes(~seed)) else { throw LockingError(.recoveryKey, .key) }
    return key
  }

  static func hash(_ seed: UInt64) -> Hash256 { Hash256.of(bytes(seed).span) }

  static func device(_ seed: UInt64, number: UInt64 = 1, ledger: String = ledger) throws -> DeviceFile {
    try DeviceFile(
      ledger: ledger, number: number, recipient: identity(seed).recipient, key: signing(seed))
  }

  static func recovery(_ seed: UInt64 = 900) -> RecoveryKey { RecoveryKey(identity(seed)) }

  static func epoch(_ seed: UInt64, _ number: UInt64 = 1) throws -> EpochKey {
    EpochKey(
      replica: try signing(seed).replica, number: number, secret: identity(seed << 8 | number),
      names: bytes(seed << 16 | number), head: Waypoint(size: 54, root: hash(seed)))
  }

  /// Points that give zero with every key, as age writes them.
  static let lowOrder: [AgeRecipient] = [
    "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z",
    "age1qyqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqj7vrya",
    "age1ur4h5lpmgxu2u9jku0a0r87ydtdqnr0tnsetrlvxvgz3vh6fhqqqzyt4v9",
    "age1t7wft09r2zxzfvwsk92eeql0tvzyghxytqwgapkcyf8dm5ylz9ts6wm9s8",
    "age1anlllllllllllllllllllllllllllllllllllllllllllllllals4n2t7m",
  ].compactMap { AgeRecipient($0) }
}
