public import Daybook
import DaybookInput
import DaybookModel

/// Imports entities from a document that their own app wrote.
public struct AppFormsImporter: Importer {
  /// The system of the entities, if the document does not name it.
  private let system: String?
  private let kind: String?
  /// The name of the source; nil: each file's name.
  private let sourceName: String?
  private var tree: InputTree
  private var elements: JSONElements?
  private var file = ""
  /// Whether nothing was found so far in a file that the user named.
  private var isEmpty = false
  private var ready: ArraySlice<ImportStep> = []
  /// The members of a document that is one object.
  private var document = JSONObject()
  private var documentOffset: Int64 = 0
  /// Ids of a document whose entities have other ids in the ledger, because their natural keys are equal.
  private var aliases: [String: String] = [:]

  /// The sources read so far: one for each file or folder.
  public private(set) var sources: [SyncSource] = []

  /// Opens the files. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - paths: files and folders of an app's own JSON.
  ///   - system: the system whose forms the files have; nil to tell it by their fields.
  ///   - kind: the kind of all entities; nil to tell it by their fields.
  ///   - source: the name under which the ledger records the source; nil for the path.
  /// - Throws: `LedgerError` with code `not-found` if the system or kind is unknown.
  public init(_ paths: [String], system: String? = nil, kind: String? = nil, source: String? = nil) throws {
    if let system, !FormNames.systems.contains(system) {
      throw LedgerError(
        .notFound, "there is no system '\(system)'",
        advice: Suggestion.advice(for: system, among: FormNames.systems)
          ?? "one of \(FormNames.systems.joined(separator: ", "))")
    }
    (self.system, self.kind, sourceName) = (system, kind, source)
    tree = InputTree(paths, extensions: ["json", "jsonl", "ndjson", ""], refusesEmpty: true)
  }

  /// This ledger accepts whatever the app or another ledger accepted.
  public var isHeldToRules: Bool { false }
  /// An app writes each entity once.
  public var firstRecordWins: Bool { true }

  /// A record with its documents, in base64.
  private static let entitySizeBytesMax = 384 << 20

  public var bytesRead: Int64 { tree.bytesRead }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    if let kind, state.schemas[kind] == nil {
      throw LedgerError(
        .notFound, "there is no kind '\(kind)'",
        advice: Suggestion.advice(for: kind, among: state.schemas.kinds.map(\.kind))
          ?? "'daybook schema list' lists them")
    }
    while true {
      if let step = ready.popFirst() { return step }
      if elements == nil, try !openNext() { return nil }
      do {
        guard let element = try elements?.next() else {
          elements = nil
          if isEmpty { return .skipped(remark("there is nothing in it", at: 0)) }
          continue
        }
        isEmpty = false
        take(element, in: state)
      } catch let error as JSONError {
        elements = nil
        return .skipped(remark("not strict JSON: \(error)", at: Int64(error.offset)))
      } catch {
        // The rest of the file is skipped.
        elements = nil
        throw error
      }
    }
  }

  private mutating func openNext() throws -> Bool {
    guard let stream = try tree.next() else { return false }
    (file, document, isEmpty) = (stream.name, [:], stream.isNamed)
    elements = JSONElements(
      opening: FormPlace.opened(system: system, kind: kind), valueSizeBytesMax: Self.entitySizeBytesMax
    ) { try stream.read() }
    let source = SyncSource(.app, name: sourceName ?? stream.fileName)
    if !sources.contains(source) { sources.append(source) }
    return true
  }

  private mutating func take(_ element: JSONElement, in state: borrowing LedgerState) {
    switch element {
    case .bad(_, let reason, let offset): ready.append(.skipped(remark(reason, at: offset)))
    case .end(let path):
      guard path.isEmpty, !document.isEmpty else { return }
      let object = document
      document = [:]
      add(object, FormPlace("*", system: system, kind: kind), at: documentOffset, in: state)
    case .value(let path, let value, let offset):
      guard let place = FormPlace(path, system: system, kind: kind) else {
        if document.isEmpty { documentOffset = offset }
        document[path] = value
        return
      }
      guard let object = value.object else {
        return ready.append(.skipped(remark("not an entity: it is not a JSON object", at: offset)))
      }
      add(object, place, at: offset, in: state)
    }
  }

  private mutating func add(
    _ object: JSONObject, _ place: FormPlace?, at offset: Int64, in state: borrowing LedgerState
  ) {
    let said =
      object["_kind"]?.string ?? object["kind"]?.string.flatMap { state.schemas[$0] == nil ? nil : $0 }
    guard let place,
      let kind = place.kind ?? said ?? FormNames.kind(of: object, among: state.schemas, system: system)
    else {
      return ready.append(
        .skipped(remark("its kind cannot be known from its fields; name it with --kind", at: offset)))
    }
    var object = object
    for member in place.fields where object[member.key] == nil { object[member.key] = member.value }
    note(object, kind, place.id, in: state)
    do throws(ValueProblem) {
      var entities = try FormMapping(schemas: state.schemas, aliases: aliases).entities(
        object, as: kind, id: place.id)
      entities += Self.members(of: object, kind, entities.first)
      ready.append(
        .record(ImportedRecord(file: file, byte: offset, entities: entities, source: sources.last)))
    } catch {
      ready.append(.skipped(remark(error.what, at: offset)))
    }
  }

  /// Remembers the ledger's id of an entity, if the ledger has the same key under another id.
  private mutating func note(
    _ object: JSONObject, _ kind: String, _ place: String?, in state: borrowing LedgerState
  ) {
    guard let key = state.schemas[kind]?.key, let value = object[key.field]?.string, !value.isEmpty,
      let id = object["id"]?.string ?? place, let holder = state.entity(kind, key: value), holder.id != id
    else { return }
    aliases["\(kind) \(id)"] = holder.id
  }

  /// The participants of a conversation, if its document has only their names.
  private static func members(
    of object: JSONObject, _ kind: String, _ entity: ImportedEntity?
  ) -> [ImportedEntity] {
    guard kind == "messaging.conversation", object["participants"] == nil, case .id(let id)? = entity?.name
    else {
      return []
    }
    return (object["participantIDs"]?.array ?? []).compactMap(\.string).map { user in
      ImportedEntity(
        "messaging.participant", .id("\(id)/\(user)"),
        fields: ["conversation": .string(id), "user": .string(user)])
    }
  }

  private func remark(_ reason: String, at offset: Int64) -> SyncRemark {
    SyncRemark(file: file, byte: offset, reason: reason)
  }
}
