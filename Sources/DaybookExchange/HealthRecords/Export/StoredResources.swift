// The resources that were imported, by the entries that were made of them.

import Daybook
import DaybookModel
import PurusHealth

/// A resource as it came.
struct StoredResource: Sendable {
  var url: String
  var bytes: [UInt8]
  var entryKind: String
  var record: String?

  var json: JSONObject { (try? JSONParser.parse(bytes, keepsDigits: true))?.object ?? [:] }

  /// Whether it is exported by itself: no entry was ever made of it, or it is marked as an error. Entries that were
  /// deleted here do not count.
  var hasNoEntry: Bool {
    if entryKind.isEmpty { return true }
    return FHIRResource(json, at: url).isInError
  }

  /// Whether it names its patient.
  var namesOwner: Bool { FHIREntries.owner(of: FHIRResource(json, at: url)) != nil }
}

struct StoredResources {
  private(set) var all: [StoredResource] = []
  /// By kind and id of the entry; the first of several.
  private var byEntry: [String: Int] = [:]

  /// Those of FHIR, in the order of their ids.
  init(_ rows: [Row], _ ledger: Ledger) async throws {
    for row in rows.sorted(by: { $0.id < $1.id }) where row["format"]?.string == SourceText.fhir {
      var bytes = Array((row["text"]?.string ?? "").utf8)
      if bytes.isEmpty, let data = row["data"], let blob = try await ledger.blobs.bytes(referredToBy: data) {
        bytes = blob
      }
      guard !bytes.isEmpty else { continue }
      let kind = row["entryKind"]?.string ?? ""
      let name = "\(kind) \(row["entryID"]?.string ?? "")"
      if !kind.isEmpty, byEntry[name] == nil { byEntry[name] = all.count }
      all.append(
        StoredResource(
          url: row["sourceURL"]?.string ?? "", bytes: bytes, entryKind: kind, record: row["record"]?.string))
    }
  }

  func of(_ kind: String, _ id: String) -> StoredResource? { byEntry["\(kind) \(id)"].map { all[$0] } }
}
