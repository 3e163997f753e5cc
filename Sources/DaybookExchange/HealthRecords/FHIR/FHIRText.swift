// Data types of FHIR as people write them: concepts, quantities, names, addresses, ways to reach somebody.

import DaybookModel

enum FHIRText {
  /// A concept: its text, otherwise what its first coding is called, otherwise the code.
  static func concept(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    if let text = value.string { return text.isEmpty ? nil : text }
    if let text = value["text"]?.string, !text.isEmpty { return text }
    // R5 has a concept and a reference in one.
    if let inner = value["concept"], let text = concept(inner) { return text }
    if let inner = value["reference"], inner.object != nil { return display(inner) }
    let codings = value["coding"]?.elements ?? []
    for name in ["display", "code"] {
      for coding in codings { if let text = coding[name]?.string, !text.isEmpty { return text } }
    }
    return nil
  }

  static func concepts(_ value: JSONValue?) -> String? {
    joined(value?.elements.compactMap { concept($0) } ?? [], ", ")
  }

  /// The codes of a concept within a code system, such as `http://loinc.org`.
  static func codes(_ value: JSONValue?, system: String) -> [String] {
    (value?["coding"]?.elements ?? []).compactMap {
      $0["system"]?.string == system ? $0["code"]?.string : nil
    }
  }

  /// The codes of a concept of any code system; a code by itself, as earlier versions have it; and what stands in their
  /// place as a text.
  static func codes(_ value: JSONValue?) -> [String] {
    let codings = (value?["coding"]?.elements ?? []).compactMap { $0["code"]?.string }
    return codings + [value?.string, value?["text"]?.string].compactMap { $0?.lowercased() }
  }

  /// `< 6.3 mmol/l`
  static func quantity(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    guard let number = value["value"] else { return nil }
    let unit = value["unit"]?.string ?? value["units"]?.string ?? value["code"]?.string
    return joined([value["comparator"]?.string, number.string ?? number.description, unit], " ")
  }

  /// A number without the zeros that say how exact it is.
  static func plain(_ number: JSONValue) -> String {
    number.string ?? number.double.map { JSONValue.double($0).description } ?? number.description
  }

  /// `4 – 6 mmol/l`
  static func range(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    switch (quantity(value["low"]), quantity(value["high"])) {
    case (let low?, let high?): return "\(low) – \(high)"
    case (let low?, nil): return "from \(low)"
    case (nil, let high?): return "up to \(high)"
    default: return nil
    }
  }

  static func period(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    switch (value["start"]?.string, value["end"]?.string) {
    case (let start?, let end?): return start == end ? start : "\(start) – \(end)"
    case (let start?, nil): return "from \(start)"
    case (nil, let end?): return "until \(end)"
    default: return nil
    }
  }

  /// An element of any of the types that a value may have.
  static func any(_ type: String, _ value: JSONValue) -> String? {
    switch type {
    case "Quantity", "Age", "Duration", "Count", "Distance", "Money", "SimpleQuantity": quantity(value)
    case "CodeableConcept", "Coding": concept(type == "Coding" ? ["coding": [value]] : value)
    case "Range": range(value)
    case "Period": period(value)
    case "Ratio":
      joined([quantity(value["numerator"]), quantity(value["denominator"])], " : ")
    case "SampledData":
      joined(["samples", value["data"]?.string.map { String($0.prefix(200)) }], " ")
    case "Attachment": value["title"]?.string ?? value["contentType"]?.string
    case "Reference": value["display"]?.string ?? value["reference"]?.string
    case "Boolean": value.bool.map { $0 ? "yes" : "no" }
    default: value.string ?? (value.object == nil && value.array == nil ? value.description : nil)
    }
  }

  static func display(_ reference: JSONValue?) -> String? {
    if let text = reference?["display"]?.string, !text.isEmpty { return text }
    guard reference?["concept"] != nil || reference?["reference"]?.object != nil else { return nil }
    return concept(reference)
  }

  /// How somebody is reached: the first of a system, those in use now before old ones.
  static func contact(_ value: JSONValue?, _ system: String) -> String? {
    let points = (value?.elements ?? []).filter { $0["system"]?.string == system }
    return (points.first { $0["use"]?.string != "old" } ?? points.first)?["value"]?.string
  }

  /// An address in lines.
  static func address(_ value: JSONValue?) -> String? {
    let all = value?.elements ?? []
    guard let value = all.first(where: { $0["use"]?.string != "old" }) ?? all.first else { return nil }
    if let text = value["text"]?.string, !text.isEmpty { return text }
    let town = joined([value["postalCode"]?.string, value["city"]?.string], " ")
    let lines = (value["line"]?.elements ?? []).map(\.string)
    return joined(lines + [town, value["state"]?.string, value["country"]?.string], "\n")
  }

  static func joined(_ texts: [String?], _ separator: String) -> String? {
    let texts = texts.compactMap { $0 }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: separator)
  }
}

/// A name by its parts.
struct FHIRName {
  var given = ""
  var family = ""
  /// In one line, as the source has it or from the parts.
  var text = ""

  /// The name in use: the official or usual one before others, none that is old or a maiden name.
  init?(_ value: JSONValue?) {
    let names = (value?.elements ?? []).filter { $0["use"]?.string != "nickname" }
    let usable = names.filter { !["old", "maiden"].contains($0["use"]?.string ?? "") }
    guard let name = usable.first(where: { $0["use"]?.string == "official" }) ?? usable.first ?? names.first
    else { return nil }
    func words(_ key: String) -> String {
      (name[key]?.elements ?? []).compactMap(\.string).joined(separator: " ")
    }
    (given, family) = (words("given"), words("family"))
    let parts = FHIRText.joined([words("prefix"), given, family, words("suffix")], " ")
    text = name["text"]?.string ?? parts ?? ""
    if given.isEmpty, family.isEmpty {
      guard !text.isEmpty else { return nil }
      family = text
    }
  }

  static func nickname(_ value: JSONValue?) -> String? {
    let name = (value?.elements ?? []).first { $0["use"]?.string == "nickname" }
    return name.flatMap { $0["text"]?.string ?? $0["given"]?.elements.first?.string }
  }
}
