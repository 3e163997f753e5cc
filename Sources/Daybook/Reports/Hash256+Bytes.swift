import DaybookLog
public import DaybookModel

extension Hash256 {
  /// The SHA-256 of these bytes. O(bytes).
  public init(sha256Of bytes: [UInt8]) { self = .of(bytes.span) }
}
