public import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One reading of the ledger, as the access audit records it: who asked for what. ``LedgerAudit/recordAccess(_:by:)`` writes
/// each record before anything is shown, under its own id, and nothing writes it again.
public struct Access: Entity {
  public var id = ID()
  /// Who read; the author of the event too.
  public var by: String?
  /// The command's words, such as `purus card`, or whatever an app calls the place where it shows something.
  public var command = ""
  /// The request: the command's arguments as they were typed. Hidden from output, since they may hold values.
  public var arguments: [String] = []
  /// The kind and the entity that were read, where the command names them.
  public var kind: String?
  /// The entity's id; nil where the command names none, such as a list.
  public var entity: String?
  /// The viewer's id, if the rules of a system limited what was shown.
  public var viewer: String?
  /// Whether the reading also asked for hidden values.
  public var revealed = false

  public init() {}

  public static let schema = Schema("daybook.access") {
    Sensitive(\.arguments)
    // A search for a name must not find everyone who searched for it before.
    Unsearched(\.by, \.command, \.arguments, \.kind, \.entity, \.viewer)
    Personal()
  }
}

/// A request to erase values; its event's author, stamp and reason say who asked, when and why. The erase events name
/// it.
public struct Erasure: Entity {
  public var id = ID()
  /// The kind and the id of the entity whose values are erased.
  public var of = ""
  /// The id of that entity; ``of`` is its kind.
  public var entity = ""
  /// The fields that are erased; empty: all.
  public var fields: [String] = []
  /// The kind and the id of the entity that the command named, where it erased others with it; it tells which erasures are
  /// withdrawn together.
  public var rootOf = ""
  /// The id of that entity; empty where the erasure is not part of another.
  public var root = ""
  /// How many lines of the log it erases something of.
  public var lines = 0

  public init() {}

  public static let schema = Schema("daybook.erasure") {}
}

/// What the columns of tables of one shape mean, as somebody once stated: nobody is asked about the next file with the
/// same header, on any machine.
public struct Mapping: Entity {
  public var id = ID()
  /// The kind and the header together, which identify the mapping.
  public var shape = ""
  /// The kind of the rows.
  public var targetKind = ""
  /// The header, in its order.
  public var columns: [String] = []
  /// The field for each column; a column without a field is skipped.
  public var fields: [String: String] = [:]
  /// By field, the columns that make it together, in their order.
  public var joined: [String: [String]] = [:]
  /// The columns that had no values when the mapping was made: their meaning is unknown.
  public var unsettled: [String] = []
  /// The columns that identify a row; empty where its whole content does.
  public var keyColumns: [String] = []
  /// `dmy` or `mdy`; null where the dates themselves show it.
  public var dateOrder: String?
  /// `.` or `,`; null where the numbers themselves show it.
  public var decimal: String?

  /// The zone of times that name none, such as `Europe/Berlin`; null where there are no such times.
  public var zone: String?

  public init() {}

  public static let schema = Schema("daybook.mapping") {
    Key(\.shape)
    Unsearched(\.shape, \.targetKind, \.dateOrder, \.decimal, \.zone)
  }
}

/// One writer on one machine. Made by the replica's own first event.
public struct Replica: Entity {
  /// The replica's id, 16 hex digits.
  public var id = ID()
  /// What its machine is called, by default the host's name; empty where its first event is not here.
  public var name = ""
  /// When the replica was made, by its own clock: the time of its first event.
  public var createdAt = Date.unwritten
  /// The replica that this one continues: a copied state, a restored backup, a moved machine.
  public var forkedFrom: String?
  /// When it stopped writing. Its own machine continues as a new replica.
  public var retiredAt: Date?

  public init() {}

  public static let schema = Schema("daybook.replica") {}
}

/// A setting for everybody who opens the ledger. Its id is the setting's name.
public struct Setting: Entity {
  public var id = ID()
  /// `on` or `off`; empty, which reads as off, until somebody writes it.
  public var value = ""

  public init() {}

  /// The kind's name, for callers that need nothing else: a schema is made when it is first requested.
  static let name = "daybook.setting"

  public static let schema = Schema(name) {
    Check(value: \.value, "must be on or off", isOfTheWhole: true) { ["on", "off"].contains($0) }
    Unsearched(\.value)
  }
}

extension Setting {
  /// The settings that this version knows. Each is off unless somebody turned it on.
  public enum Name: String, Sendable, CaseIterable {
    /// Whether every reading is recorded; see ``LedgerAudit/recordAccess(_:by:)``.
    case auditReads = "audit-reads"

    /// What it does when it is on.
    public var meaning: String {
      switch self {
      case .auditReads: "Records who read what, before it is shown."
      }
    }
  }
}

/// An external source that entities are reconciled with: an address book, a calendar. Written once for each
/// run that changed something.
public struct Source: Entity {
  public var id = ID()
  /// What the source is called: by default the file's, the calendar's or the address book's name.
  public var name = ""
  /// Such as `contacts` or `calendar`.
  public var format = ""
  /// When a run last changed something, which is the last write of this entity. A run without changes does not count.
  public var lastSyncedAt: Date?
  /// How far it has been read, in the source's own terms; null where it is always read as a whole. It is written in one
  /// commit with the data read up to there, so a copy that holds one holds the other.
  public var cursor: String?
  /// The zone in which every machine reads its times without a zone: that of the machine which read such times first,
  /// or the one that `--tz` named last. Null where it has no such times.
  public var zone: String?
  /// When the newest imported export of it was made, where exports state that: an older export adds what is missing,
  /// and changes nothing.
  public var exportedAt: Date?

  public init() {}

  public static let schema = Schema("daybook.source") {
    LastWritten(\.lastSyncedAt)
  }
}

extension System {
  /// What every ledger has: its replicas, the sources it is fed from, its settings, who read what, what
  /// the columns of tables mean, and what was erased.
  public static let daybook = System(
    "daybook", version: 1,
    kinds: [Replica.self, Source.self, Setting.self, Access.self, Mapping.self, Erasure.self])
}
