public import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source outside that entities are reconciled with: an address book, a calendar. Written once for each
/// run that changed something.
public struct Source: Entity {
  public var id = ID()
  /// What the source is called: by default the file's, the calendar's or the address book's name.
  public var name = ""
  /// Such as `contacts` or `calendar`.
  public var format = ""
  /// When a run last changed something, which is the last write of this entity. A run without changes does not count.
  public var lastSyncedAt: Date?
  /// How far it has been read, in the source's own terms; null where it is always read whole. Written in one commit
  /// with what was read up to there, so a copy that holds one holds the other.
  public var cursor: String?
  /// In which zone its times without one are read, on every machine: that of the machine which read such times first, or
  /// the one that `--tz` named last. Null where it has none.
  public var zone: String?
  /// When the newest export of it that was imported was made, where exports say so: an older one adds what is missing, and
  /// changes nothing.
  public var exportedAt: Date?

  public init() {}

  public static let schema = Schema("daybook.source") {
    LastWritten(\.lastSyncedAt)
  }
}
