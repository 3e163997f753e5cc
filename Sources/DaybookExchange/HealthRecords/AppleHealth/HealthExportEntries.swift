// What is read of an export of Apple Health as entries of Purus Health.

import Daybook
import DaybookModel
import DaybookText
import PurusHealth

/// The entries of an export.
struct HealthExportEntries {
  /// Of days.
  var zone: TimeZoneRule?

  // MARK: The person

  /// The record of the phone's owner, and the export's other data about them.
  static func me(_ attributes: [String: String]) -> [HealthEntry] {
    func value(_ name: String) -> String? {
      guard let text = attributes[name], !text.isEmpty, !text.hasSuffix("NotSet") else { return nil }
      return text
    }
    var fields: JSONObject = ["isPet": false]
    if let day = value("HKCharacteristicTypeIdentifierDateOfBirth").flatMap({ CivilDay($0) }) {
      fields["personalBirthdate"] = .string(day.description)
    }
    if let sex = value("HKCharacteristicTypeIdentifierBiologicalSex") {
      fields["personalGender"] = .string(HealthTypes.label(sex).lowercased())
    }
    var entries = [HealthEntry(MedicalRecord.kind, fields)]
    if let blood = value("HKCharacteristicTypeIdentifierBloodType") {
      entries.append(told("Blood type \(bloodType(blood))", part: "blood type"))
    }
    if let skin = value("HKCharacteristicTypeIdentifierFitzpatrickSkinType") {
      entries.append(
        told("Skin type \(skin.replacing("HKFitzpatrickSkinType", with: "")) (Fitzpatrick)", part: "skin"))
    }
    return entries
  }

  private static func told(_ text: String, part: String) -> HealthEntry {
    HealthEntry(
      MedicalHistoryEntry.kind, ["information": .string(text), "comment": "Apple Health"], part: part)
  }

  /// `A+` of `HKBloodTypeAPositive`.
  private static func bloodType(_ text: String) -> String {
    text.replacing("HKBloodType", with: "").replacing("Positive", with: "+").replacing("Negative", with: "−")
  }

  // MARK: Samples

  /// The entry of a sample, and the key that identifies it; nil for half a blood pressure.
  func entry(of sample: HealthSample) -> (entry: HealthEntry, key: String)? {
    switch sample.element {
    case "Workout": return workout(sample)
    case "ActivitySummary": return summary(sample)
    case "Correlation": return correlation(sample)
    default: break
    }
    switch HealthTypes.nature(sample["type"]) {
    case .systolic, .diastolic: return nil
    case .weight:
      if let weight = WeightText.read(SourceNumber.read(sample["value"]), unit: sample["unit"]) {
        let fields: JSONObject = [
          "date": Self.date(sample["startDate"]), "weight": weight.value,
          "unit": .string(weight.unit.rawValue), "comment": .string(sample["sourceName"]),
        ]
        return (HealthEntry(WeightEntry.kind, fields), Self.key(sample))
      }
      fallthrough
    default:
      let value = Self.quantity(sample["value"], sample["unit"])
      return (blood(sample, value, HealthTypes.label(sample["type"])), Self.key(sample))
    }
  }

  /// `97 %`
  private static func quantity(_ value: String, _ unit: String) -> String {
    FHIRText.joined([number(value, unit), HealthUnit.shown(unit)], " ") ?? ""
  }

  /// A number with at most four decimals, a whole one exactly; another text as it is.
  private static func number(_ text: String, _ unit: String = "") -> String {
    guard let number = SourceNumber.read(text), let value = number.double else { return text }
    if value.magnitude >= 0x1p53, NumberText.isWhole(text) { return number.description }
    return rounded(HealthUnit.shown(value, unit))
  }

  /// At most four decimals.
  static func rounded(_ number: Double) -> String {
    guard number.isFinite else { return "more than a number holds" }
    guard abs(number) < 1e11 else { return JSONValue.double(number).description }
    return JSONValue.double((number * 10_000).rounded() / 10_000).description
  }

  private static func date(_ text: String) -> JSONValue {
    HealthTime.read(text).map { .string(Instant(milliseconds: $0.time).description) } ?? .null
  }

  /// Samples have no ids, and are never changed.
  private static func key(_ sample: HealthSample) -> String {
    let names = ["type", "workoutActivityType", "sourceName", "startDate", "endDate", "value", "unit"]
    return XMLAttributes.identity(([sample.element] + names.map { utc(sample[$0]) }).joined(separator: "\n"))
  }

  /// An export has its times in the zone in which the telephone was.
  private static func utc(_ text: String) -> String {
    HealthTime.read(text).map { Instant(milliseconds: $0.time).description } ?? text
  }

  private func blood(_ sample: HealthSample, _ value: String, _ label: String) -> HealthEntry {
    var remarks = Remarks()
    remarks.add(label)
    let date = Self.date(sample["startDate"])
    if date.isNull { remarks.add("date", sample["startDate"]) }
    remarks.add(sample["sourceName"])
    return HealthEntry(
      BloodEntry.kind, ["date": date, "value": .string(value), "comment": .string(remarks.text)])
  }

  // MARK: What has parts

