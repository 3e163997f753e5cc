import Daybook
import Foundation

@testable import DaybookHealthRecords
@testable import DaybookInput
@testable import PurusHealth

/// Reads bytes as FHIR, and counts the entries that it makes of what is in them.
enum FHIRProbe {
  static func run(_ bytes: [UInt8]) -> Int {
    guard let document = try? FHIRDocument(bytes) else { return 0 }
    var count = 0
    let index = FHIRIndex(document, defaultBase: "")
    for place in document.places {
      let resource = document.resource(place)
      count += FHIREntries(zone: .utc).entries(of: resource).count
      _ = index.key(FHIREntries.owner(of: resource), in: resource, type: "Patient")
      _ = resource.isInError
    }
    return count
  }
}

/// Reads bytes as an export of Apple Health, in small pieces, and counts the entries.
enum HealthExportProbe {
  static func run(_ bytes: [UInt8]) throws -> Int {
    let entries = HealthExportEntries(zone: .utc)
    let reader = HealthExportReader()
    let parser = try XMLStream(reader)
    for start in stride(from: 0, to: bytes.count, by: 97) {
      guard parser.feed(Array(bytes[start..<min(start + 97, bytes.count)])) else { return 0 }
    }
    _ = parser.feed([])
    var count = 0
    for case .sample(let sample) in reader.takeItems() where entries.entry(of: sample) != nil { count += 1 }
    return count
  }
}

/// Reads bytes as a clinical document, and counts its entries.
enum CCDAProbe {
  static func run(_ bytes: [UInt8]) -> Int {
    guard let root = try? XMLNode.parse(bytes), let document = CCDADocument(root) else { return 0 }
    var count = 0
    _ = (document.patient, document.doctors, document.attachment)
    for section in document.sections {
      let made = CCDAEntries(
        section: CCDASection(section), text: CCDAText(section), zone: .utc)
      for entry in section.all("entry") { count += made.entries(of: entry).count }
    }
    return count
  }
}
