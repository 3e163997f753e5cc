// Data types of HL7 version 3 as people write them.

import Daybook
import DaybookModel

/// The elements of a document as texts. Words may stand in a section's narrative, to which an entry refers.
struct CCDAText {
  /// What stands at the `ID`s of the narrative.
  private var narrative: [String: String] = [:]

  init(_ section: XMLNode) {
    guard let text = section.first("text") else { return }
    collect(text)
  }

  private mutating func collect(_ node: XMLNode) {
    if let id = node["ID"], narrative[id] == nil { narrative[id] = node.words }
    for child in node.children where !child.name.isEmpty { collect(child) }
  }

  /// Names that say nothing.
  private static let vague: Set<String> = [
    "unknown", "no information", "not available", "not applicable", "n/a", "na", "none", "null", "nullflavor",
    "unk", "ni",
    "oth", "other", "drug or medication", "medication", "drug", "product containing",
  ]

  private static func isClear(_ name: String) -> Bool {
    !vague.contains(name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased())
  }

  /// A code: what it is called, what the text says, what another code system calls it; last the code itself.
  ///
  /// - Parameter others: what to call it where none of its names says anything.
  func code(_ node: XMLNode?, or others: String?...) -> String? {
    guard let node else { return others.lazy.compactMap { $0 }.first }
    let names =
      [node["displayName"], words(node.first("originalText"))]
      + node.all("translation").flatMap {
        [$0["displayName"], words($0.first("originalText"))]
      }
    let told = names.compactMap { $0 }
    return told.first(where: Self.isClear) ?? others.lazy.compactMap { $0 }.first ?? told.first
      ?? node["code"]
  }

  /// Text that is here, or where its reference leads.
  func words(_ node: XMLNode?) -> String? {
    guard let node else { return nil }
    if let link = node.first("reference")?["value"] ?? node["value"], link.hasPrefix("#"),
      let text = narrative[String(link.dropFirst())], !text.isEmpty
    {
      return text
    }
    let words = node.words
    return words.isEmpty ? nil : words
  }

  /// A value of any type.
  func value(_ node: XMLNode?) -> String? {
    guard let node else { return nil }
    if node.first("low") != nil || node.first("high") != nil {
      switch (quantity(node.first("low")), quantity(node.first("high"))) {
      case (let low?, let high?): return "\(low) – \(high)"
      case (let low?, nil): return "from \(low)"
      case (nil, let high?): return "up to \(high)"
      default: return nil
      }
    }
    return quantity(node) ?? code(node) ?? words(node)
  }

  func quantity(_ node: XMLNode?) -> String? {
    guard let value = node?["value"], !value.hasPrefix("#") else { return nil }
    let unit = node?["unit"]
    return unit == nil || unit == "1" ? value : "\(value) \(unit ?? "")"
  }

  static func name(_ node: XMLNode?) -> String? {
    guard let node else { return nil }
    let parts = ["prefix", "given", "family", "suffix"].flatMap { node.all($0).map(\.words) }
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? (node.words.isEmpty ? nil : node.words) : text
  }

  static func address(_ node: XMLNode?) -> String? {
    guard let node else { return nil }
    let town = FHIRText.joined([node.first("postalCode")?.words, node.first("city")?.words], " ")
    return FHIRText.joined(
      node.all("streetAddressLine").map(\.words) + [
        town, node.first("state")?.words, node.first("country")?.words,
      ],
      "\n")
  }

  static func contact(_ nodes: [XMLNode], _ scheme: String) -> String? {
    for node in nodes {
      if let value = node["value"], value.lowercased().hasPrefix(scheme + ":") {
        return String(value.dropFirst(scheme.count + 1))
      }
    }
    return nil
  }

  /// Times are digits: `201308011235-0800`, or as many of them as somebody knew.
  static func iso(_ text: String?) -> String? {
    guard let text else { return nil }
    let digits = Array(text.prefix { $0.isASCII && $0.isNumber })
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    switch digits.count {
    case 4: return part(0..<4)
    case 6: return "\(part(0..<4))-\(part(4..<6))"
    case 8..<12: return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    case 12...:
      let seconds = digits.count >= 14 ? ":" + part(12..<14) : ""
      let rest = text.dropFirst(digits.count).drop { $0 == "." || $0.isNumber }
      return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12))\(seconds)\(rest)"
    default: return text
    }
  }

  /// The moment of something, or its beginning.
  static func time(_ node: XMLNode) -> String? {
    for time in node.all("effectiveTime") {
      if let text = time["value"] ?? time.first("low")?["value"] ?? time.first("high")?["value"] {
        return iso(text)
      }
    }
    return nil
  }
}
