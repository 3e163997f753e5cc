public import Daybook

/// Where a record is kept. The model names `local` alone; the others are what a record that leaves the device
/// can be: in its owner's own cloud, or there and shared with others.
public struct RecordLocation: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let local: Self = "local"
  public static let iCloud: Self = "iCloud"
  public static let shared: Self = "shared"

  public static let known: [Self] = [.local, .iCloud, .shared]
}
