public import DaybookModel
import DaybookView

/// An address book, a calendar, a mailbox or any other source, as the ledger keeps it: an entity of kind `daybook.source` that gets one
/// `sync` event for each run that changed something.
public struct SyncSource: Sendable, Hashable {
  /// The type of source. A module for another format can add its own.
  public struct Format: RawRepresentable, Sendable, Hashable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Address books: vCard files.
    public static let contacts = Format(rawValue: "contacts")
    /// Calendars: iCalendar files.
    public static let calendar = Format(rawValue: "calendar")
    /// Mailboxes and single mails.
    public static let mail = Format(rawValue: "mail")
    /// Health data: Apple Health, FHIR and C-CDA.
    public static let health = Format(rawValue: "health")
    /// Chats that messengers export.
    public static let chat = Format(rawValue: "chat")
    /// Folders of notes.
    public static let notes = Format(rawValue: "notes")
    /// Tables, such as CSV files.
    public static let table = Format(rawValue: "table")
    /// What an app wrote itself: its forms, or lines of JSON.
    public static let app = Format(rawValue: "app")
  }

  /// The type of source; the first part of ``id``.
  public var format: Format
  /// The source's name, by default the calendar's or the file's.
  public var name: String

  /// A source by its format and its name, which together make its ``id``.
  public init(_ format: Format, name: String) { (self.format, self.name) = (format, name) }

  /// `contacts:family.vcf`: the same on every machine that reads the source.
  public var id: String { "\(format.rawValue):\(name)" }

  /// The `sync` event of a run that changed something: it writes the source's entity of kind `daybook.source`.
  public var mutation: Mutation {
    var mutation = Mutation(
      .sync, kind: Source.kind, id: id,
      set: ["name": .string(name), "format": .string(format.rawValue)])
    mutation.present = true
    return mutation
  }
}

// Texts that name things in keys: frozen, since a key derived once must be derived the same way forever.

/// The spelling in which texts become parts of natural keys. It never changes, so that a key stays the same forever.
public enum SyncText {
  /// Lower case, canonically composed, white space as single spaces.
  public static func normalized(_ text: String) -> String {
    KeyNormalizer.trimmedComposed.normalized(OneLine.of(text.lowercased()))
  }
}
