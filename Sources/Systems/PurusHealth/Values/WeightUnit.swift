public import Daybook

/// The unit of a weight. A unit that a later version knows is kept and shown, and never converted.
public struct WeightUnit: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Kilograms, the default.
  public static let kg: Self = "kg"
  /// International pounds of 0.45359237 kg.
  public static let lbs: Self = "lbs"

  /// The units that this version converts; any other text is kept, and not converted.
  public static let known: [Self] = [.kg, .lbs]

  /// The international pound is 0.45359237 kg, exactly (1959). Whole numbers, so that a result is rounded once.
  private static let poundsTimes = 45_359_237.0
  private static let kilogramsTimes = 100_000_000.0

  /// `weight` in the other unit; nil where one of both is unknown here.
  public func converted(_ weight: Double, to other: WeightUnit) -> Double? {
    switch (self, other) {
    case (.kg, .kg), (.lbs, .lbs): weight
    case (.lbs, .kg): weight * Self.poundsTimes / Self.kilogramsTimes
    case (.kg, .lbs): weight * Self.kilogramsTimes / Self.poundsTimes
    default: nil
    }
  }
}
