import DaybookLog
import DaybookModel
import DaybookReplication

// What is done within files, by somebody without the replica's key.

extension Tampering {
  static let withFiles: [Tampering] = [
    Tampering(
      "a byte is changed within a frame of a sealed file", [.corruption, .gap]
    ) { ledger in
      ledger.files[ledger.annsPaths[0]]?[60] ^= 0x20
    },
    Tampering(
      "a byte is changed within a frame of the open file", [.corruption, .unattestedTail], adding: [.missing]
    ) { ledger in
      let (ann, path) = (ledger.ann, ledger.annsOpenPath)
      ledger.files[path]?[ann.open(8..<9).count + 30] ^= 1
    },
    Tampering(
      "a value is changed in the open file, and the frame's checksum is recomputed", [.forged],
      adding: [.missing]
    ) { ledger in
      ledger.files[ledger.annsOpenPath] = ledger.ann.saying(FraudLedger.forged, in: 9).open(8..<12)
    },
    Tampering(
      "the same, and every later root is recomputed", [.forged], adding: [.missing]
    ) { ledger in
      let forged = try ledger.ann.saying(FraudLedger.forged, in: 9).recomputingRoots(from: 9)
      ledger.files[ledger.annsOpenPath] = forged.open(8..<12)
    },
    Tampering(
      "a value is changed in a sealed file, and the frame's checksum is recomputed",
      [.corruption, .forged, .gap]
    ) { ledger in
      ledger.rewriteSealed(
        ledger.annsPaths[0], fixesName: false, FraudLedger.honest, with: FraudLedger.forged)
    },
    Tampering(
      "the same, and the file is renamed to match its bytes", [.forged, .gap],
      peers: [.missing]
    ) { ledger in
      ledger.rewriteSealed(
        ledger.annsPaths[1], fixesName: true, FraudLedger.honest, with: FraudLedger.forged)
    },
    Tampering(
      "the peaks in a sealed file's header are changed, and it is renamed to match", [.forged, .gap],
      peers: [.missing]
    ) { ledger in
      let root = ledger.ann.header(before: 4).peaks[0].description
      ledger.rewriteSealed(
        ledger.annsPaths[1], fixesName: true, root, with: Hash256.of([1].span).description)
    },
    Tampering(
      "the signature that seals a file is changed, and it is renamed to match", [.forged, .gap],
      peers: [.missing]
    ) { ledger in
      let heads = ledger.ann.commits[4..<8].map { Base64.text($0.head.signature) }
      let other = Base64.text(ledger.ann.commits[0].head.signature)
      for head in heads {
        ledger.rewriteSealed(ledger.annsPaths[1], fixesName: true, head, with: other)
      }
    },
    Tampering(
      "the frames of a sealed file are reordered", [.corruption, .quarantined, .gap]
    ) { ledger in
      ledger.rewriteSealed(ledger.annsPaths[0], fixesName: false) { $0.reversed() }
    },
    Tampering(
      "a commit is removed from the open file", [.quarantined, .unattestedTail], adding: [.missing]
    ) { ledger in
      ledger.reframe(ledger.annsOpenPath, [8, 10, 11], of: ledger.ann, from: 8)
    },
    Tampering(
      "the same, and seqs, numbers and roots are recomputed", [.forged], adding: [.missing]
    ) { ledger in
      // What Ann would have written without her tenth commit, each commit with a signature of hers.
      var other = try FraudLedger.ann(commits: 9)
      for index in [10, 11] { try other.write(events: index % 2 + 1, text: FraudLedger.honest) }
      for index in [9, 10] {
        let signature = ledger.ann.commits[index + 1].head.signature
        other = try other.changingHead(index) {
          SignedHead(size: $0.size, root: $0.root, signature: signature)
        }
      }
      ledger.files[ledger.annsOpenPath] = other.open(8..<11)
    },
    Tampering(
      "two commits of the open file are swapped", [.quarantined, .unattestedTail], adding: [.missing]
    ) { ledger in
      ledger.reframe(ledger.annsOpenPath, [8, 10, 9, 11], of: ledger.ann, from: 8)
    },
    Tampering(
      "a commit of the open file is repeated", [.quarantined, .unattestedTail], adding: [.missing]
    ) { ledger in
      ledger.reframe(ledger.annsOpenPath, [8, 9, 9, 10, 11], of: ledger.ann, from: 8)
    },
    Tampering(
      "commits without a signature are added", [.unattestedTail]
    ) { ledger in
      var longer = try FraudLedger.ann(commits: 14, forging: [12, 13])
      for index in [12, 13] { longer = try longer.changingHead(index) { _ in nil } }
      ledger.files[ledger.annsOpenPath] = longer.open(8..<14)
    },
    Tampering(
      "a commit is added and signed with another key", [.forged]
    ) { ledger in
      var longer = try FraudLedger.ann(commits: 13, forging: [12])
      let (id, key) = (ledger.ann.id, FraudLedger.replica(9).key)
      longer = try longer.changingHead(12) { head in
        let message = Signing.message(
          ledger: TestReplica.ledger, replica: id, size: head.size, root: head.root)
        return SignedHead(size: head.size, root: head.root, signature: try key.sign(message))
      }
      ledger.files[ledger.annsOpenPath] = longer.open(8..<13)
    },
    Tampering(
      "a head that later signatures cover is replaced", [.forged]
    ) { ledger in
      let wrong = try ledger.ann.changingHead(9) { head in
        SignedHead(size: head.size, root: Hash256.of([2].span), signature: head.signature)
      }
      ledger.files[ledger.annsOpenPath] = wrong.open(8..<12)
    },
    Tampering(
      "a line with another replica's stamp is put into a commit", [.quarantined, .unattestedTail],
      adding: [.missing]
    ) { ledger in
      var mixed = ledger.ann
      mixed.commits[9].lines = replacing(
        "-\(ledger.ann.id)\"", with: "-\(ledger.ben.id)\"", in: mixed.commits[9].lines)
      ledger.files[ledger.annsOpenPath] = mixed.open(8..<12)
    },
    Tampering("the open file ends within a frame", [.tornTail], adding: [.missing]) {
      ledger in
      ledger.files[ledger.annsOpenPath]?.removeLast(7)
    },
    Tampering("the open file ends a commit earlier", [], adding: [.missing]) { ledger in
      ledger.files[ledger.annsOpenPath] = ledger.ann.open(8..<11)
    },
    Tampering(
      "a replica's record of what it held of another is changed", [.forged], peers: [],
      memory: [.missing]
    ) { ledger in
      // Ben's last line, as if he had held less of Ann; of one who said nothing, something.
      var lying = ledger.ben
      let tree = ledger.ann.header(before: 3).tree ?? MerkleTree()
      let line = CommitLine.write(
        Commit(
          number: 3, events: 1, seen: Seen([(ledger.ann.id, [Seen.Part(end: tree.size, root: tree.root)])])))
      let lines = lying.commits[2].lines.split(separator: 0x0a).map(Array.init)
      lying.commits[2].lines =
        lines[0] + [0x0a] + CommitLine.adding(lying.commits[2].head, to: line) + [0x0a]
      ledger.files[ledger.bensPath] = lying.open(0..<3)
    },
    Tampering("a blob's content is replaced", [.corruption]) { ledger in
      ledger.files[ledger.blobPath] = ZstdFrame.compress(Array(FraudLedger.forged.utf8), level: 3)
    },
  ]
}
