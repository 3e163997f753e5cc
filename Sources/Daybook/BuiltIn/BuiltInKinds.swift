public import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One reading of the ledger, as the access audit keeps it: who asked for what. Written before anything is
/// shown, by ``Ledger/recordAccess(_:by:)``, each under an id of its own, and never written again.
public struct Access: Entity {
  public var id = ID()
  /// Who read; the author of the event too.
  public var by: String?
  /// The command's words, such as `purus card`, or whatever an app calls the place where it shows something.
  public var command = ""
  /// What was asked: the command's arguments as they were typed. Hidden from output, since they may hold values.
  public var arguments: [String] = []
  /// The kind and the entity that were read, where the command names them.
  public var kind: String?
  /// The entity's id; nil where the command names none, such as a list.
  public var entity: String?
  /// As whom, where the rules of a system limited what was shown: the viewer's id.
  public var viewer: String?
  /// Whether hidden values were asked for too.
  public var revealed = false

  public init() {}

  public static let schema = Schema("daybook.access") {
    Sensitive(\.arguments)
    // A search for a name must not find everyone who searched for it before.
    Unsearched(\.by, \.command, \.arguments, \.kind, \.entity, \.viewer)
    Personal()
  }
}

/// What somebody asked to be erased; who, when and why are its event's author, stamp and reason. The erase events name it.
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
  /// The id of that entity; empty where the erasure stands for itself.
  public var root = ""
  /// How many lines of the log it erases something of.
  public var lines = 0

  public init() {}

  public static let schema = Schema("daybook.erasure") {}
}

/// What the columns of tables of one shape mean, as somebody once said: the next file with the same header needs
/// no word, on any machine.
public struct Mapping: Entity {
  public var id = ID()
  /// The kind and the header together: what names it.
  public var shape = ""
  /// The kind that the rows are of.
  public var targetKind = ""
  /// The header, in its order.
  public var columns: [String] = []
  /// The field that each column is; a column that is none is passed over.
  public var fields: [String: String] = [:]
  /// By field, the columns that make it together, in their order.
  public var joined: [String: [String]] = [:]
  /// The columns that had no cell when the mapping was made: of what they are nothing is known.
  public var unsettled: [String] = []
  /// The columns that name a row; empty where its content does.
  public var keyColumns: [String] = []
  /// `dmy` or `mdy`; null where the days themselves say.
  public var dateOrder: String?
  /// `.` or `,`; null where the numbers themselves say.
  public var decimal: String?

  /// The zone of times that name none, such as `Europe/Berlin`; null where there are none.
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
  /// The replica that this one goes on for: a copied state, a restored backup, a moved machine.
  public var forkedFrom: String?
  /// Since when it writes no more. Its own machine goes on as a new replica.
  public var retiredAt: Date?

  public init() {}

  public static let schema = Schema("daybook.replica") {}
}

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

extension System {
  /// What every ledger has: its replicas, the sources it is fed from, its settings, who read what, what
  /// the columns of tables mean, and what was erased.
  public static let daybook = System(
    "daybook", version: 1,
    kinds: [Replica.self, Source.self, Setting.self, Access.self, Mapping.self, Erasure.self])
}
