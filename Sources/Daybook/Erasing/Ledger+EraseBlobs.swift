import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Removes the blobs that erased values named and that no line names any more. They stay while lines that may name
  /// them are missing or cannot be read.
  func removeBlobs(_ names: Set<Hash256>, of store: any FileStore, _ report: inout EraseTextsReport) throws {
    let blobs = BlobStore(store)
    do throws(FileError) {
      var present: Set<Hash256> = []
      for name in names { if try blobs.contains(name) { present.insert(name) } }
      if present.isEmpty { return }
      let left: Set<Hash256>
      do { left = try unnamedBlobs(among: present) } catch {
        throw (error as? LedgerError)?.cause as? FileError ?? FileError(.system(5), "read", info.path)
      }
      guard loaded.report.findings.allSatisfy({ !$0.isFailure }), loaded.report.unreadable.isEmpty else {
        report.blobsWaiting += left.count
        return
      }
      for name in left.sorted() { if try blobs.remove(name) { report.blobs += 1 } }
    } catch {
      throw LedgerError(error, in: info.path)
    }
  }

  /// The given blobs that no line names. O(size of the log)
  func unnamedBlobs(among names: Set<Hash256>) throws -> Set<Hash256> {
    if names.isEmpty { return [] }
    var left = names
    try forEachFrame { frame in
      if left.isEmpty { return }
      for index in frame.commits.flatMap({ Array(frame.content.commits[$0].events) }) {
        frame.content.forEachBlob(of: index) { left.remove($0) }
      }
    }
    return left
  }

  /// The blobs that nothing names but erased values whose texts are still here. O(size of the log)
  ///
  /// - Parameter replicas: whose lines are erased.
  func blobsOfErased(by erasures: Erasures, of replicas: Set<ReplicaID>) throws -> Set<Hash256> {
    // Where a file has the stub of a line, another may have its text.
    var blobs = BlobsOfErased(erasures)
    do throws(FileError) { try blobs.note(folder, replicas, besides: []) } catch {
      throw LedgerError(error, in: info.path)
    }
    var (named, kept): (Set<Hash256>, Set<Hash256>) = (blobs.names, [])
    try forEachFrame(erasures: .unknown) { frame in
      var left = frame.content
      left.redact(erasures)
      for index in frame.commits.flatMap({ Array(frame.content.commits[$0].events) }) {
        left.forEachBlob(of: index) { kept.insert($0) }
        if left.events[index].line.isStub { frame.content.forEachBlob(of: index) { named.insert($0) } }
      }
    }
    return named.subtracting(kept)
  }
}

/// Blobs that values to be removed name.
struct BlobsOfErased {
  private let due: Erasures
  private(set) var names: Set<Hash256> = []

  init(_ due: Erasures) { self.due = due }

  mutating func note(
    _ ledger: any FileStore, _ replicas: Set<ReplicaID>, besides clean: Set<String>
  ) throws(FileError) {
    for replica in replicas {
      let folder = LedgerLayout.folder(of: replica)
      for entry in try ledger.list(folder) ?? [] {
        guard entry.kind == .file, !clean.contains(entry.name), let name = SegmentName(entry.name),
          let bytes = try? ledger.segment("\(folder)/\(entry.name)")
        else { continue }
        var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
        while let part = reader.next() {
          guard case .frame(let content, _, _) = part else { continue }
          var left = content
          left.redact(due)
          for index in content.events.indices where left.events[index].line.isStub {
            var kept: Set<Hash256> = []
            left.forEachBlob(of: index) { kept.insert($0) }
            content.forEachBlob(of: index) { if !kept.contains($0) { names.insert($0) } }
          }
        }
      }
    }
  }
}

extension FrameContent {
  /// The blobs that an event's fields name.
  fileprivate func forEachBlob(of index: Int, _ body: (Hash256) -> Void) {
    guard let set = events[index].line.set else { return }
    let range = leaves[events[index].leaf].range
    let object = bytes.span.extracting(range.start + set.start..<range.start + set.end)
    JSONParser.members(accepted: object) { _, value in
      let text = object.extracting(value.start..<value.end)
      guard text.count > 1, text[0] == UInt8(ascii: "{"),
        let blob = BlobReference(JSONParser.parse(accepted: text))
      else { return }
      body(blob.hash)
    }
  }
}
