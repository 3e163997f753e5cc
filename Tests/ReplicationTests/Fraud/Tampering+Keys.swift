import DaybookLog
import DaybookModel
import DaybookReplication

// What is done by the replica's owner, or by whoever has its key. All of it is signed as it should be: so what it
// says is shown, and only somebody who remembers can tell.

extension Tampering {
  static let withKeys: [Tampering] = [
    Tampering(
      "history is rewritten, as long as it was", withKey: true, [], adding: [.fork],
      isShown: true
    ) { ledger in
      ledger.removeAll(of: ledger.ann.id)
      try ledger.putAnn(try FraudLedger.ann(forging: [5]))
    },
    Tampering(
      "history is rewritten, shorter than it was", withKey: true, [], adding: [.missing],
      isShown: true
    ) { ledger in
      ledger.removeAll(of: ledger.ann.id)
      try ledger.putAnn(try FraudLedger.ann(commits: 5, forging: [3]))
    },
    Tampering(
      "the same, and then grown beyond what it was", withKey: true, [], adding: [.fork],
      isShown: true
    ) { ledger in
      ledger.removeAll(of: ledger.ann.id)
      try ledger.putAnn(try FraudLedger.ann(commits: 15, forging: [3]))
    },
    Tampering(
      "history is discarded, and a new one is numbered from 1", withKey: true, [.gap], adding: [.missing],
      isShown: true
    ) { ledger in
      try ledger.throwAway(before: 0)
    },
    Tampering(
      "the middle of a history is discarded, and the numbers continue without a gap", withKey: true, [.gap],
      adding: [.missing], isShown: true
    ) { ledger in
      try ledger.throwAway(before: 2)
    },
    Tampering(
      "another history is put beside the first", withKey: true, [.fork], isShown: true
    ) { ledger in
      let other = try FraudLedger.ann(forging: [9])
      ledger.putOpen(other, 8..<12, random: 5)
    },
    Tampering(
      "an event is backdated", withKey: true, [.backDated], isShown: true
    ) { ledger in
      var ann = ledger.ann
      ann.time -= 86_400_000 << 16
      try ann.write(text: FraudLedger.forged)
      ledger.ann = ann
      ledger.files[ledger.annsOpenPath] = ann.open(8..<13)
    },
    Tampering(
      "an event is dated far ahead, to win over all others", withKey: true, [.clockSkew],
      isShown: true
    ) { ledger in
      var ann = ledger.ann
      ann.time = 4_000_000_000_000 << 16
      try ann.write(text: FraudLedger.forged)
      ledger.files[ledger.annsOpenPath] = ann.open(8..<13)
    },
    Tampering(
      "an event claims to count later than anything that can be written", withKey: true, [.farAhead],
      isShown: true
    ) { ledger in
      try ledger.claim { event in event.at = Stamp(time: Stamp.timeMax, replica: event.stamp.replica) }
    },
    Tampering(
      "an event claims to count by another replica's id", withKey: true, [.farAhead], isShown: true
    ) { ledger in
      let ben = ledger.ben.id
      try ledger.claim { event in event.at = Stamp(time: event.stamp.time + 1, replica: ben) }
    },
    Tampering(
      "an event claims to hide what will be written later", withKey: true, [.farAhead], isShown: true
    ) { ledger in
      try ledger.claim { event in
        event.over = .upTo(Stamp(time: Stamp.timeMax, replica: event.stamp.replica))
      }
    },
    Tampering(
      "an event says that a server accepted a write from the far future", withKey: true, [.clockSkew],
      isShown: true
    ) { ledger in
      let ben = ledger.ben.id
      try ledger.claim { event in
        event.mutation.op = .sync
        event.mutation.acks = Stamp(time: Stamp.timeMax, replica: ben)
      }
    },
    Tampering(
      "an event is stamped later than any stamp may be", withKey: true, [.quarantined]
    ) { ledger in
      try ledger.claim { event in event.stamp.time = Stamp.ownTimeMax + 1 }
    },
    Tampering(
      "an event is left out as it is written: its number is skipped", withKey: true, [.quarantined]
    ) { ledger in
      var ann = ledger.ann
      try ann.write(text: FraudLedger.forged, skipping: 1)
      ledger.files[ledger.annsOpenPath] = ann.open(8..<13)
    },
    Tampering(
      "a commit contains an event in another replica's name", withKey: true, [.quarantined]
    ) { ledger in
      var ann = ledger.ann
      try ann.write(text: FraudLedger.forged, stampedBy: ledger.ben.id)
      ledger.files[ledger.annsOpenPath] = ann.open(8..<13)
    },
    Tampering(
      "a replica says that it held more of another than ever existed", withKey: true, [.missing]
    ) { ledger in
      let tree = try FraudLedger.ann(commits: 20).tree
      try ledger.slander(size: tree.size, root: tree.root)
    },
    Tampering(
      "a replica says that it held a different history of another", withKey: true, [.fork]
    ) { ledger in
      let tree = ledger.ann.header(before: 6).tree ?? MerkleTree()
      try ledger.slander(size: tree.size, root: Hash256.of([3].span))
    },
  ]
}

extension FraudLedger {
  /// Ann writes one more commit, with an event that claims more than it should.
  fileprivate mutating func claim(_ change: (inout Event) -> Void) throws {
    try ann.write(text: Self.forged, changing: change)
    files[annsOpenPath] = ann.open(8..<13)
  }

  /// Ben lies about what he held of Ann.
  fileprivate mutating func slander(size: UInt64, root: Hash256) throws {
    try ben.write(text: "of ben", seen: Seen([(ann.id, [Seen.Part(end: size, root: root)])]))
    putOpen(ben, 0..<4)
  }
}

extension FraudLedger {
  /// Keeps Ann's first commits, and goes on behind her last one with the seqs after those.
  fileprivate mutating func throwAway(before count: Int) throws {
    let last = ann.commits.count
    removeAll(of: ann.id)
    if count > 0 { try putSealed(ann, 0..<count) }
    ann.lastSeq = ann.commits[count].firstSeq - 1
    try ann.write(text: Self.forged)
    putOpen(ann, last..<last + 1)
  }
}
