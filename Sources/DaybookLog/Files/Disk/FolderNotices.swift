// A watcher of a ledger learns that something in its folder may have changed, not what: a notice may be a false alarm,
// and is followed by a check of the folder. On Linux inotify gives the notices; no system reports what another machine
// does on a network disk, so every few seconds there is a notice anyway.

import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DiskFileStore {
  /// A notice when something at the root or in the folders of `folder` may have changed, and one every `interval`.
  /// Several that nobody waited for are delivered as one. Ends when its consumer does.
  package func notices(under folder: String, every interval: Duration) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let queue = DispatchQueue(label: "daybook.notices")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let (seconds, attoseconds) = interval.components
    let nanoseconds = Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    timer.schedule(
      deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
      leeway: .milliseconds(100))
    timer.setEventHandler { continuation.yield() }
    var sources: [any DispatchSourceProtocol] = [timer]
    #if os(Linux)
      if let changes = FolderChanges(root: path, folder: folder) {
        let source = DispatchSource.makeReadSource(fileDescriptor: changes.number, queue: queue)
        source.setEventHandler {
          changes.take()
          continuation.yield()
        }
        sources.append(source)
      }
    #endif
    for source in sources { source.activate() }
    // Sound: a source may be cancelled from any thread, and it is not used otherwise from here on.
    nonisolated(unsafe) let cancelled = sources
    continuation.onTermination = { _ in
      for source in cancelled { source.cancel() }
    }
    return stream
  }
}

#if os(Linux)
  /// inotify on a folder, on one within it, and on that one's folders.
  private final class FolderChanges: Sendable {
    private let descriptor: DescriptorBox
    private let root: String
    private let folder: String

    var number: Int32 { descriptor.number }

    /// Nil if the system provides none, since too many are in use.
    init?(root: String, folder: String) {
      let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard number >= 0 else { return nil }
      descriptor = DescriptorBox(number)
      (self.root, self.folder) = (root, "\(root)/\(folder)")
      watchAll()
    }

    /// Reads the pending notices, which say only that something happened; new folders are watched, too.
    func take() {
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        while read(number, buffer.baseAddress, buffer.count) > 0 {}
      }
      watchAll()
    }

    /// A folder that is watched already is not watched twice.
    private func watchAll() {
      watch(root)
      watch(folder)
      guard let store = try? DiskFileStore(path: folder), let entries = try? store.list("") else { return }
      for entry in entries where entry.kind == .folder { watch("\(folder)/\(entry.name)") }
    }

    private func watch(_ path: String) {
      let events =
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
      // A folder that cannot be watched is checked with the next notice of the timer.
      _ = inotify_add_watch(number, path, UInt32(events))
    }
  }
#endif
