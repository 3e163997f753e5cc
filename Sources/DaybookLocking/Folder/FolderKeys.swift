// The epochs that this device knows, which open the files of the folder. A segment is tried with its writer's epochs
// first, newest first.

package import DaybookAge
package import DaybookLog
package import DaybookModel
import Synchronization

package final class FolderKeys: FolderCipher {
  package let encrypts = true

  private struct State {
    var epochs: [ReplicaID: [EpochKey]] = [:]
    /// The recipient that this device encrypts for, and the key by which it names blobs.
    var writing: (recipient: AgeRecipient, names: [UInt8])?
    /// Whether the rings were requested.
    var isLoaded = false
    /// Keys from the user that are not known to be those of an epoch.
    var others: [AgeIdentity] = []
    /// Why not all rings are known, and whether some file stayed unopened because of it.
    var unreadable: FileError?
    var isLacking = false
  }

  private let state: Mutex<State>
  /// The device's own keys; called when the first key is needed.
  private let own: @Sendable () throws(LedgerError) -> OwnKeys
  /// Nil until they were read; then the error, if they cannot be read.
  private let reading = Mutex<LedgerError??>(nil)
  /// The rings that exist now; called when no key opens a file.
  private let renewed: @Sendable () -> FoundRings

  package init(
    own: @escaping @Sendable () throws(LedgerError) -> OwnKeys = { () throws(LedgerError) in OwnKeys() },
    renewed: @escaping @Sendable () -> FoundRings = { FoundRings() }
  ) {
    state = Mutex(State())
    (self.own, self.renewed) = (own, renewed)
  }

  package convenience init(
    others: [AgeIdentity], renewed: @escaping @Sendable () -> FoundRings = { FoundRings() }
  ) {
    self.init(own: { () throws(LedgerError) in OwnKeys(identities: others) }, renewed: renewed)
  }

  /// Reads the device's own keys, unless they were read before.
  ///
  /// - Throws: ``LedgerError`` with code `unreadable-key` if they cannot be read.
  package func requireOwn() throws(LedgerError) { if let error = readOwn() { throw error } }

  @discardableResult
  private func readOwn() -> LedgerError? {
    reading.withLock { known in
      if let known { return known }
      var failure: LedgerError?
      do throws(LedgerError) { take(try own()) } catch { failure = error }
      known = .some(failure)
      return failure
    }
  }

  private func take(_ own: OwnKeys) {
    state.withLock { $0.others += own.identities }
    add(own.epochs)
    if let writing = own.writing { note(writing.epoch, names: writing.names) }
  }

  /// Epochs that a later ring no longer has stay known, too.
  package func add(_ epochs: [EpochKey]) {
    state.withLock { state in
      for epoch in epochs {
        var known = state.epochs[epoch.replica] ?? []
        guard !known.contains(where: { $0.number == epoch.number && $0.recipient == epoch.recipient }) else {
          continue
        }
        known.append(epoch)
        state.epochs[epoch.replica] = known.sorted { $0.number < $1.number }
      }
    }
  }

  /// From now on files are encrypted for this epoch, which need not be announced yet.
  ///
  /// - Parameter names: the epoch's name key.
  package func write(for epoch: AgeIdentity, names: [UInt8]) {
    readOwn()
    note(epoch, names: names)
  }

  private func note(_ epoch: AgeIdentity, names: [UInt8]) {
    state.withLock { state in
      state.writing = (epoch.recipient, names)
      if !state.others.contains(where: { $0.recipient == epoch.recipient }) { state.others.append(epoch) }
    }
  }

  package var writing: AgeRecipient? {
    readOwn()
    return state.withLock(\.writing)?.recipient
  }

  /// The rings are opened when they are first needed: most commands read nothing from the folder.
  private func load() {
    readOwn()
    let isFirst = state.withLock { state in
      defer { state.isLoaded = true }
      return !state.isLoaded
    }
    if isFirst { renew() }
  }

  private func renew() {
    let rings = renewed()
    add(rings.epochs)
    state.withLock { state in
      state.unreadable = rings.unreadable.first
      if state.unreadable == nil { state.isLacking = false }
    }
  }

  /// Why not all rings are known.
  var unreadable: FileError? { state.withLock(\.unreadable) }

  /// - Throws: ``LedgerError`` with code `unreadable-key` if a file stayed unopened, and rings or device files cannot be
  ///   read.
  package func requireKeys() throws(LedgerError) {
    guard state.withLock(\.isLacking) else { return }
    try requireOwn()
    try requireAllRings()
  }

  /// - Throws: ``LedgerError`` with code `unreadable-key` if rings or device files cannot be read.
  package func requireAllRings() throws(LedgerError) {
    load()
    if let error = unreadable { throw LedgerError(unreadableKey: error) }
  }

  /// Ascending by replica and number.
  package var epochs: [EpochKey] {
    load()
    return state.withLock { state in state.epochs.keys.sorted().flatMap { state.epochs[$0] ?? [] } }
  }

  /// The latest epoch of the same replica, if it is another one.
  func later(than epoch: EpochKey) -> EpochKey? {
    state.withLock { $0.epochs[epoch.replica]?.last }.flatMap { $0.number > epoch.number ? $0 : nil }
  }

  /// The names that the file of a blob may have, the one by which it is written first.
  package func names(ofBlob content: Hash256) -> [Hash256] {
    readOwn()
    let own = state.withLock(\.writing)?.names
    var names = own.map { [EpochKey.blobName(of: content, $0)] } ?? []
    for epoch in epochs.reversed() where epoch.names != own { names.append(epoch.blobName(of: content)) }
    return names
  }

  // MARK: Files

  package func open(segment file: [UInt8], of replica: ReplicaID?) -> [UInt8]? {
    opened(file, of: replica).map { Self.content(of: file, $0.payload) }
  }

  package func epoch(ofSegment file: [UInt8], of replica: ReplicaID?) -> UInt64? {
    epoch(of: file, in: replica)?.number
  }

  package func close(segment content: [UInt8]) throws(FileError) -> [UInt8] {
    guard let writing else { throw FileError(.locked, "encrypt", LedgerLayout.replicas) }
    do { return try AgeFile.encrypt(PaddingFrame.adding(to: content), to: [writing]) } catch {
      throw FileError(.locked, "encrypt", LedgerLayout.replicas)
    }
  }

  /// The epoch that a file is encrypted to, by its beginning.
  package func epoch(ofSegment path: String, in folder: any FileStore) throws(FileError) -> EpochKey? {
    try beginning(of: path, in: folder)?.epoch
  }

  /// Whether a file can be opened, judged by its beginning.
  func opens(_ path: String, in folder: any FileStore) throws(FileError) -> Bool {
    try beginning(of: path, in: folder) != nil
  }

  private func beginning(
    of path: String, in folder: any FileStore
  ) throws(FileError) -> (payload: AgePayload, epoch: EpochKey?)? {
    guard let status = try folder.status(path) else { return nil }
    let beginning = try folder.read(path, from: 0, count: Self.headerSizeBytesMax)
    return opened(beginning, sizeBytes: status.sizeBytes, of: LedgerLayout.replica(ofPath: path))
  }

  /// The epoch that a file is encrypted to; nil where no key opens it, or one that is not an epoch's.
  package func epoch(of file: [UInt8], in replica: ReplicaID?) -> EpochKey? {
    opened(file, of: replica)?.epoch
  }

  private func opened(
    _ file: [UInt8], of replica: ReplicaID?
  ) -> (payload: AgePayload, epoch: EpochKey?)? {
    opened(Array(file.prefix(Self.headerSizeBytesMax)), sizeBytes: file.count, of: replica)
  }

  /// - Parameters:
  ///   - beginning: of the file.
  ///   - sizeBytes: of the whole file.
  func opened(
    _ beginning: [UInt8], sizeBytes: Int, of replica: ReplicaID?
  ) -> (payload: AgePayload, epoch: EpochKey?)? {
    let failure = readOwn()
    if let known = open(beginning, sizeBytes, candidates(replica)) { return known }
    let before = state.withLock { $0.epochs.values.reduce(0) { $0 + $1.count } }
    if state.withLock(\.isLoaded) { renew() }
    if epochs.count > before, let known = open(beginning, sizeBytes, candidates(replica)) { return known }
    state.withLock { $0.isLacking = $0.unreadable != nil || failure != nil }
    return nil
  }

  private func open(
    _ beginning: [UInt8], _ sizeBytes: Int, _ candidates: [(identity: AgeIdentity, epoch: EpochKey?)]
  ) -> (AgePayload, EpochKey?)? {
    for (identity, epoch) in candidates {
      do throws(AgeError) {
        return (try AgeFile.open(beginning, sizeBytes: sizeBytes, with: [identity]), epoch)
      } catch {
        // Another key may open it; a header that cannot be read stays so.
        guard error == .noMatch else { return nil }
      }
    }
    return nil
  }

  /// A file for one recipient has far less.
  static let headerSizeBytesMax = 4 << 10

  private func candidates(_ replica: ReplicaID?) -> [(identity: AgeIdentity, epoch: EpochKey?)] {
    state.withLock { state in
      let own = replica.flatMap { state.epochs[$0] } ?? []
      let rest = state.epochs.filter { $0.key != replica }.values.flatMap { $0 }
      let epochs = own.reversed() + rest.sorted { $0.number > $1.number }
      return epochs.map { ($0.secret, $0) } + state.others.map { ($0, nil) }
    }
  }

  private static func content(of file: [UInt8], _ payload: AgePayload) -> [UInt8] {
    var (content, isWhole) = payload.salvage(file, filler: filler)
    if isWhole, let sizeBytes = try? PaddingFrame.contentSizeBytes(of: content.span) {
      content.removeSubrange(sizeBytes...)
      return content
    }
    // The filler shows every reader that it is damaged.
    content.append(filler)
    return content
  }

  private static let filler: UInt8 = 0xff
}
