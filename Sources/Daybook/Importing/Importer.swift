public import DaybookModel

/// Reads a source in a foreign format, record by record, as statements about the ledger's entities: the one protocol
/// behind every import. ``Ledger/importAll(_:options:progress:)`` does the rest: it finds what is new and what differs,
/// and writes it.
public protocol Importer: SendableMetatype {
  /// The names of the sources read so far, as the ledger keeps them, such as `mail:inbox.mbox`.
  var sources: [SyncSource] { get }

  /// The next record, as entities; nil at the end.
  ///
  /// - Parameter state: what the ledger holds, including those records returned before whose commits are written.
  /// - Throws: what ends the run: a file that cannot be read. After a ``LedgerError`` with the code `unreadable` the
  ///   run continues: that file is skipped, and the importer is asked for the next record. For an error in one record,
  ///   return ``ImportStep/skipped(_:)``.
  mutating func next(in state: borrowing LedgerState) throws -> ImportStep?

  /// Bytes taken from the files so far.
  var bytesRead: Int64 { get }

  /// What the ledger keeps about the sources that changed something, besides their names: fields of ``Source``; by
  /// default none.
  var sourceFields: JSONObject { get }

  /// Whether a record that breaks a rule of its kind is skipped; by default it is. False where a ledger, or the app that a
  /// system comes from, wrote the source: then the record is imported all the same, and a notice names it.
  var isHeldToRules: Bool { get }

  /// Whether the source has each entity once: if two records about one entity differ, the first counts, and the other
  /// is skipped and named. By default not: a later record states what happened since.
  var firstRecordWins: Bool { get }

  /// The kinds in which the ledger keeps its own affairs (`daybook.…`) that the importer itself makes entities of, such as
  /// what columns mean; by default none. Any other such kind is refused: no file may decide what the ledger audits, or
  /// forge its journal.
  var ownKinds: Set<String> { get }
}

extension Importer {
  /// By default none.
  public var sourceFields: JSONObject { [:] }
  /// By default true: a record that breaks a rule of its kind is skipped and named.
  public var isHeldToRules: Bool { true }
  /// By default false: of two records about one entity, both count, and the later one is newer.
  public var firstRecordWins: Bool { false }
  /// By default none.
  public var ownKinds: Set<String> { [] }
}

/// One result of reading a source.
public enum ImportStep: Sendable {
  /// A record that was read, with the entities to write.
  case record(ImportedRecord)
  /// A record that could not be read: it is counted, named, and skipped.
  case skipped(SyncRemark)
  /// A notice about something that is not a loss.
  case notice(SyncRemark)
}

/// One record of a source: a mail, a message, a row, a resource.
public struct ImportedRecord: Sendable {
  /// As the user named it.
  public var file: String
  /// From 1.
  public var line: Int
  /// The byte offset, from 0, for a file whose lines mean nothing, such as JSON; nil otherwise.
  public var byte: Int64?
  /// The entities in the order to write them. The first is the record itself, and counts as created, changed or
  /// unchanged.
  public var entities: [ImportedEntity]
  /// One of ``Importer/sources``; nil for the first.
  public var source: SyncSource?
  /// Whether it is skipped where it breaks a rule of its kind; nil: as ``Importer/isHeldToRules`` says.
  public var isHeldToRules: Bool?

  /// A record under the same rules as its importer.
  ///
  /// - Parameters:
  ///   - file: the file's name as the user gave it.
  ///   - line: from 1.
  ///   - byte: from 0, for a file whose lines mean nothing; otherwise nil.
  ///   - entities: in the order to write them; the first is the record itself, and the one that is counted.
  ///   - source: nil: the first of ``Importer/sources``.
  public init(
    file: String, line: Int = 1, byte: Int64? = nil, entities: [ImportedEntity], source: SyncSource? = nil
  ) {
    (self.file, self.line, self.byte) = (file, line, byte)
    (self.entities, self.source) = (entities, source)
  }

  /// The message about it.
  public func remark(_ reason: String) -> SyncRemark {
    SyncRemark(file: file, line: line, byte: byte, reason: reason)
  }
}

/// An entity as a source describes it.
public struct ImportedEntity: Sendable {
  /// Which entity a source means.
  public enum Name: Sendable, Hashable {
    /// The entity with this id, which is made under it if the ledger has none.
    case id(String)
    /// The natural key: the entity that has it, otherwise the id that every machine derives from it.
    case key(String)
  }

  /// An edge of a to-many relation; a to-one relation is a field.
  public struct Link: Sendable, Hashable {
    /// What the source states about the link.
    public enum Word: Sendable, Hashable {
      /// The source has the link: the entities are linked unless somebody linked or unlinked them before.
      case has
      /// The source has the link, and did not have it when it was last read: the entities are linked, even if somebody
      /// unlinked them before.
      case gained
      /// The source no longer has the link that it had when it was last read: the entities are unlinked.
      case lost
    }

    /// The name of the to-many relation.
    public var relation: String
    /// The id of the entity at the other end, which need not exist.
    public var target: String
    /// What the source states about the link; by default that it has the link.
    public var word: Word

    /// An edge from the entity that holds it in ``ImportedEntity/links``.
    public init(_ relation: String, to target: String, _ word: Word = .has) {
      (self.relation, self.target, self.word) = (relation, target, word)
    }
  }

  public var kind: String
  /// Which entity it is, by its id or by its natural key.
  public var name: Name
  /// The fields, in the form in which the ledger stores them. Only what differs from what the ledger reads is written.
  public var fields: JSONObject
  /// Fields that are written only with the first event: its origin, and values that its user may change afterwards.
  public var initial: JSONObject
  /// Fields that are written only along with others of the record, such as the time of a source's statement: a change
  /// of these fields alone is not news.
  public var accompanying: JSONObject = [:]
  /// Names of fields that follow from what the ledger holds as well as from what the source says, such as proposals:
  /// they are written where they differ, regardless of who wrote them last.
  public var workedOut: Set<String> = []
  /// The source's fields from which the derived fields follow: if one of them is erased, the derived fields are left
  /// out, too.
  public var workedOutFrom: Set<String> = []
  /// To-many links that the source mentions. Links that it does not mention stay as they are.
  public var links: [Link]
  /// The blobs that the fields refer to by their hashes: durable before the commit is written. ``LedgerBlobs/store(_:)`` stores one and returns its reference.
  public var blobs: [[UInt8]]
  /// Whether to make the entity; false: write it only if the ledger has it already.
  public var isMade = true
  /// Whether its source has it; false: the source no longer has it.
  public var isPresent = true

  /// An entity that its source has and that is made if the ledger does not have it.
  public init(
    _ kind: String, _ name: Name, fields: JSONObject = [:], initial: JSONObject = [:], links: [Link] = [],
    blobs: [[UInt8]] = []
  ) {
    (self.kind, self.name, self.fields) = (kind, name, fields)
    (self.initial, self.links, self.blobs) = (initial, links, blobs)
  }
}

/// The progress of an import, after each commit.
public struct ImportProgress: Sendable {
  /// Of the files.
  public var bytesRead: Int64
  /// Records read or skipped.
  public var records: Int
  /// What the commit wrote; in a dry run, what it would write.
  public var mutations: [Mutation]
}
