import Daybook
import Foundation

@testable import DaybookHealthRecords
@testable import DaybookInput
@testable import PurusHealth

/// Reads bytes as FHIR, and makes entries of whatever is in them.
enum FHIRProbe {
  static func run(_ bytes: [UInt8]) {
    guard let document = try? FHIRDocument(bytes) else { return }
    let index = FHIRIndex(document, defaultBase: "")
    for place in document.places {
      let resource = document.resource(place)
      _ = FHIREntries(zone: .utc).entries(of: resource)
      _ = index.key(FHIREntries.owner(of: resource), in: resource, type: "Patient")
      _ = resource.isInError
    }
  }
}

/// Reads bytes as an export of Apple Health, in small pieces.
enum HealthExportProbe {
  static func run(_ bytes: [UInt8]) throws {
    let entries = HealthExportEntries(zone: .utc)
    let reader = HealthExportReader()
    let parser = try XMLStream(reader)
    for start in stride(from: 0, to: bytes.count, by: 97) {
      guard parser.feed(Array(bytes[start..<min(start + 97, bytes.count)])) else { return }
    }
    _ = parser.feed([])
    for case .sample(let sample) in reader.takeItems() { _ = entries.entry(of: sample) }
  }
}

/// Reads bytes as a clinical document, and makes entries of it.
enum CCDAProbe {
  static func run(_ bytes: [UInt8]) {
    guard let root = try? XMLNode.parse(bytes), let document = CCDADocument(root) else { return }
    _ = (document.patient, document.doctors, document.attachment)
    for section in document.sections {
      let made = CCDAEntries(
        section: CCDASection(section), text: CCDAText(section), zone: .utc)
      for entry in section.all("entry") { _ = made.entries(of: entry) }
    }
  }
}
