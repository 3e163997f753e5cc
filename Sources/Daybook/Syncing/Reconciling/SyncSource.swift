package import DaybookModel

/// An address book or a calendar, as the ledger keeps it: an entity of kind `daybook.source` that gets one
/// `sync` event for each run that changed something.
public struct SyncSource: Sendable, Hashable {
  public enum Format: String, Sendable { case contacts, calendar }

  public var format: Format
  /// By default the calendar's or the file's name.
  public var name: String

  public init(_ format: Format, name: String) { (self.format, self.name) = (format, name) }

  /// `contacts:family.vcf`: the same on every machine that reads the source.
  public var id: String { "\(format.rawValue):\(name)" }

  package var mutation: Mutation {
    var mutation = Mutation(
      .sync, kind: Source.kind, id: id,
      set: ["name": .string(name), "format": .string(format.rawValue)])
    mutation.present = true
    return mutation
  }
}
