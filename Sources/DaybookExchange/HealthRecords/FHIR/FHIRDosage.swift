// How a medicine is taken, in words: all that a dosage of any version of FHIR says.

import DaybookModel

enum FHIRDosage {
  /// `1 tablet, twice a day, as needed, oral, with food`; the source's own text first.
  static func text(_ value: JSONValue) -> String? {
    let timing = value["timing"]
    let parts: [String?] = [
      dose(value), timing.flatMap(self.timing), asNeeded(value), FHIRText.concept(value["route"]),
      FHIRText.concept(value["method"]),
      FHIRText.concepts(value["site"] ?? value["siteCodeableConcept"]).map { "at \($0)" },
      FHIRText.concepts(value["additionalInstruction", "additionalInstructions"]),
      value["patientInstruction"]?.string,
      limit(value),
    ]
    let words = value["text"]?.string ?? ""
    // Parts that the text already contains are not repeated.
    let rest = parts.compactMap { $0 }.filter { !$0.isEmpty && !words.lowercased().contains($0.lowercased()) }
    return FHIRText.joined([words, FHIRText.joined(rest, ", ")], "; ")
  }

  /// As they follow one another, where they say it.
  static func inOrder(_ dosages: JSONValue?) -> [JSONValue] {
    let all = (dosages?.elements ?? []).enumerated().map {
      (place: $0, order: $1["sequence"]?.double, value: $1)
    }
    guard all.allSatisfy({ $0.order != nil }) else { return all.map(\.value) }
    return all.sorted { ($0.order ?? 0, $0.place) < ($1.order ?? 0, $1.place) }.map(\.value)
  }

  private static func dose(_ value: JSONValue) -> String? {
    let all = [value] + (value["doseAndRate"]?.elements ?? [])
    let doses = all.flatMap { part in
      [
        FHIRText.quantity(part["doseQuantity"]), FHIRText.quantity(part["quantityQuantity"]),
        FHIRText.quantity(part["quantitySimpleQuantity"]), FHIRText.range(part["doseRange"]),
        FHIRText.range(part["quantityRange"]),
        (part["rateRatio"].flatMap { FHIRText.any("Ratio", $0) } ?? FHIRText.range(part["rateRange"])
          ?? FHIRText.quantity(part["rateQuantity", "rateSimpleQuantity"])).map { "at a rate of \($0)" },
      ]
    }
    return FHIRText.joined(doses, ", ")
  }

  private static func asNeeded(_ value: JSONValue) -> String? {
    let reasons = FHIRText.concepts(value["asNeededCodeableConcept", "asNeededFor"])
    if let reasons { return "as needed for \(reasons)" }
    return value["asNeededBoolean", "asNeeded"]?.bool == true ? "as needed" : nil
  }

  private static func limit(_ value: JSONValue) -> String? {
    let perPeriod = (value["maxDosePerPeriod"]?.elements ?? []).map { ratio in
      FHIRText.joined(
        [FHIRText.quantity(ratio["numerator"]), FHIRText.quantity(ratio["denominator"])], " in ")
    }
    let single = FHIRText.quantity(value["maxDosePerAdministration"]).map { "\($0) at once" }
    let lifetime = FHIRText.quantity(value["maxDosePerLifetime"]).map { "\($0) in a lifetime" }
    return FHIRText.joined(perPeriod + [single, lifetime], ", ").map { "at most \($0)" }
  }

  // MARK: Timing

  static func timing(_ timing: JSONValue) -> String? {
    let words = timing["repeat"].flatMap(repetition)
    let events = (timing["event"]?.elements ?? []).map(\.string)
    return FHIRText.joined(
      [
        words, words == nil ? FHIRText.concept(timing["code"]) : timing["code"]?["text"]?.string,
        FHIRText.joined(events, ", ").map { "on \($0)" },
      ], ", ")
  }

  private static func repetition(_ repetition: JSONValue) -> String? {
    func number(_ name: String) -> String? { repetition[name].map(FHIRText.plain) }
    func unit(_ name: String) -> String { repetition[name, name + "s"]?.string ?? "" }
    let rate = ClinicalTiming.rate(
      number("frequency"), to: number("frequencyMax"), per: number("period"), to: number("periodMax"),
      unit("periodUnit"))
    let offset = number("offset").map { "\($0) minutes " } ?? ""
    let events = (repetition["when"]?.elements ?? []).compactMap(\.string).map(ClinicalTiming.event)
    let days = (repetition["dayOfWeek"]?.elements ?? []).compactMap(\.string).map(ClinicalTiming.weekday)
    let times = (repetition["timeOfDay"]?.elements ?? []).compactMap(\.string).map(clock)
    let duration = number("duration").map { shortest in
      let length = number("durationMax").map { "\(shortest) to \($0)" } ?? shortest
      return "over \(length) \(ClinicalTiming.unit(unit("durationUnit"), isOne: length == "1"))"
    }
    let count = number("count").map { shortest in
      "\(number("countMax").map { "\(shortest) to \($0)" } ?? shortest) times in all"
    }
    return FHIRText.joined(
      [
        rate, FHIRText.joined(events, ", ").map { offset + $0 },
        FHIRText.joined(days, ", ").map { "on \($0)" }, FHIRText.joined(times, ", ").map { "at \($0)" },
        duration, count, bounds(repetition),
      ], ", ")
  }

  /// Without seconds that are zero.
  private static func clock(_ time: String) -> String {
    time.utf8.count == 8 && time.hasSuffix(":00") ? String(time.dropLast(3)) : time
  }

  private static func bounds(_ repetition: JSONValue) -> String? {
    if let period = FHIRText.period(repetition["boundsPeriod"]) { return period }
    let length = repetition["boundsDuration", "boundsQuantity"]
    return (FHIRText.quantity(length) ?? FHIRText.range(repetition["boundsRange"])).map { "for \($0)" }
  }
}

extension JSONValue {
  /// The first of these members that is there.
  fileprivate subscript(_ first: String, _ second: String) -> JSONValue? { self[first] ?? self[second] }
}
