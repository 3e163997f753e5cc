public import Daybook

/// Checks only the form of ISO 4217 codes: new ones are added, and old ledgers contain former ones.
public enum Currency {
  /// Whether a text is three capital letters from A to Z; it need not be a currency that exists.
  public static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}

/// Where a record is kept. The original model has only `local`; the others are for a record that leaves the device: in
/// its owner's own cloud, or there and shared with others.
public struct RecordLocation: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Only on its owner's own devices.
  public static let local: Self = "local"
  /// In its owner's own iCloud.
  public static let iCloud: Self = "iCloud"
  /// In the cloud, and shared with others.
  public static let shared: Self = "shared"

  /// The values that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [.local, .iCloud, .shared]
}

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
