// Data types of HL7 version 3 as people write them.

import Daybook
import DaybookModel
import DaybookText

/// The elements of a document as texts. Words may stand in a section's narrative, to which an entry refers.
struct CCDAText {
  /// What stands at the `ID`s of the narrative.
  private var narrative: [String: String] = [:]
  /// How a medicine is taken, by the `ID`s in its row of a table.
  private var directions: [String: String] = [:]

  init(_ section: XMLNode) {
    guard let text = section.first("text") else { return }
    collect(text)
  }

  private mutating func collect(_ node: XMLNode) {
    if let id = node["ID"], narrative[id] == nil { narrative[id] = node.words }
    if node.name == "table" { collectDirections(node) }
    for child in node.children where !child.name.isEmpty { collect(child) }
  }

  /// Of columns that are called so.
  private mutating func collectDirections(_ table: XMLNode) {
    let heads = table.first("thead")?.all("tr").last?.children.filter { !$0.name.isEmpty } ?? []
    let columns = heads.indices.filter { index in
      let head = heads[index].words.lowercased()
      return ["sig", "direction", "instruction", "how to take"].contains { head.contains($0) }
    }
    guard !columns.isEmpty else { return }
    for row in (table.all("tbody").flatMap { $0.all("tr") }) + table.all("tr") {
      let cells = row.children.filter { !$0.name.isEmpty }
      guard cells.count == heads.count else { continue }
      let words = FHIRText.joined(columns.map { cells[$0].words }, "; ")
      for id in Self.ids(row) { directions[id] = words }
    }
  }

  private static func ids(_ node: XMLNode) -> [String] {
    (node["ID"].map { [$0] } ?? []) + node.children.flatMap { $0.name.isEmpty ? [] : ids($0) }
  }

  /// What the narrative says of how a medicine is taken, in the row to which one of these elements refers.
  func directions(at nodes: [XMLNode?]) -> String? {
    let links = nodes.compactMap { $0?.first("reference")?["value"] ?? $0?["value"] }
    return links.lazy.compactMap { directions[String($0.drop { $0 == "#" })] }.first
  }

  /// Names without meaning.
  private static let vague: Set<String> = [
    "unknown", "no information", "not available", "not applicable", "n/a", "na", "none", "null", "nullflavor",
    "unk", "ni", "oth", "other", "drug or medication", "drug or medicament", "medication", "drug", "vaccine",
    "product containing", "substance", "food", "problem", "procedure", "disease", "clinical finding",
  ]
  /// SNOMED CT: a substance, a drug, a food, a problem, a finding, a disease, a procedure of any kind.
  private static let anyCodes: Set<String> = [
    "105590001", "410942007", "762766007", "255620007", "55607006", "404684003", "64572001", "71388002",
  ]

  static func isClear(_ name: String) -> Bool { !vague.contains(name.singleSpaced.lowercased()) }

  /// Its names, those that say what it is apart from those that do not: what it is called, what the text says, what
  /// another code system calls it.
  private func names(_ node: XMLNode) -> (clear: [String], vague: [String]) {
    var names: (clear: [String], vague: [String]) = ([], [])
    for part in [node] + node.all("translation") {
      let isAny = Self.anyCodes.contains(part["code"] ?? "")
      let told = [(part["displayName"], isAny), (words(part.first("originalText")), false)]
      for case (let name?, let isAny) in told {
        if !isAny, Self.isClear(name) { names.clear.append(name) } else { names.vague.append(name) }
      }
    }
    return names
  }

  /// The name of a code; if there is none, the code itself.
  ///
  /// - Parameter others: names to use if none of its own names has a meaning.
  func code(_ node: XMLNode?, or others: String?...) -> String? {
    let other = others.lazy.compactMap { $0 }.first
    guard let node else { return other }
    let names = names(node)
    return names.clear.first ?? other ?? names.vague.first ?? node["code"]
  }

  /// Whether it names something specific: not "any" of a kind, and not "none".
  func isOfOne(_ node: XMLNode?, or others: String?...) -> Bool {
    if others.contains(where: { $0.map(Self.isClear) == true }) { return true }
    guard let node, Self.absence(node) == nil else { return false }
    if !names(node).clear.isEmpty { return true }
    if let code = node["code"] { return !Self.anyCodes.contains(code) && node["displayName"] == nil }
    // A value that is a text.
    return node.children.allSatisfy(\.name.isEmpty) && words(node).map(Self.isClear) == true
  }

  /// The absence that its code states.
  static func absence(_ node: XMLNode?) -> AbsenceCode? {
    node.flatMap { AbsenceCode(([$0] + $0.all("translation")).compactMap { $0["code"] }) }
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

  /// Its times, those of an expression each by itself.
  static func times(_ node: XMLNode) -> [XMLNode] {
    node.all("effectiveTime").flatMap { [$0] + $0.all("comp") }
  }

  /// The moment of something, or its beginning.
  static func time(_ node: XMLNode) -> String? {
    for time in times(node) {
      if let text = time["value"] ?? time.first("low")?["value"] ?? time.first("high")?["value"] {
        return iso(text)
      }
    }
    return nil
  }
}
