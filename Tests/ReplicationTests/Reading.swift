import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// A reading with everything that was handed on.
struct Reading {
  struct Line: Hashable {
    var branch: BranchID
    var leaf: UInt64
    var text: String
  }

  var report: ReadReport
  /// Every leaf, with how often it came.
  var leaves: [Line: Int] = [:]
  var seqs: [BranchID: [UInt64]] = [:]
  var origins: [BranchID: BranchOrigin?] = [:]

  static let descriptor = LedgerDescriptor(ledger: TestReplica.ledger, createdAt: Instant(milliseconds: 0))

  /// Reads with the help of other threads and without, which must come to the same.
  init(_ store: any FileStore, options: ReadOptions = ReadOptions()) throws {
    try self.init(store, options)
    var sharing = options
    sharing.inlineSizeBytesMax = 0
    let shared = try Reading(store, sharing)
    #expect(shared.leaves == leaves && shared.seqs == seqs && shared.origins == origins)
    #expect(shared.report.branches == report.branches && shared.report.findings == report.findings)
  }

  private init(_ store: any FileStore, _ options: ReadOptions) throws {
    let reader = LedgerReader(store: store, descriptor: Self.descriptor, options: options)
    var leaves: [Line: Int] = [:]
    var seqs: [BranchID: [UInt64]] = [:]
    var origins: [BranchID: BranchOrigin?] = [:]
    report = try reader.read(try Inventory.scan(store)) { frame in
      origins[frame.branch] = frame.origin
      for entry in frame.content.commits[frame.commits] {
        for index in entry.leaves {
          let range = frame.content.leaves[index].range
          // A commit's leaf is its line without its head, which sealing leaves away.
          let line = Array(frame.content.bytes[range.start..<range.end])
          let leaf = (try? CommitLine.parse(line.span).strippingHead(line.span)) ?? line
          let text = String(decoding: leaf, as: UTF8.self)
          leaves[Line(branch: frame.branch, leaf: frame.firstLeaf + UInt64(index), text: text), default: 0] +=
            1
        }
        for index in entry.events {
          seqs[frame.branch, default: []].append(frame.content.events[index].line.seq)
        }
      }
    }
    (self.leaves, self.seqs, self.origins) = (leaves, seqs, origins)
  }

  func kinds(_ replica: ReplicaID? = nil) -> [Finding.Kind] {
    report.findings.filter { replica == nil || $0.replica == replica }.map(\.kind)
  }

  func seqs(_ replica: TestReplica, _ ordinal: Int = 0) -> [UInt64] {
    (seqs[BranchID(replica: replica.id, ordinal: ordinal)] ?? []).sorted()
  }
}
