package import DaybookModel

/// What a journal shows about its replica, read without changing anything: for code that must know what this machine
/// wrote before it opens a writer (to decide whose replica this is, and for verification).
package struct JournalSummary: Sendable {
  package var base: JournalBase
  /// The place after the last sound commit.
  package var head: JournalBase
  /// The hashes of the journal's leaves; the first has the tree index `base.tree.size`.
  package var leaves: [Hash256] = []
  package var commits = 0
  /// The last one, which covers all before it; nil where the journal holds no commit.
  package var signedHead: SignedHead?
  package var end: JournalReader.End

  /// The journal in a replica's state folder; nil when there is none.
  package static func read(_ state: any FileStore, folder: String) throws(LedgerError) -> JournalSummary? {
    let path = joined(folder, JournalLayout.name)
    let bytes: [UInt8]
    do throws(FileError) {
      guard try state.status(path) != nil else { return nil }
      bytes = try state.readAll(path)
    } catch {
      throw LedgerError(error)
    }
    var reader = try JournalReader(bytes, path: path)
    var leaves: [Hash256] = []
    var commits = 0
    while let entry = reader.next() {
      leaves += entry.content.leaves.map(\.hash)
      commits += 1
    }
    return JournalSummary(
      base: reader.base, head: reader.head, leaves: leaves, commits: commits, signedHead: reader.signedHead,
      end: reader.end())
  }

  /// The same; nil also if the journal's beginning is damaged.
  package static func undamaged(
    _ state: any FileStore, folder: String
  ) throws(LedgerError) -> JournalSummary? {
    do throws(LedgerError) {
      return try read(state, folder: folder)
    } catch  where error.code == .damaged {
      return nil
    }
  }

  /// The journal's good commits, each with the tree index of its first leaf.
  package static func contents(
    _ state: any FileStore, folder: String
  ) throws(LedgerError) -> [(firstLeaf: UInt64, content: FrameContent)] {
    let path = joined(folder, JournalLayout.name)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try state.readAll(path) } catch { throw LedgerError(error) }
    return try JournalReader(bytes, path: path).contents()
  }
}

extension JournalReader {
  /// The good commits, each with the tree index of its first leaf.
  consuming func contents() -> [(firstLeaf: UInt64, content: FrameContent)] {
    var contents: [(firstLeaf: UInt64, content: FrameContent)] = []
    var firstLeaf = base.tree.size
    while let entry = next() {
      contents.append((firstLeaf, entry.content))
      firstLeaf = head.tree.size
    }
    return contents
  }

  init(_ bytes: [UInt8], path: String) throws(LedgerError) {
    do throws(JournalDamage) { try self.init(bytes) } catch { throw LedgerError(error, path: path) }
  }
}

extension LedgerError {
  init(_ damage: JournalDamage, path: String) {
    self.init(
      .damaged, "this machine's journal is damaged", file: path, offset: damage.offset,
      advice:
        "what was published can still be read; '\(Remedy.repair)' moves the replica's state aside, and this machine then continues as a new replica",
      cause: damage)
  }
}

extension JournalSummary {
  /// Publishes the sound commits of a journal that nobody writes; the journal does not change. The same commits make
  /// the same segments, however often this is done.
  ///
  /// - Returns: the segments' paths in the ledger; none where the journal holds no commit.
  /// - Throws: ``FileError`` if the folder cannot be written, ``LedgerError`` if the journal cannot be read.
  package static func publish(
    _ state: any FileStore, folder: String, into ledger: any FileStore
  ) throws -> [String] {
    let path = joined(folder, JournalLayout.name)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try state.readAll(path) } catch { throw LedgerError(error) }
    var reader = try JournalReader(bytes, path: path)
    let start = JournalPlace(head: reader.base)
    var end = start
    while let entry = reader.next() { end.contentSizeBytes += entry.content.bytes.count }
    (end.head, end.sizeBytes) = (reader.head, reader.offset - reader.commitsStart)
    if end == start { return [] }
    let options = WriterOptions()
    let sealing = Sealing(
      ledger: ledger, state: state, stateFolder: folder, options: options, commitsStart: reader.commitsStart,
      start: start, end: end, level: options.publishLevel, isForGood: false)
    do throws(Sealing.Failure) {
      return try sealing.run().segments.map { LedgerLayout.path(of: $0.name, start.head.replica) }
    } catch {
      switch error {
      case .file(let error): throw error
      case .damage(let error): throw error
      }
    }
  }
}
