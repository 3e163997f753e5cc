extension Ledger {
  /// The version of this library and its command.
  public static var softwareVersion: String { "0.1.0" }
}