  private func correlation(_ sample: HealthSample) -> (entry: HealthEntry, key: String)? {
    if let pressure = Self.pressure(sample.parts) {
      return (blood(sample, pressure, "Blood Pressure"), Self.pressureKey(sample))
    }
    let parts = sample.parts.map { part in
      FHIRText.joined([HealthTypes.label(part["type"]), Self.quantity(part["value"], part["unit"])], " ")
    }
    let value = FHIRText.joined(parts, ", ") ?? ""
    return (blood(sample, value, HealthTypes.label(sample["type"])), Self.key(sample))
  }

  private static func pressure(_ parts: [HealthSample]) -> String? {
    func value(_ name: String) -> String? {
      parts.first { $0["type"] == HealthTypes.quantityPrefix + name }.map { number($0["value"]) }
    }
    guard let systolic = value("BloodPressureSystolic"), let diastolic = value("BloodPressureDiastolic")
    else {
      return nil
    }
    return "\(systolic)/\(diastolic) \(parts[0]["unit"])"
  }

  /// The key by which the halves of a blood pressure, or a correlation and the entry of its halves, are matched.
  static func pressureKey(_ sample: HealthSample) -> String {
    XMLAttributes.identity("BloodPressure\n\(sample["sourceName"])\n\(utc(sample["startDate"]))")
  }

  /// The entry of two records, or of one whose other half is missing.
  func pressure(_ halves: [HealthSample]) -> HealthEntry? {
    guard let first = halves.first else { return nil }
    let value = Self.pressure(halves) ?? Self.quantity(first["value"], first["unit"])
    let label = halves.count == 2 ? "Blood Pressure" : HealthTypes.label(first["type"])
    return blood(first, value, label)
  }

  private func workout(_ sample: HealthSample) -> (entry: HealthEntry, key: String) {
    var statistics: [String?] = [
      FHIRText.joined([Self.number(sample["duration"]), sample["durationUnit"]], " "),
      Self.amount(sample, "totalDistance"), Self.amount(sample, "totalEnergyBurned"),
    ]
    for part in sample.parts where part.element == "WorkoutStatistics" {
      let value = part["sum"].isEmpty ? part["average"] : part["sum"]
      statistics.append(
        FHIRText.joined([HealthTypes.label(part["type"]), Self.quantity(value, part["unit"])], " "))
    }
    var entry = blood(
      sample, FHIRText.joined(statistics, ", ") ?? "",
      "Workout: " + HealthTypes.label(sample["workoutActivityType"]))
    if sample.routePlaces > 0 {
      entry.fields["comment"] = .string(
        (entry.fields["comment"]?.string ?? "") + "; a route of \(sample.routePlaces) places")
    }
    return (entry, Self.key(sample))
  }

  private static func amount(_ sample: HealthSample, _ name: String) -> String? {
    guard let value = SourceNumber.read(sample[name])?.double, value != 0 else { return nil }
    return quantity(sample[name], sample[name + "Unit"])
  }

  /// A day's rings.
  private func summary(_ sample: HealthSample) -> (entry: HealthEntry, key: String) {
    func ring(_ name: String, _ unit: String) -> String? {
      guard !sample[name].isEmpty else { return nil }
      return FHIRText.joined(
        [Self.number(sample[name]), "of", Self.number(sample[name + "Goal"]), unit], " ")
    }
    let rings = [
      ring("activeEnergyBurned", sample["activeEnergyBurnedUnit"]), ring("appleMoveTime", "min move"),
      ring("appleExerciseTime", "min exercise"), ring("appleStandHours", "h stand"),
    ]
    var remarks = Remarks()
    remarks.add("Activity Summary")
    let date = remarks.date(sample["dateComponents"], zone: zone)
    let entry = HealthEntry(
      BloodEntry.kind,
      [
        "date": date, "value": .string(FHIRText.joined(rings, ", ") ?? ""), "comment": .string(remarks.text),
      ])
    return (entry, "ActivitySummary\n\(sample["dateComponents"])")
  }

  // MARK: Totals

  /// A day's samples of a type and a source.
  func total(
    _ total: DayTotal, type: String, source: String, unit: String, day: Int32, isDuration: Bool
  ) -> (entry: HealthEntry, key: String) {
    let text = Self.rounded
    let shown = HealthUnit.shown(unit)
    let civil = CivilDay(daysSince1970: Int64(day))
    var label = HealthTypes.label(type)
    var value: String
    if isDuration {
      let length = total.total > 0 ? HealthUnit.duration(milliseconds: total.total) : nil
      value = FHIRText.joined([HealthTypes.valueLabel(unit, type: type), length], " ") ?? ""
      if value.isEmpty { value = total.count == 1 ? "once" : "\(total.count) times" }
    } else if HealthTypes.nature(type) == .sum {
      value = "\(text(total.total)) \(shown)"
    } else if total.least == total.greatest {
      value = "\(text(total.least)) \(shown)"
    } else {
      value = "\(text(total.mean)) \(shown) (\(text(total.least)) – \(text(total.greatest)))"
    }
    label += ", \(civil): \(total.count) " + (total.count == 1 ? "sample" : "samples")
    let entry = HealthEntry(
      BloodEntry.kind,
      [
        "date": .string(Instant(wholeDay: civil).description), "value": .string(value.trimmed),
        "comment": .string(FHIRText.joined([label, source], "; ") ?? ""),
      ])
    // Words where others of the type are numbers.
    let isOdd = isDuration && HealthTypes.nature(type) != .duration
    let key = "day\n\(type)\n\(source)\n\(unit)\n\(civil)" + (isOdd ? "\nwords" : "")
    return (entry, XMLAttributes.identity(key))
  }
}
