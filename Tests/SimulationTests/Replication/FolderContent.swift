import DaybookLog
import DaybookModel
import DaybookReplication

/// An event told from all others, also from those of a copy of its writer whose clock showed the same, by its leaf, which
/// what is left of an erased event still names.
struct EventKey: Hashable {
  var replica: ReplicaID
  var leaf: Hash256

  init(_ replica: ReplicaID, leaf: Hash256) { (self.replica, self.leaf) = (replica, leaf) }

  init(_ event: Event) {
    replica = event.stamp.replica
    let named = event.mutation.other[StubMark.key]?.object?["leaf"]?.string.flatMap { Hash256($0) }
    leaf = named ?? Leaf.hash(EventLineWriter.line(event).span)
  }
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

  /// What whole files hold, which never changes.
  final class Known {
    fileprivate var events: [String: [Found]] = [:]
  }

  /// - Parameter store: one that opens the files of a locked ledger.
  init(_ store: any FileStore, knowing known: Known = Known()) throws {
    for file in try Inventory.scan(store).replicas.flatMap(\.segments) {
      let bytes = try store.readAll(file.path)
      let isWhole = file.isSealed && file.name.matches(file: bytes.span)
      let found =
        try (isWhole ? known.events[file.path] : nil)
        ?? Self.events(in: store.opened(bytes, of: file.path), isSealed: file.isSealed)
      if isWhole { known.events[file.path] = found }
      events += found
    }
  }

  static func events(in bytes: [UInt8], isSealed: Bool) -> [Found] {
    var found: [Found] = []
    forEachFrame(of: bytes, isSealed: isSealed) { content, header in
      for entry in content.events {
        let key = EventKey(header.replica, leaf: content.leaves[entry.leaf].hash)
        found.append(Found(key: key, seq: entry.line.seq, replica: header.replica))
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
