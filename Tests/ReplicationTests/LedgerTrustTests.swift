import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// What is unsigned, wrongly signed, unknown or planted is told apart by `verify` and by `status`, and nothing of
/// it is applied.
@Suite struct LedgerTrustTests {
  enum Intruder: CaseIterable {
    case unsigned, wronglySigned, signedByAnother
    /// A replica's folder none of whose files carries the key that its id is the hash of.
    case unknownReplica
    case otherReplicasFile, headerWithOtherKey, otherLedger, foreignStamp

    var kind: Finding.Kind {
      switch self {
      case .unsigned: .unattestedTail
      case .wronglySigned, .signedByAnother, .unknownReplica, .headerWithOtherKey: .forged
      case .otherReplicasFile, .otherLedger, .foreignStamp: .quarantined
      }
    }
  }

  private let store = MemoryFileStore()

  private func replica(_ number: UInt8, commits: Int = 3) throws -> TestReplica {
    var replica = TestReplica(number)
    for _ in 0..<commits { try replica.write(text: "of \(number)") }
    return replica
  }

  /// A commit's line with another head, or none.
  private func changing(
    _ replica: TestReplica, _ index: Int, _ head: (SignedHead) throws -> SignedHead?
  ) throws -> TestReplica {
    var replica = replica
    let lines = replica.commits[index].lines.split(separator: 0x0a).map(Array.init)
    let last = try #require(lines.last)
    var leaf = try CommitLine.parse(last.span).strippingHead(last.span)
    if let head = try head(replica.commits[index].head) { leaf = CommitLine.adding(head, to: leaf) }
    replica.commits[index].lines = (lines.dropLast() + [leaf]).flatMap { $0 + [0x0a] }
    return replica
  }

  /// Puts the intruder's file there and returns its path.
  private func plant(_ intruder: Intruder, besides ann: TestReplica) throws -> String {
    let mallory = try replica(9)
    let name = mallory.openName(0..<3, random: 77)
    var (folder, bytes) = (mallory.id, mallory.open(0..<3))
    func withHeader(_ change: (inout SegmentHeader) -> Void) -> [UInt8] {
      var header = mallory.header(before: 0)
      change(&header)
      return mallory.commits.reduce(SegmentWriter.headerFrame(header)) {
        $0 + SegmentWriter.commitFrame(lines: $1.lines)
      }
    }
    switch intruder {
    case .unsigned:
      var unsigned = mallory
      for index in 0..<3 { unsigned = try changing(unsigned, index) { _ in nil } }
      bytes = unsigned.open(0..<3)
    case .wronglySigned, .signedByAnother:
      var wrong = mallory
      let key = try replica(8).key
      for index in 0..<3 {
        wrong = try changing(wrong, index) { head in
          var head = head
          if intruder == .wronglySigned {
            head.signature[3] ^= 1
          } else {
            head.signature = try key.sign(
              Signing.message(
                ledger: TestReplica.ledger, replica: mallory.id, size: head.size, root: head.root))
          }
          return head
        }
      }
      bytes = wrong.open(0..<3)
    case .unknownReplica:
      folder = ReplicaID(rawValue: 0x1234)
      bytes = withHeader { $0.replica = folder }
    case .otherReplicasFile: folder = ann.id
    case .headerWithOtherKey:
      folder = ann.id
      bytes = withHeader { $0.replica = ann.id }
    case .otherLedger:
      var foreign = TestReplica(9)
      foreign.ledger = "0193b6f0-0000-7000-8000-000000000002"
      try foreign.write()
      bytes = foreign.open(0..<1)
    case .foreignStamp:
      var lying = TestReplica(9)
      try lying.write(stampedBy: ann.id)
      bytes = lying.open(0..<1)
    }
    let path = LedgerLayout.path(of: name, folder)
    try store.put(bytes, at: path)
    return path
  }

  @Test(arguments: Intruder.allCases)
  func isToldApartAndNeverApplied(_ intruder: Intruder) async throws {
    let ann = try replica(1, commits: 4)
    try store.createFolder(LedgerLayout.replicas)
    try store.put(Reading.descriptor.bytes, at: LedgerLayout.descriptor)
    try store.putOpen(ann, 0..<4)
    let machine = Machine(
      state: { MemoryFileStore() }, existingState: { nil },
      id: { _ in MachineID(hash: Hash256(words: (1, 0, 0, 0))) },
      folder: { FolderMark(realPath: "/l", mark: FileMark(inode: 1, birthTime: 1)) }, hostName: { "here" })
    let ledger = try Ledger.open(store, path: "/l", [], machine, LedgerOptions.prompt)
    let digest = try await ledger.audit.replay().digest
    let path = try plant(intruder, besides: ann)
    for isFresh in [false, true] {
      // By a program that was running, and by one that starts.
      let ledger = isFresh ? try Ledger.open(store, path: "/l", [], machine, LedgerOptions.prompt) : ledger
      let status = try await ledger.replicas.status()
      for findings in [try await ledger.audit.verify().findings, status.findings] {
        let told = findings.filter { $0.file == path }
        #expect(!told.isEmpty && told.allSatisfy { $0.kind == intruder.kind }, "\(findings)")
        #expect(
          told.allSatisfy {
            $0.isFailure && !$0.what.isEmpty && !$0.advice.isEmpty && $0.meaning == $0.kind.meaning
          })
        #expect(findings.allSatisfy { $0.kind != .fork })
      }
      #expect(try await !ledger.audit.verify().isSound)
      #expect(status.digest == digest)
      #expect(status.replicas.filter { $0.events > 0 }.map(\.id) == [ann.id])
      #expect(try await ledger.audit.replay().digest == digest)
      #expect(try await ledger.query(Query("test.thing")).rows.allSatisfy { $0["text"] == "of 1" })
    }
  }
}
