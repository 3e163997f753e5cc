public import DaybookModel

/// An address book, a calendar, a mailbox or any other source, as the ledger keeps it: an entity of kind `daybook.source` that gets one
/// `sync` event for each run that changed something.
public struct SyncSource: Sendable, Hashable {
  /// What sort of source it is. Open: a module for another format adds its own.
  public struct Format: RawRepresentable, Sendable, Hashable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let contacts = Format(rawValue: "contacts")
    public static let calendar = Format(rawValue: "calendar")
    public static let mail = Format(rawValue: "mail")
    public static let health = Format(rawValue: "health")
    public static let chat = Format(rawValue: "chat")
    public static let notes = Format(rawValue: "notes")
    public static let table = Format(rawValue: "table")
    public static let app = Format(rawValue: "app")
  }

  public var format: Format
  /// By default the calendar's or the file's name.
  public var name: String

  public init(_ format: Format, name: String) { (self.format, self.name) = (format, name) }

  /// `contacts:family.vcf`: the same on every machine that reads the source.
  public var id: String { "\(format.rawValue):\(name)" }

  public var mutation: Mutation {
    var mutation = Mutation(
      .sync, kind: Source.kind, id: id,
      set: ["name": .string(name), "format": .string(format.rawValue)])
    mutation.present = true
    return mutation
  }
}
