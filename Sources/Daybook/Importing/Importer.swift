public import DaybookModel

/// A source in a foreign format, read record by record as what it says of the ledger's entities: the one protocol behind
/// every import. ``Ledger/importAll(_:options:progress:)`` does the rest: what is new, what differs, and writing it.
public protocol Importer: SendableMetatype {
  /// As the ledger keeps them, such as `mail:inbox.mbox`; those met so far.
  var sources: [SyncSource] { get }

  /// The next record, as the entities that it comes to; nil at the end.
  ///
  /// - Parameter state: what the ledger holds; of the records returned before, those of commits written since.
  /// - Throws: what ends the run: a file that cannot be read. After a ``LedgerError`` of the code `unreadable` it goes on:
  ///   that file is skipped, and the importer is asked for what comes next. What is wrong with one record is
  ///   ``ImportStep/skipped(_:)``.
  mutating func next(in state: borrowing LedgerState) throws -> ImportStep?

  /// Bytes taken from the files so far.
  var bytesRead: Int64 { get }

  /// What the ledger keeps of the sources that changed something, beside their names: fields of ``Source``; by default none.
  var sourceFields: JSONObject { get }

  /// Whether a record that breaks a rule of its kind is skipped; by default it is. False where a ledger, or the app that a
  /// system comes from, wrote the source: what was kept there is kept here, and a notice names it.
  var isHeldToRules: Bool { get }

  /// Whether the source has each entity once, so that of two records that say different things of one the first counts, and
  /// the other is skipped and named; by default not: what comes later says what happened since.
  var firstRecordWins: Bool { get }

  /// The kinds in which the ledger keeps its own affairs (`daybook.…`) that the importer itself makes entities of, such as
  /// what columns mean; by default none. Any other is refused: no file decides what the ledger audits, or forges its
  /// journal.
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

/// One thing that an importer found in its source.
public enum ImportStep: Sendable {
  /// A record that was read, with the entities to write.
  case record(ImportedRecord)
  /// A record that could not be read: counted, named, and passed over.
  case skipped(SyncRemark)
  /// Worth telling, but no loss.
  case notice(SyncRemark)
}

/// One record of a source: a mail, a message, a row, a resource.
public struct ImportedRecord: Sendable {
  /// As the user named it.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 0, where the lines of a file say nothing, such as of JSON; nil otherwise.
  public var byte: Int64?
  /// In the order to write them. The first is what the record is, and counts as created, changed or unchanged.
  public var entities: [ImportedEntity]
  /// One of ``Importer/sources``; nil for the first.
  public var source: SyncSource?
  /// Whether it is skipped where it breaks a rule of its kind; nil: as ``Importer/isHeldToRules`` says.
  public var isHeldToRules: Bool?

  /// A record that is held to the rules that its importer is held to.
  ///
  /// - Parameters:
  ///   - file: the file's name as the user gave it.
  ///   - line: from 1.
  ///   - byte: from 0, where the lines of the file say nothing; otherwise nil.
  ///   - entities: in the order to write them; the first is what the record is, and the one that is counted.
  ///   - source: nil: the first of ``Importer/sources``.
  public init(
    file: String, line: Int = 1, byte: Int64? = nil, entities: [ImportedEntity], source: SyncSource? = nil
  ) {
    (self.file, self.line, self.byte) = (file, line, byte)
    (self.entities, self.source) = (entities, source)
  }

  /// What is to be said of it.
  public func remark(_ reason: String) -> SyncRemark {
    SyncRemark(file: file, line: line, byte: byte, reason: reason)
  }
}

/// An entity as a source tells of it.
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
    /// What the source says of it.
    public enum Word: Sendable, Hashable {
      /// It has it: linked unless somebody linked or unlinked them before.
      case has
      /// It has it, and had it not when it was last read: linked, though somebody unlinked them before.
      case gained
      /// It had it when it was last read: unlinked.
      case lost
    }

    /// The name of the to-many relation.
    public var relation: String
    /// The id of the entity at the other end, which need not exist.
    public var target: String
    /// What the source says of the link; by default that it has it.
    public var word: Word

    /// An edge from the entity that holds it in ``ImportedEntity/links``.
    public init(_ relation: String, to target: String, _ word: Word = .has) {
      (self.relation, self.target, self.word) = (relation, target, word)
    }
  }

  public var kind: String
  /// Which entity it is, by its id or by its natural key.
  public var name: Name
  /// In the form in which the ledger stores them. Only what differs from what the ledger reads is written.
  public var fields: JSONObject
  /// Written with the first event alone: where it comes from, and what its user may change afterwards.
  public var initial: JSONObject
  /// Written only along with something else of the record, such as when a source said it: a change of these fields
  /// alone is not news.
  public var accompanying: JSONObject = [:]
  /// Names of fields that follow from what the ledger holds as well as from what the source says, such as proposals:
  /// they are written where they differ, regardless of who wrote them last.
  public var workedOut: Set<String> = []
  /// The source's fields from which they follow: where one is erased, those are left out, too.
  public var workedOutFrom: Set<String> = []
  /// To-many links that the source says something of. Links that it does not mention stay as they are.
  public var links: [Link]
  /// What the fields refer to by their hashes: durable before the commit is written. See `Ledger.storeBlob`.
  public var blobs: [[UInt8]]
  /// False: only where the ledger has it already.
  public var isMade = true
  /// False: its source does not have it any more.
  public var isPresent = true

  /// An entity that its source has and that is made where the ledger does not have it.
  public init(
    _ kind: String, _ name: Name, fields: JSONObject = [:], initial: JSONObject = [:], links: [Link] = [],
    blobs: [[UInt8]] = []
  ) {
    (self.kind, self.name, self.fields) = (kind, name, fields)
    (self.initial, self.links, self.blobs) = (initial, links, blobs)
  }
}

/// How far an import is, after one more commit.
public struct ImportProgress: Sendable {
  /// Of the files.
  public var bytesRead: Int64
  /// Records read or skipped.
  public var records: Int
  /// What the commit wrote; of a dry run, what it would.
  public var mutations: [Mutation]
}
