import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// Every case of what is found of a machine's identity, and whose numbering goes on.
@Suite struct IdentityDecisionTests {
  static let here = MachineID(hash: Hash256.of([1].span))
  static let there = MachineID(hash: Hash256.of([2].span))
  static let folder = FolderMark(
    realPath: "/home/ann/family.daybook", mark: FileMark(inode: 7, birthTime: 70))
  static let now = Instant(milliseconds: 1_790_000_000_000)

  static func row(
    _ replica: UInt64 = 1, _ change: (inout IdentityFacts.Row) -> Void = { _ in }
  ) -> IdentityFacts.Row {
    let mark = FileMark(inode: 100 + replica, birthTime: 1000)
    let identity = StoredIdentity(
      ledger: TestReplica.ledger, replica: ReplicaID(rawValue: replica), machine: here, file: mark,
      folder: folder, createdAt: Instant(milliseconds: Int64(replica)), forkedFrom: nil)
    var row = IdentityFacts.Row(identity: identity, file: mark, hasKey: true)
    row.history.size = 10
    change(&row)
    return row
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rows: [IdentityFacts.Row]
    var decision: IdentityDecision
    var lost: [ReplicaID] = []
  }

  static func create(_ origin: UInt64?, _ reason: IdentityReason) -> IdentityDecision {
    .create(forkedFrom: origin.map { ReplicaID(rawValue: $0) }, reason: reason)
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing here yet", rows: [], decision: create(nil, .first)),
    Case(testDescription: "everything fits", rows: [row()], decision: .use(row: 0, hasMoved: false)),
    Case(
      testDescription: "the identity is lost, its journal is here", rows: [],
      decision: create(3, .lostIdentity), lost: [ReplicaID(rawValue: 3)]),
    Case(
      testDescription: "two identities are lost", rows: [], decision: create(nil, .lostIdentity),
      lost: [ReplicaID(rawValue: 3), ReplicaID(rawValue: 4)]),
    Case(
      testDescription: "a lost identity was replaced", rows: [row()], decision: .use(row: 0, hasMoved: false),
      lost: [ReplicaID(rawValue: 3)]),
    Case(
      testDescription: "the ledger holds more than the damaged journal",
      rows: [
        row {
          $0.history.hasUnknownCommit = true
          $0.history.isJournalDamaged = true
        }
      ],
      decision: create(1, .damagedJournal)),
    Case(
      testDescription: "moved with mv: another path, the same inode",
      rows: [row { $0.identity.folder.realPath = "/old" }], decision: .use(row: 0, hasMoved: true)),
    Case(
      testDescription: "restored in place: another inode, the same path",
      rows: [row { $0.identity.folder.mark.inode = 8 }], decision: .use(row: 0, hasMoved: true)),
    Case(
      testDescription: "an inode used again by a younger folder, another path",
      rows: [
        row { $0.identity.folder = FolderMark(realPath: "/old", mark: FileMark(inode: 7, birthTime: 69)) }
      ],
      decision: create(1, .otherFolder)),
    Case(
      testDescription: "a file system without birth times",
      rows: [
        row { $0.identity.folder = FolderMark(realPath: "/old", mark: FileMark(inode: 7, birthTime: 0)) }
      ],
      decision: .use(row: 0, hasMoved: true)),
    Case(
      testDescription: "the ledger was copied on this machine",
      rows: [
        row { $0.identity.folder = FolderMark(realPath: "/old", mark: FileMark(inode: 9, birthTime: 1)) }
      ],
      decision: create(1, .otherFolder)),
    Case(
      testDescription: "the state came from another machine",
      rows: [
        row {
          $0.identity.machine = there
          $0.file.inode = 55
        }
      ], decision: create(1, .otherMachine)),
    Case(
      testDescription: "two machines on one network home: each has its own",
      rows: [
        row(1) { $0.identity.machine = there }, row(2) { $0.identity.forkedFrom = ReplicaID(rawValue: 1) },
      ],
      decision: .use(row: 1, hasMoved: false)),
    Case(
      testDescription: "the second machine on a network home is new there",
      rows: [row(1) { $0.identity.machine = there }], decision: create(1, .otherMachine)),
    Case(
      testDescription: "the state was copied on this machine: another inode",
      rows: [row { $0.file.inode = 55 }], decision: create(1, .copiedState)),
    Case(
      testDescription: "restored from a backup: the inode used again, born later",
      rows: [row { $0.file.birthTime = 2000 }], decision: create(1, .copiedState)),
    Case(
      testDescription: "no birth times kept for the state",
      rows: [
        row {
          $0.file.birthTime = 0
          $0.identity.file.birthTime = 0
        }
      ], decision: .use(row: 0, hasMoved: false)),
    Case(
      testDescription: "the key is gone", rows: [row { $0.hasKey = false }], decision: create(1, .lostKey)),
    Case(
      testDescription: "an own signed commit that the journal does not know",
      rows: [row { $0.history.hasUnknownCommit = true }], decision: create(1, .unknownCommit)),
    Case(
      testDescription: "peers have seen more of us than we remember",
      rows: [row { $0.history.seenByPeers = 11 }], decision: create(1, .forgottenCommits)),
    Case(
      testDescription: "peers have seen all that we remember",
      rows: [row { $0.history.seenByPeers = 10 }], decision: .use(row: 0, hasMoved: false)),
    Case(
      testDescription: "own clock more than a day ahead",
      rows: [row { $0.history.lastStamp = stamp(24 * 3600_000 + 1) }],
      decision: create(1, .clockAhead)),
    Case(
      testDescription: "own clock a day ahead", rows: [row { $0.history.lastStamp = stamp(24 * 3600_000) }],
      decision: .use(row: 0, hasMoved: false)),
    Case(
      testDescription: "somebody retired it",
      rows: [row { $0.history.isRetired = true }], decision: create(1, .retired)),
    Case(
      testDescription: "the device asked for access anew",
      rows: [row { $0.history.isLeft = true }], decision: create(1, .revoked)),
    Case(
      testDescription: "own clock years behind",
      rows: [row { $0.history.lastStamp = stamp(-1_000_000_000_000) }],
      decision: .use(row: 0, hasMoved: false)),
    Case(
      testDescription: "the one that went on for another is used",
      rows: [
        row(2) { $0.identity.forkedFrom = ReplicaID(rawValue: 1) },
        row(1) { $0.history.hasUnknownCommit = true },
      ], decision: .use(row: 0, hasMoved: false)),
    Case(
      testDescription: "a chain of three",
      rows: [
        row(1), row(3) { $0.identity.forkedFrom = ReplicaID(rawValue: 2) },
        row(2) { $0.identity.forkedFrom = ReplicaID(rawValue: 1) },
      ], decision: .use(row: 1, hasMoved: false)),
    Case(
      testDescription: "the copy's replica in another folder does not replace the original's",
      rows: [
        row(1),
        row(2) {
          $0.identity.forkedFrom = ReplicaID(rawValue: 1)
          $0.identity.folder = FolderMark(realPath: "/copy", mark: FileMark(inode: 9, birthTime: 1))
        },
      ], decision: .use(row: 0, hasMoved: false)),
    Case(
      testDescription: "the copy moved to where the original was",
      rows: [
        row(1) { $0.identity.folder.mark = FileMark(inode: 3, birthTime: 3) },
        row(2) { $0.identity.folder.realPath = "/copy" },
      ], decision: .use(row: 1, hasMoved: true)),
    Case(
      testDescription: "two that fit alike: the younger",
      rows: [row(5), row(4) { $0.identity.createdAt = Instant(milliseconds: 99) }],
      decision: .use(row: 1, hasMoved: false)),
    Case(
      testDescription: "none fits: the closest is the origin",
      rows: [
        row(1) {
          $0.identity.machine = there
          $0.file.inode = 55
        },
        row(2) { $0.file.inode = 55 },
      ], decision: create(2, .copiedState)),
    Case(
      testDescription: "copied again: the origin is the last of the chain",
      rows: [
        row(1) { $0.identity.machine = there },
        row(2) {
          $0.identity.machine = there
          $0.identity.forkedFrom = ReplicaID(rawValue: 1)
        },
      ], decision: create(2, .otherMachine)),
  ]

  static func stamp(_ ahead: Int64) -> Stamp? {
    Stamp(milliseconds: now.milliseconds + ahead, counter: 0, replica: ReplicaID(rawValue: 1))
  }

  @Test(arguments: cases)
  func everyCaseHasItsDecision(_ entry: Case) {
    for rows in [entry.rows, entry.rows.reversed()] {
      var facts = IdentityFacts(machine: Self.here, folder: Self.folder, now: Self.now, rows: rows)
      facts.lost = entry.lost
      switch (facts.decide(), entry.decision) {
      case (.use(let found, let moved), .use(let expected, let expectedMoved)):
        #expect(rows[found].identity.replica == entry.rows[expected].identity.replica)
        #expect(moved == expectedMoved)
      case (let found, let expected): #expect(found == expected)
      }
    }
  }

  @Test func everyReasonIsInTheTable() {
    let reasons = Self.cases.compactMap { entry -> IdentityReason? in
      if case .create(_, let reason) = entry.decision { reason } else { nil }
    }
    #expect(Set(reasons) == Set(IdentityReason.allCases))
  }
}
