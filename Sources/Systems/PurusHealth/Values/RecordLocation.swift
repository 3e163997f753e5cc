public import Daybook

/// Where a record is kept. The model names `local` alone; the others are what a record that leaves the device
/// can be: in its owner's own cloud, or there and shared with others.
public struct RecordLocation: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On its owner's own devices alone.
  public static let local: Self = "local"
  /// In its owner's own iCloud.
  public static let iCloud: Self = "iCloud"
  /// In the cloud, and shared with others.
  public static let shared: Self = "shared"

  /// The values that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [.local, .iCloud, .shared]
}
