// The kind of entry for each section of a clinical document: the only table for it.

enum CCDASection {
  case allergies, medications, problems, immunizations, observations, procedures, social, family, other

  /// By its code (LOINC), another code for it, otherwise by its template.
  init(_ section: XMLNode) {
    let code = section.first("code")
    let codes = [code].compactMap { $0 } + (code?.all("translation") ?? [])
    let known = codes.lazy.map { Self($0["code"]) }.first { $0 != .other }
    self =
      known ?? section.all("templateId").lazy.map { Self(template: $0["root"]) }.first { $0 != .other }
      ?? .other
  }

  /// By LOINC.
  private init(_ code: String?) {
    self =
      switch code {
      case "48765-2": .allergies
      case "10160-0", "75311-1", "29549-3", "10183-2", "42346-7": .medications
      case "11450-4", "75310-3", "42347-5", "46241-6", "C-CDAV2-DDN", "11535-2", "78375-3", "10219-4",
        "10218-6",
        "59769-0":
        .problems
      case "11369-6": .immunizations
      case "30954-2", "8716-3", "47420-5", "10190-7", "61144-2": .observations
      case "47519-4", "46240-8": .procedures
      case "29762-2": .social
      case "10157-6": .family
      default: .other
      }
  }

  private static let templates = "2.16.840.1.113883.10.20.22.2."

  /// By the templates of C-CDA, whose numbers end in `.1` where the entries are required.
  private init(template root: String?) {
    guard let root, root.hasPrefix(Self.templates) else {
      self = .other
      return
    }
    self =
      switch root.dropFirst(Self.templates.count) {
      case "6", "6.1": .allergies
      case "1", "1.1", "11", "11.1", "38", "44": .medications
      case "5", "5.1", "24", "34", "35", "36", "43", "58": .problems
      case "2", "2.1": .immunizations
      case "3", "3.1", "4", "4.1", "14", "56", "57": .observations
      case "7", "7.1", "22", "22.1": .procedures
      case "17": .social
      case "15": .family
      default: .other
      }
  }
}
