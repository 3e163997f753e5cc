public import DaybookView

/// What a ledger wants of everybody who opens it. Its id is the setting's name.
public struct Setting: Entity {
  public var id = ID()
  /// `on` or `off`; empty, which reads as off, while nobody wrote it.
  public var value = ""

  public init() {}

  /// The kind's name, for who asks for nothing else: a schema is made when it is first asked for.
  static let name = "daybook.setting"

  public static let schema = Schema(name) {
    Check(value: \.value, "must be on or off", isOfTheWhole: true) { ["on", "off"].contains($0) }
    Unsearched(\.value)
  }
}

extension Setting {
  /// The settings that this version knows. Each is off unless somebody turned it on.
  public enum Name: String, Sendable, CaseIterable {
    /// Whether every reading is recorded; see ``Ledger/recordAccess(_:by:)``.
    case auditReads = "audit-reads"

    /// What it does when it is on.
    public var meaning: String {
      switch self {
      case .auditReads: "Records who read what, before it is shown."
      }
    }
  }
}
