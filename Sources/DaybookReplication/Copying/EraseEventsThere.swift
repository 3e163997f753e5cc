package import DaybookLog
import DaybookModel

/// Finds the erase events that only one side has, before anything is copied to that side: the texts that they erase
/// must not appear there, not even until the end of the run.
package enum EraseEventsThere {
  /// The erase events in files of the other side that this side does not have. Reads nothing where neither side holds
  /// erasures, or this one has nothing to give. O(the files that differ)
  ///
  /// - Throws: ``CopyFailure`` where the other side cannot be listed. A file that cannot be read is left out: the
  ///   copying reports it.
  package static func find(
    there: any FileStore, besides here: any FileStore, _ descriptor: LedgerDescriptor
  ) throws -> [EraseEvent] {
    let (mine, others) = (try segments(.here, here), try segments(.there, there))
    guard max(format(there), format(here)) >= SegmentHeader.stubFormat,
      mine.contains(where: { others[$0.key] != $0.value })
    else { return [] }
    var found: [EraseEvent] = []
    for (path, file) in others.sorted(by: { $0.key < $1.key }) where mine[path] != file {
      guard file.file.sizeBytes <= SegmentLimit.fileSizeBytesMax,
        let bytes = try? there.segment(path)
      else { continue }
      _ = try SegmentReading.alone(file.file, bytes, replica: file.replica, ledger: descriptor.ledger) {
        frame, commits, _ in
        for index in commits {
          for event in frame.content.commits[index].events {
            let entry = frame.content.events[event]
            let range = frame.content.leaves[entry.leaf].range
            let line = frame.content.bytes.span.extracting(range.start..<range.end)
            if let event = EraseEvent(entry.line, line) { found.append(event) }
          }
        }
      }
    }
    return found
  }

  /// The properties of a file that show whether the other side has it, too.
  private struct Listed: Equatable {
    var replica: ReplicaID
    var file: Inventory.SegmentFile

    static func == (left: Listed, right: Listed) -> Bool {
      left.file.sizeBytes == right.file.sizeBytes
    }
  }

  private static func segments(_ side: Endpoint, _ store: any FileStore) throws(CopyFailure) -> [String:
    Listed]
  {
    do throws(FileError) {
      var found: [String: Listed] = [:]
      for replica in try Inventory.scan(store).replicas {
        for file in replica.segments { found[file.path] = Listed(replica: replica.id, file: file) }
      }
      return found
    } catch {
      throw CopyFailure(side, error)
    }
  }

  private static func format(_ store: any FileStore) -> Int64 {
    let bytes = try? store.readAll(LedgerLayout.descriptor, sizeBytesMax: LedgerDescriptor.sizeBytesMax)
    return bytes.flatMap { (try? LedgerDescriptor($0))?.format } ?? 0
  }
}
