import DaybookLog
import Messaging
import Synchronization

/// The files of a remote store's folder that could not be read as what they should be.
final class FolderDamage: Sendable {
  private let files = Mutex<Set<String>>([])

  func note(_ file: String) { files.withLock { _ = $0.insert(file) } }

  var all: [String] { files.withLock { $0.sorted() } }
}

extension RemoteStoreError {
  /// The remote store's error for a failed file operation: every such error may be temporary.
  init(_ error: FileError) {
    var what = "the remote store's folder: \(error.what)"
    if !error.path.isEmpty { what += " (\(error.path))" }
    self = .unreachable(what)
  }
}
