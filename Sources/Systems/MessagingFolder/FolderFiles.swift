import Daybook
import DaybookLog
import Messaging

/// Names and bytes of the files in a remote store's folder, plain or encrypted with the folder's key: then names show only
/// which files belong together, and bytes show only their size.
struct FolderFiles: Sendable {
  /// Nil: the files are plain.
  let key: FolderKey?

  init(_ key: FolderKey? = nil) { self.key = key }

  // MARK: Names

  func file(of path: RemotePath) -> String {
    var components = path.components[...]
    var place = ""
    while components.count > 2 {
      place = joined(place, joined(components.removeFirst(), name(components.removeFirst())))
    }
    let (collection, id) = (components[components.startIndex], name(path.id))
    if place.isEmpty { return joined(joined(collection, id), FolderLayout.ownDocument) }
    return joined(joined(place, collection), id + FolderLayout.suffix)
  }

  func file(of object: RemoteObject) -> String {
    let hash = key?.name(for: "\(object.conversation)\n\(object.hash)") ?? "\(object.hash)"
    return "conversations/\(name(object.conversation))/\(FolderLayout.attachments)/\(hash)"
  }

  private func name(_ id: String) -> String { key?.name(for: id) ?? FolderLayout.fileName(id) }

  // MARK: Bytes

  func bytes(_ record: RemoteRecord) -> [UInt8] { closed(FolderDocument.bytes(record)) }
  func record(_ bytes: [UInt8]) -> RemoteRecord? { opened(bytes).flatMap { FolderDocument.record($0) } }

  func closed(_ bytes: [UInt8]) -> [UInt8] { key?.closed(bytes) ?? bytes }
  func opened(_ bytes: [UInt8]) -> [UInt8]? { key.map { $0.opened(bytes) } ?? bytes }

  /// The maximum size of a file with this content, including what encryption adds.
  func sizeBytesMax(_ content: Int) -> Int { key == nil ? content : content + FolderKey.overheadSizeBytesMax }

  /// A line of the list of changes; encrypted lines are base64.
  func line(_ path: RemotePath, _ time: ServerTime) -> [UInt8] {
    let line = FolderDocument.line(path, time)
    guard let key else { return line }
    return Array(Base64.text(key.closed(line)).utf8) + [UInt8(ascii: "\n")]
  }

  func change(_ line: ArraySlice<UInt8>) -> (path: RemotePath, time: ServerTime)? {
    guard let key else { return FolderDocument.change(line) }
    guard let bytes = Base64.bytes(String(decoding: line, as: UTF8.self)), let line = key.opened(bytes) else {
      return nil
    }
    return FolderDocument.change(line.dropLast())
  }
}
