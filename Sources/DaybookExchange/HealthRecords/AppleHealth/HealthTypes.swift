// How the samples of each type of Apple Health are imported: the only table for it.

/// What the samples of a type become.
enum HealthNature: Sendable {
  /// One entry for each sample: for values that people measure now and then, or that a doctor asks for.
  case single
  /// An entry each, as a weight.
  case weight
  /// Half of a blood pressure.
  case systolic, diastolic
  /// An entry a day: the sum.
  case sum
  /// An entry a day: mean, least and greatest.
  case range
  /// An entry a day and value: how often and how long.
  case duration
}

enum HealthTypes {
  static let quantityPrefix = "HKQuantityTypeIdentifier"
  static let categoryPrefix = "HKCategoryTypeIdentifier"

  private static let singles: Set<String> = [
    "BodyMassIndex", "BodyFatPercentage", "LeanBodyMass", "Height", "WaistCircumference", "BodyTemperature",
    "BasalBodyTemperature", "AppleSleepingWristTemperature", "BloodGlucose", "OxygenSaturation",
    "BloodAlcoholContent", "PeripheralPerfusionIndex", "ForcedVitalCapacity", "ForcedExpiratoryVolume1",
    "PeakExpiratoryFlowRate", "RestingHeartRate", "WalkingHeartRateAverage", "VO2Max",
    "HeartRateRecoveryOneMinute", "SixMinuteWalkTestDistance", "AppleWalkingSteadiness",
    "ElectrodermalActivity",
    "AtrialFibrillationBurden",
  ]

  private static let sums: Set<String> = [
    "StepCount", "PushCount", "FlightsClimbed", "BasalEnergyBurned", "ActiveEnergyBurned",
    "AppleExerciseTime",
    "AppleStandTime", "AppleMoveTime", "TimeInDaylight", "NikeFuel", "SwimmingStrokeCount",
    "NumberOfTimesFallen",
    "InhalerUsage", "InsulinDelivery", "NumberOfAlcoholicBeverages", "DistanceWalkingRunning",
    "DistanceCycling", "DistanceSwimming", "DistanceWheelchair", "DistanceDownhillSnowSports",
    "DistanceCrossCountrySkiing", "DistancePaddleSports", "DistanceRowing", "DistanceSkatingSports",
  ]

  /// By the type's identifier, such as `HKQuantityTypeIdentifierStepCount`. Types that a later phone has are
  /// summed up as ranges, or by their values where they have no numbers.
  static func nature(_ type: String) -> HealthNature {
    guard type.hasPrefix(quantityPrefix) else { return type.hasPrefix(categoryPrefix) ? .duration : .range }
    let name = String(type.dropFirst(quantityPrefix.count))
    switch name {
    case "BodyMass": return .weight
    case "BloodPressureSystolic": return .systolic
    case "BloodPressureDiastolic": return .diastolic
    default:
      if singles.contains(name) { return .single }
      return sums.contains(name) || name.hasPrefix("Dietary") ? .sum : .range
    }
  }

  private static let prefixes = [
    quantityPrefix, categoryPrefix, "HKDataTypeIdentifier", "HKDataType", "HKCorrelationTypeIdentifier",
    "HKWorkoutActivityType", "HKCharacteristicTypeIdentifier", "HKCategoryValue", "HKBiologicalSex",
    "HKBloodType",
  ]

  /// `Heart Rate Variability SDNN`
  static func label(_ type: String) -> String {
    let prefix = prefixes.first { type.hasPrefix($0) } ?? ""
    var label = ""
    var previous: Character?
    for character in type.dropFirst(prefix.count) {
      if character.isUppercase, previous?.isLowercase == true || previous?.isNumber == true { label += " " }
      label.append(character)
      previous = character
    }
    return label.isEmpty ? type : label
  }

  /// `Asleep Core` of `HKCategoryValueSleepAnalysisAsleepCore` of the type `…SleepAnalysis`.
  ///
  /// Empty if a category has no values, which the phone writes as: `HKCategoryValueNotApplicable`.
  static func valueLabel(_ value: String, type: String) -> String {
    if value.isEmpty || value == "HKCategoryValueNotApplicable" { return "" }
    let label = Self.label(value)
    let name = Self.label(type)
    return label.hasPrefix(name + " ") ? String(label.dropFirst(name.count + 1)) : label
  }
}

// Numbers and units of an export as a person would write them. Ids are derived from what the telephone wrote.

enum HealthUnit {
  /// `mmol/L` of `mmol<180.15588000000005>/L`: a telephone writes a substance's molar mass into its unit.
  static func shown(_ unit: String) -> String {
    guard let start = unit.firstIndex(of: "<"), let end = unit[start...].firstIndex(of: ">") else {
      return unit
    }
    return String(unit[..<start] + unit[unit.index(after: end)...])
  }

  /// Shares come as numbers up to one with the unit `%`: 0.97 is 97 %. A number above one is in percent already, as
  /// some apps write it.
  static func shown(_ number: Double, _ unit: String) -> Double {
    unit == "%" && number.magnitude <= 1 ? number * 100 : number
  }

  /// `7.5 h`, `4.8 min`, `20 s`
  static func duration(milliseconds: Double) -> String {
    let rounded = HealthExportEntries.rounded
    switch milliseconds {
    case ..<60_000: return "\(rounded((milliseconds / 100).rounded() / 10)) s"
    case ..<3_600_000: return "\(rounded((milliseconds / 6000).rounded() / 10)) min"
    default: return "\(rounded((milliseconds / 36_000).rounded() / 100)) h"
    }
  }
}
