import Crypto
package import DaybookAge
package import DaybookModel

/// A tree of a replica's branch: how many leaves, and their root.
package struct Waypoint: Hashable, Sendable {
  /// At least 1.
  package var size: UInt64
  package var root: Hash256

  package init(size: UInt64, root: Hash256) { (self.size, self.root) = (size, root) }
}

/// The keys of one epoch of a replica: one opens its segments, the other names its blobs.
package struct EpochKey: Sendable {
  package let replica: ReplicaID
  /// From 1.
  package let number: UInt64
  /// The replica encrypts to its recipient.
  package let secret: AgeIdentity
  /// The name key: of HMAC-SHA256, 32 bytes.
  package let names: [UInt8]
  /// The maker's tree after the commit that announced the epoch. A device passes the epoch on only while it holds
  /// everything that the maker held by then.
  package let head: Waypoint

  static let namesSizeBytes = 32

  /// - Precondition: `number` is at least 1, `names` has 32 bytes.
  package init(replica: ReplicaID, number: UInt64, secret: AgeIdentity, names: [UInt8], head: Waypoint) {
    precondition(number >= 1 && number <= UInt64(Int64.max), "epochs are numbered from 1")
    precondition(names.count == Self.namesSizeBytes, "a name key has 32 bytes")
    (self.replica, self.number, self.secret, self.names, self.head) = (replica, number, secret, names, head)
  }

  package var recipient: AgeRecipient { secret.recipient }

  /// The name of a blob's file: HMAC-SHA256 of the 32 bytes of the hash of its unpacked content.
  package func blobName(of content: Hash256) -> Hash256 { Self.blobName(of: content, names) }

  static func blobName(of content: Hash256, _ names: [UInt8]) -> Hash256 {
    let code = HMAC<SHA256>.authenticationCode(for: content.bytes, using: SymmetricKey(data: names))
    guard let name = Hash256(bytes: Array(code)) else { preconditionFailure("a MAC has 32 bytes") }
    return name
  }
}

extension Waypoint {
  /// `[size,"root"]`
  var json: JSONValue { [.int(Int64(clamping: size)), .string(root.description)] }

  init?(_ json: JSONValue?) {
    guard let items = json?.array, items.count == 2, let size = PositiveNumber.read(items[0]),
      let root = items[1].string.flatMap({ Hash256($0) })
    else { return nil }
    self.init(size: size, root: root)
  }
}
