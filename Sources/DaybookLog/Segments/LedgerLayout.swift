package import DaybookModel

/// The paths in a ledger's folder.
package enum LedgerLayout {
  package static let descriptor = "daybook.json"
  package static let replicas = "replicas"
  package static let blobs = "blobs"

  package static func folder(of replica: ReplicaID) -> String { "\(replicas)/\(replica)" }

  package static func path(of segment: SegmentName, _ replica: ReplicaID) -> String {
    "\(folder(of: replica))/\(segment)"
  }

  /// The replica in whose folder a file is.
  package static func replica(ofPath path: String) -> ReplicaID? {
    let parts = path.split(separator: "/")
    return parts.count == 3 && parts[0] == Substring(replicas) ? ReplicaID(String(parts[1])) : nil
  }

  /// `blobs/ab/<sha256>.zst`
  package static func path(ofBlob digest: Hash256) -> String { "\(folder(ofBlob: digest))/\(digest).zst" }

  /// `blobs/ab/<64 hex>.zst.age` in a locked ledger: its name is not the content's hash.
  package static func path(ofLockedBlob name: Hash256) -> String {
    "\(folder(ofBlob: name))/\(name)\(lockedBlobSuffix)"
  }

  private static let blobSuffix = ".zst"
  private static let lockedBlobSuffix = ".zst.age"

  /// Whether a path is an encrypted blob's.
  package static func isLockedBlob(_ path: String) -> Bool {
    path.hasPrefix("\(blobs)/") && path.hasSuffix(lockedBlobSuffix)
  }

  package static func folder(ofBlob digest: Hash256) -> String { "\(blobs)/\(digest.description.prefix(2))" }

  /// The digest that a blob's file is named by, given its folder's and its own name.
  package static func blob(folder: String, name: String) -> Hash256? {
    for suffix in [blobSuffix, lockedBlobSuffix] where name.hasSuffix(suffix) {
      guard name.utf8.count == 64 + suffix.utf8.count,
        let digest = Hash256(String(name.dropLast(suffix.count))),
        digest.description.prefix(2) == folder
      else { continue }
      return digest
    }
    return nil
  }

  /// A UUID in lower case.
  package static func isLedgerID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    return bytes.indices.allSatisfy { index in
      switch index {
      case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
      default: isDigit(bytes[index]) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(bytes[index])
      }
    }
  }
}
