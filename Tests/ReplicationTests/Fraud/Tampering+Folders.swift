import DaybookLog
import DaybookModel
import DaybookReplication

// What is done with whole files and folders, by somebody without the replica's key.

extension Tampering {
  static let withFolders: [Tampering] = [
    Tampering("the open file is removed", [], adding: [.missing]) { ledger in
      ledger.files[ledger.annsOpenPath] = nil
    },
    Tampering("a sealed file between others is removed", [.gap], peers: [.missing]) {
      ledger in
      ledger.files[ledger.annsPaths[1]] = nil
    },
    Tampering("the first sealed file is removed", [.gap]) { ledger in
      ledger.files[ledger.annsPaths[0]] = nil
    },
    Tampering("a file is emptied", [.tornTail, .gap], peers: [.missing]) { ledger in
      ledger.files[ledger.annsPaths[1]] = []
    },
    Tampering("a replica's folder is removed", [], adding: [.missing]) { ledger in
      ledger.removeAll(of: ledger.ann.id)
    },
    Tampering(
      "the whole ledger is replaced by an older copy", [], memory: [.missing]
    ) { ledger in
      let (ann, ben) = (ledger.ann, ledger.ben)
      ledger.removeAll(of: ann.id)
      ledger.removeAll(of: ben.id)
      ledger.putOpen(ann, 0..<6)
      ledger.putOpen(ben, 0..<2)
    },
    Tampering(
      "two sealed files swap names", [.corruption, .quarantined, .gap], peers: [.missing]
    ) { ledger in
      let paths = ledger.annsPaths
      (ledger.files[paths[0]], ledger.files[paths[1]]) = (ledger.files[paths[1]], ledger.files[paths[0]])
    },
    Tampering(
      "a sealed file is copied to a name with the seqs that follow", [.quarantined, .corruption]
    ) { ledger in
      let bytes = ledger.files[ledger.annsPaths[0]] ?? []
      let next = ledger.ann.lastSeq + 1
      let name = SegmentName.sealed(
        first: next, last: next + 5, digest: .init(text: String(repeating: "a", count: 32)))
      ledger.files[LedgerLayout.path(of: name, ledger.ann.id)] = bytes
    },
    Tampering("a copy of the open file is put beside it", []) { ledger in
      ledger.putOpen(ledger.ann, 8..<12, random: 99)
    },
    Tampering(
      "a replica's folder is replaced by a forgery, signed with another key that its headers name", [.forged],
      adding: [.missing]
    ) { ledger in
      let ann = ledger.ann
      ledger.removeAll(of: ann.id)
      var other = FraudLedger.replica(9)
      for _ in 0..<12 { try other.write(text: FraudLedger.forged) }
      let path = LedgerLayout.path(of: other.openName(0..<12), ann.id)
      ledger.files[path] = other.open(0..<12) { $0.replica = ann.id }
    },
    Tampering(
      "the same, with the replica's own key in the headers", [.forged], adding: [.missing]
    ) { ledger in
      let ann = ledger.ann
      ledger.removeAll(of: ann.id)
      // Lines in Ann's name, signed by somebody else.
      var forged = try FraudLedger.ann(forging: Set(0..<12))
      let key = FraudLedger.replica(9).key
      for index in forged.commits.indices {
        forged = try forged.changingHead(index) { head in
          let message = Signing.message(
            ledger: TestReplica.ledger, replica: ann.id, size: head.size, root: head.root)
          return SignedHead(size: head.size, root: head.root, signature: try key.sign(message))
        }
      }
      ledger.putOpen(forged, 0..<12)
    },
    Tampering(
      "the folders of two replicas swap names", [.quarantined], memory: [.missing]
    ) { ledger in
      let (ann, ben) = (ledger.ann.id, ledger.ben.id)
      let (anns, bens) = (ledger.paths(of: ann), ledger.paths(of: ben))
      let files = ledger.files
      for path in anns + bens { ledger.files[path] = nil }
      for path in anns { ledger.files[path.replacing(ann.description, with: ben.description)] = files[path] }
      for path in bens { ledger.files[path.replacing(ben.description, with: ann.description)] = files[path] }
    },
    Tampering(
      "the ledger that a header names is changed", [.quarantined], adding: [.missing]
    ) { ledger in
      ledger.files[ledger.annsOpenPath] = ledger.ann.open(8..<12) {
        $0.ledger = "0193b6f0-0000-7000-8000-00000000000f"
      }
    },
    Tampering(
      "a file of another ledger, which the same key wrote, is put into the folder", [.quarantined]
    ) { ledger in
      var foreign = FraudLedger.replica(1)
      foreign.ledger = "0193b6f0-0000-7000-8000-000000000002"
      for _ in 0..<3 { try foreign.write(text: FraudLedger.forged) }
      ledger.putOpen(foreign, 0..<3, random: 7)
    },
    Tampering(
      "a file that looks like a synchroniser's conflict copy is put into the folder", [.stranger]
    ) { ledger in
      let forged = try FraudLedger.ann(forging: [9])
      let name = "000000000013-0000000000000001.open.sync-conflict-20261121-061300-ABC.jsonl.zst"
      ledger.files["\(LedgerLayout.folder(of: ledger.ann.id))/\(name)"] = forged.open(8..<12)
    },
    Tampering(
      "the ledger's id in daybook.json is changed", [.quarantined], peers: [], memory: []
    ) { ledger in
      ledger.files[LedgerLayout.descriptor] = replacing(
        TestReplica.ledger, with: "0193b6f0-0000-7000-8000-00000000000f",
        in: ledger.files[LedgerLayout.descriptor] ?? [])
    },
    Tampering("the day in daybook.json is changed", []) { ledger in
      ledger.files[LedgerLayout.descriptor] =
        LedgerDescriptor(ledger: TestReplica.ledger, createdAt: Instant(milliseconds: 0)).bytes
    },
    Tampering("a blob is removed", []) { ledger in
      ledger.files[ledger.blobPath] = nil
    },
    Tampering(
      "several at once: a value changed, a sealed file removed, a conflict copy planted, a blob replaced",
      [.forged, .gap, .stranger, .corruption], adding: [.missing]
    ) { ledger in
      let paths = ledger.annsPaths
      ledger.files[paths[2]] = ledger.ann.saying(FraudLedger.forged, in: 10).open(8..<12)
      ledger.files[paths[0]] = nil
      ledger.files["replicas/\(ledger.ann.id)/copy of it"] = [1]
      ledger.files[ledger.blobPath] = ZstdFrame.compress([1], level: 3)
    },
  ]
}
