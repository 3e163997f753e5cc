// How much of a ledger an external copy shows, so that the copy can be brought up to date with what came since.

import DaybookLog
import DaybookModel
import DaybookReplication

/// The commits that a copy of a ledger in another form shows: for each replica, those from the first up to a place in
/// its tree, with the root there.
public struct ExportPosition: Sendable, Equatable {
  struct Head: Sendable, Equatable {
    var size: UInt64
    var root: Hash256
  }

  var heads: [ReplicaID: Head]
  /// How this machine recognises the files that hold these commits, so that it need not read them for what came since.
  /// Empty if it cannot: then it reads them.
  public var files: [UInt8] = []

  /// The position of the commits that a ledger holds; nil if a history forked or has gaps, so that no place in it
  /// describes what is held.
  init?(_ loaded: borrowing LedgerState) {
    heads = [:]
    for (branch, stretches) in loaded.heldLeaves where !stretches.isEmpty {
      guard branch.ordinal == 0, let head = loaded.onlyHead(of: branch.replica) else { return nil }
      heads[branch.replica] = head
    }
  }

  /// The places alone: `{"<replica>":[<leaves>,"<root>"]}`, the same for the same commits.
  public var text: String {
    let members = heads.map { replica, head -> (String, JSONValue) in
      (replica.description, .array([.int(Int64(clamping: head.size)), .string(head.root.description)]))
    }
    return JSONValue.object(JSONObject(members)).description
  }

  /// Nil for a text that is not a position.
  public init?(text: String, files: [UInt8]) {
    guard let object = (try? JSONParser.parse(text))?.object else { return nil }
    heads = [:]
    self.files = files
    for member in object {
      guard let replica = ReplicaID(member.key), let pair = member.value.array, pair.count == 2,
        let size = pair[0].int.flatMap({ UInt64(exactly: $0) }),
        let root = pair[1].string.flatMap({ Hash256($0) })
      else { return nil }
      heads[replica] = Head(size: size, root: root)
    }
  }

  var roots: [RootAtSize] {
    heads.map {
      RootAtSize(branch: BranchID(replica: $0.key, ordinal: 0), size: $0.value.size, root: $0.value.root)
    }
  }

  /// Whether no recognised file holds more than is shown.
  func covers(_ checkpoint: Checkpoint) -> Bool {
    checkpoint.heads.allSatisfy { $0.value.size <= heads[$0.key]?.size ?? 0 }
  }
}

extension LedgerState {
  /// Up to where a replica is held, if it is held from the beginning.
  fileprivate func onlyHead(of replica: ReplicaID) -> ExportPosition.Head? {
    let held = held(of: replica)
    guard held.count == 1, held[0].leaves.lowerBound == 0, report.branches(of: replica).count <= 1 else {
      return nil
    }
    return ExportPosition.Head(size: held[0].leaves.upperBound, root: held[0].root)
  }
}
