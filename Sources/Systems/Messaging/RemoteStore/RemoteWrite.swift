public import Daybook

/// The state that a write requires.
public enum RemotePrecondition: Sendable, Hashable {
  /// Any state: fields are set in the document, or it is created; a deleted one is created again.
  case none
  /// The document never existed. Otherwise nothing is written, and the receipt contains what was found.
  case absent
  /// The document exists; otherwise ``RemoteStoreError/gone(_:)``.
  case exists
  /// The document exists and has not changed since; otherwise ``RemoteStoreError/changed(_:)``, or `gone`.
  case revision(ServerTime)
}

/// One change of one document.
public struct RemoteWrite: Sendable, Equatable {
  /// The one document that is written.
  public var path: RemotePath
  /// These fields get these values; others stay.
  public var set: JSONObject
  /// Elements that each of these list fields gets unless it has them: `["readBy": ["ann"]]`.
  public var adding: JSONObject
  /// Elements that each of these list fields loses where it has them.
  public var removing: JSONObject
  /// Whether the document is deleted; then nothing is set.
  public var isDeletion: Bool
  /// If it does not hold, nothing is written.
  public var precondition: RemotePrecondition

  /// Makes a write that sets fields and changes lists; ``delete(_:)`` makes a deletion.
  public init(
    _ path: RemotePath, set: JSONObject = [:], adding: JSONObject = [:], removing: JSONObject = [:],
    precondition: RemotePrecondition = .none
  ) {
    (self.path, self.set, self.adding, self.removing) = (path, set, adding, removing)
    (isDeletion, self.precondition) = (false, precondition)
  }

  private init(deleting path: RemotePath) {
    self.init(path)
    isDeletion = true
  }

  /// Harmless to repeat, at any time.
  public static func create(_ path: RemotePath, _ fields: JSONObject) -> RemoteWrite {
    RemoteWrite(path, set: fields, precondition: .absent)
  }

  /// Sets these fields of a document that exists; other fields stay. The write fails with `gone` if there is none.
  public static func update(_ path: RemotePath, _ fields: JSONObject) -> RemoteWrite {
    RemoteWrite(path, set: fields, precondition: .exists)
  }

  /// Harmless to repeat; deleting a document that does not exist is not an error.
  public static func delete(_ path: RemotePath) -> RemoteWrite { RemoteWrite(deleting: path) }
}

extension RemoteWrite {
  /// The document's fields after this write, from those before it.
  ///
  /// - Throws: ``RemoteStoreError/invalid(_:)`` where elements are to be added to a value that is not a list.
  public func applied(to before: JSONObject) throws(RemoteStoreError) -> JSONObject {
    var after = before
    for member in set { after[member.key] = member.value }
    for member in adding {
      var list = try Self.list(after, member.key)
      for element in try Self.elements(member) where !list.contains(element) { list.append(element) }
      after[member.key] = .array(list)
    }
    for member in removing {
      let gone = try Self.elements(member)
      after[member.key] = .array(try Self.list(after, member.key).filter { !gone.contains($0) })
    }
    return after
  }

  private static func list(_ fields: JSONObject, _ key: String) throws(RemoteStoreError) -> [JSONValue] {
    guard let value = fields[key], !value.isNull else { return [] }
    guard let list = value.array else {
      throw .invalid("the field '\(key)' is not a list to change elements of")
    }
    return list
  }

  private static func elements(_ member: JSONObject.Member) throws(RemoteStoreError) -> [JSONValue] {
    guard let elements = member.value.array else {
      throw .invalid("the elements for the field '\(member.key)' must be a list")
    }
    return elements
  }
}

/// The result of a write.
public struct RemoteReceipt: Sendable, Equatable {
  /// The document that was written, or that existed already.
  public var path: RemotePath
  /// The document's revision: that of this write, or of the document that existed already.
  public var revision: ServerTime
  /// What a creation found at its path, if anything.
  public var existing: Existing?

  /// What a creation found at its path.
  public enum Existing: Sendable, Equatable {
    /// The document as it is; the creation changed nothing.
    case document(RemoteDocument)
    /// The document existed and was deleted.
    case deleted
  }

  /// Makes a receipt; used by remote stores.
  public init(path: RemotePath, revision: ServerTime, existing: Existing? = nil) {
    (self.path, self.revision, self.existing) = (path, revision, existing)
  }
}
