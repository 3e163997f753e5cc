import DaybookLog
import DaybookModel
import DaybookReplication

/// An event told from all others, also from those of a copy of its writer whose clock showed the same.
struct EventKey: Hashable {
  var stamp: Stamp
  var why: String

  init(_ event: Event) { (stamp, why) = (event.stamp, event.mutation.why ?? "") }
}

/// What lies in a ledger's folder, read without the reader that is under test: every whole frame of every file
/// with a segment's name. Good for the files that the simulations make, which are cut, but not forged.
struct FolderContent {
  struct Found {
    var key: EventKey
    var seq: UInt64
    var replica: ReplicaID
  }

  var events: [Found] = []

  init(_ store: MemoryFileStore) throws {
    for file in try Inventory.scan(store).replicas.flatMap(\.segments) {
      events += Self.events(in: try store.readAll(file.path), isSealed: file.isSealed)
    }
  }

  static func events(in bytes: [UInt8], isSealed: Bool) -> [Found] {
    var found: [Found] = []
    forEachFrame(of: bytes, isSealed: isSealed) { content, header in
      for entry in content.events {
        let range = content.leaves[entry.leaf].range
        let event = entry.line.event(content.bytes.span.extracting(range.start..<range.end))
        found.append(Found(key: EventKey(event), seq: event.seq, replica: header.replica))
      }
    }
    return found
  }

  /// The whole frames before the first damage.
  static func forEachFrame(
    of bytes: [UInt8], isSealed: Bool, _ body: (FrameContent, SegmentHeader) -> Void
  ) {
    var reader = SegmentReader(bytes: bytes, isSealed: isSealed)
    while let part = reader.next() {
      switch part {
      case .frame(let content, _, _): if let header = reader.header { body(content, header) }
      case .skippable: continue
      case .damage: return
      }
    }
  }

  /// For each replica the highest seq before the first that is not there.
  var frontier: Frontier {
    var seqs: [ReplicaID: Set<UInt64>] = [:]
    for event in events { seqs[event.replica, default: []].insert(event.seq) }
    var frontier = Frontier()
    for (replica, held) in seqs {
      var next: UInt64 = 1
      while held.contains(next) { next += 1 }
      frontier[replica] = next - 1
    }
    return frontier
  }
}

/// The events that a program has read.
struct HeldEvents {
  var keys: Set<EventKey> = []

  init() {}
  init(_ content: FolderContent) { keys = Set(content.events.map(\.key)) }
}
