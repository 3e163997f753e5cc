import Daybook
import DaybookInput
import DaybookModel

/// Files that messages name by their paths beside them. They are read after all messages, because an archive may have
/// them before.
struct FilesBeside {
  /// A larger file is left out, because a file is in memory whole.
  static let sizeBytesMax = 64 << 20

  /// An attachment that waits for its bytes.
  struct Attachment: Equatable {
    var id: String
    /// Whether its message says how large the file is.
    var hasSize: Bool
  }

  private struct Place {
    var folder: String
    var path: String
    var attachments: [Attachment]
  }

  /// By the whole name, canonically composed.
  private var places: [String: Place] = [:]

  /// - Parameters:
  ///   - path: from the folder of the file that names it. A path that leads out of it is ignored.
  ///   - file: the file that names it.
  mutating func add(_ attachment: Attachment, at path: String, beside file: String) {
    // Beside the standard input there is nothing.
    guard file != InputTree.standardInputName else { return }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.isEmpty, !parts.contains(where: { ["", ".", ".."].contains($0) }), !path.utf8.contains(0)
    else {
      return
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let name = (folder + path).composed
    var place = places[name] ?? Place(folder: folder, path: path, attachments: [])
    if !place.attachments.contains(attachment) { place.attachments.append(attachment) }
    places[name] = place
  }

  /// A file that exists, and its attachments.
  typealias Found = (stream: ByteStream, attachments: [Attachment])

  /// Gives them one after another: those in the folders and archives that the user named, then those beside a file that the
  /// user named.
  func reading(_ paths: [String]) -> () throws -> Found? {
    guard !places.isEmpty else { return { nil } }
    var (rest, others) = (places, [Place]()[...])
    var tree: InputTree? = InputTree(paths.filter { !InputPlace.isReadOnce($0) })
    return {
      while let stream = try tree?.nextReadable() {
        if let place = rest.removeValue(forKey: stream.name.composed) { return (stream, place.attachments) }
      }
      if tree != nil {
        tree = nil
        others = rest.sorted { $0.key < $1.key }.map(\.value)[...]
      }
      while let place = others.popFirst() {
        if let stream = InputPlace.file(place.path, within: place.folder) {
          return (stream, place.attachments)
        }
      }
      return nil
    }
  }
}
