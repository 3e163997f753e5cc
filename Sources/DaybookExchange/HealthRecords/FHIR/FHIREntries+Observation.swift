// Observations: weights, which have an entry of their own, and everything else that was measured or asked.

import Daybook
import DaybookModel
import PurusHealth

extension FHIREntries {
  private static let loinc = "http://loinc.org"
  /// Body weight: general, measured, stated, without clothes, estimated, dry, at birth.
  static let weightCodes: Set<String> = [
    "29463-7", "3141-9", "3142-7", "8350-1", "8351-9", "8335-2", "75292-3", "8339-4",
  ]
  /// What was before, in words.
  private static let historyCodes: Set<String> = ["11348-0", "10164-2"]
  private static let systolicCode = "8480-6"
  private static let diastolicCode = "8462-4"

  func observation(_ resource: FHIRResource) -> HealthEntry {
    let codes = FHIRText.codes(resource["code"], system: Self.loinc)
    if codes.contains(where: Self.historyCodes.contains) { return pastHistory(resource) }
    var remarks = Remarks()
    remarks.add(FHIRText.concept(resource["code"]) ?? resource.narrative)
    let date = remarks.date(Self.time(of: resource), zone: zone)
    let weight =
      codes.contains(where: Self.weightCodes.contains) ? Self.weight(resource["valueQuantity"]) : nil
    var value = weight == nil ? Self.value(of: resource) : nil
    if weight == nil, value == nil {
      remarks.add("no value", FHIRText.concept(resource["dataAbsentReason"]))
      value = Self.components(of: resource)
    } else {
      remarks.add("also", Self.components(of: resource))
    }
    details(of: resource, &remarks)
    guard let weight else {
      return HealthEntry(
        BloodEntry.kind, ["date": date, "value": .string(value ?? ""), "comment": .string(remarks.text)])
    }
    return HealthEntry(
      WeightEntry.kind,
      [
        "date": date, "weight": weight.value, "unit": .string(weight.unit.rawValue),
        "comment": .string(remarks.text),
      ])
  }

  private func details(of resource: FHIRResource, _ remarks: inout Remarks) {
    remarks.add("interpretation", FHIRText.concepts(resource["interpretation"]))
    let ranges = (resource["referenceRange"]?.elements ?? []).map {
      $0["text"]?.string ?? FHIRText.range($0)
    }
    remarks.add("reference", FHIRText.joined(ranges, ", "))
    remarks.add("at", FHIRText.concept(resource["bodySite"]))
    remarks.add("by", FHIRText.concept(resource["method"]))
    remark(on: resource, usual: ["final"], &remarks)
    for note in resource.notes { remarks.add(note) }
  }

  static func time(of resource: FHIRResource) -> String? {
    if let time = resource["effectiveDateTime", "effectiveInstant", "issued"]?.string,
      resource["effectivePeriod"] == nil
    {
      return time
    }
    return resource["effectivePeriod"]?["start"]?.string ?? resource["effectivePeriod"]?["end"]?.string
      ?? resource["issued"]?.string
  }

  private static func value(of element: FHIRResource) -> String? {
    element.choice("value").flatMap { FHIRText.any($0.type, $0.value) }
  }

  /// `120/80 mmHg` for a blood pressure, otherwise each part with its name.
  private static func components(of resource: FHIRResource) -> String? {
    let parts = (resource["component"]?.elements ?? []).compactMap { part -> FHIRResource? in
      part.object.map { FHIRResource(type: "", id: "", fullURL: "", json: $0, text: []) }
    }
    func number(_ code: String) -> JSONValue? {
      let part = parts.first { FHIRText.codes($0["code"], system: loinc).contains(code) }
      return part?["valueQuantity"]?["value"]
    }
    if parts.count == 2, let systolic = number(systolicCode), let diastolic = number(diastolicCode) {
      let unit = parts[0]["valueQuantity"]
      return FHIRText.joined(
        [
          "\(FHIRText.plain(systolic))/\(FHIRText.plain(diastolic))",
          unit?["unit"]?.string ?? unit?["code"]?.string ?? "mmHg",
        ], " ")
    }
    let texts = parts.map { part -> String? in
      let value = value(of: part) ?? FHIRText.concept(part["dataAbsentReason"])
      return FHIRText.joined([FHIRText.concept(part["code"]), value], " ")
    }
    return FHIRText.joined(texts, ", ")
  }

  private static func weight(_ quantity: JSONValue?) -> (value: JSONValue, unit: WeightUnit)? {
    guard let value = quantity?["value"], quantity?["comparator"] == nil else { return nil }
    let unit = quantity?["code"]?.string ?? quantity?["unit"]?.string ?? quantity?["units"]?.string ?? ""
    return WeightText.read(value, unit: unit)
  }

  private func pastHistory(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    remark(on: resource, usual: ["final"], &remarks)
    for note in resource.notes { remarks.add(note) }
    return HealthEntry(
      MedicalHistoryEntry.kind,
      [
        "information": .string(
          Self.value(of: resource) ?? resource.narrative ?? FHIRText.concept(resource["code"]) ?? ""),
        "comment": .string(remarks.text),
      ])
  }
}

/// Weights in the units in which they come.
enum WeightText {
  /// In the unit of an entry; nil for a unit that is none of weight, and for what is not a number from 0. A number that
  /// a double would round stays as it is, so that the import refuses it by name.
  static func read(_ number: JSONValue?, unit: String) -> (value: JSONValue, unit: WeightUnit)? {
    guard let number, let value = number.double, value.isFinite, value >= 0 else { return nil }
    let converted: (value: Double, unit: WeightUnit)? =
      switch unit.lowercased() {
      case "kg", "kilogram", "kilograms", "kgs": (value, .kg)
      case "g", "gram", "grams": (value / 1000, .kg)
      case "[lb_av]", "lb", "lbs", "pound", "pounds": (value, .lbs)
      case "[oz_av]", "oz", "ounce", "ounces": (value / 16, .lbs)
      case "st", "[stone_av]": (value * 14, .lbs)
      default: nil
      }
    return converted.map { (SourceNumber.isStorable(number) ? .double($0.value) : number, $0.unit) }
  }
}
