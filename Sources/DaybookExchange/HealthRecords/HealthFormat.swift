// Which import reads a file that was given to another one.

import Daybook
import DaybookModel

enum HealthFormat: String, CaseIterable {
  case fhir, ccda
  case appleHealth = "apple-health"

  /// By the first bytes of a file.
  init?(_ bytes: [UInt8]) {
    let head = String(decoding: bytes.prefix(64 << 10), as: UTF8.self)
    guard let first = head.unicodeScalars.first(where: { $0 != "\u{feff}" && !$0.properties.isWhitespace })
    else {
      return nil
    }
    switch first {
    case "{", "[":
      guard head.contains("\"resourceType\"") else { return nil }
      self = .fhir
    case "<":
      guard let format = Self.allCases.first(where: { $0.marks(head) }) else { return nil }
      self = format
    default: return nil
    }
  }

  /// By the root of a document; FHIR is known by its namespace, which the head has.
  init?(root: XMLNode, _ bytes: [UInt8]) {
    switch root.name {
    case "ClinicalDocument": self = .ccda
    case "HealthData": self = .appleHealth
    default:
      guard Self.fhir.marks(String(decoding: bytes.prefix(64 << 10), as: UTF8.self)) else { return nil }
      self = .fhir
    }
  }

  /// Whether a document that begins so is of this format.
  private func marks(_ head: String) -> Bool {
    switch self {
    case .fhir: ["\"http://hl7.org/fhir\"", "'http://hl7.org/fhir'"].contains { head.contains($0) }
    case .ccda: head.contains("ClinicalDocument")
    case .appleHealth: head.contains("HealthData")
    }
  }

  private var name: String {
    switch self {
    case .fhir: "FHIR"
    case .ccda: "a clinical document (C-CDA)"
    case .appleHealth: "an export of Apple Health"
    }
  }

  private var advice: String { "use 'daybook import \(rawValue)'" }

  /// Of a file that somebody named.
  var reason: String { "it is \(name): \(advice)" }

  /// Of files of a folder or an archive.
  func reason(count: Int) -> String { "files left out, as each is \(name): \(count); \(advice)" }
}

/// Files of other formats that were met in folders and archives.
struct OtherFormats {
  private var counts: [HealthFormat: Int] = [:]

  mutating func note(_ format: HealthFormat) { counts[format, default: 0] += 1 }

  /// What is said of them at the end, once.
  mutating func takeNotices(_ file: String) -> [ImportStep] {
    defer { counts = [:] }
    return HealthFormat.allCases.compactMap { format in
      counts[format].map { .notice(SyncRemark(file: file, line: 1, reason: format.reason(count: $0))) }
    }
  }
}
