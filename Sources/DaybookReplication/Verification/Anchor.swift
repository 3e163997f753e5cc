package import DaybookLog
import DaybookModel

/// Heads that somebody kept elsewhere, to be held against a ledger: what it had then must still be its beginning.
package struct Anchor: Sendable {
  /// Where the notes were kept, for findings: a file's name as it was given.
  package var name: String
  package var notes: [HeadNote]

  package init(name: String, notes: [HeadNote]) { (self.name, self.notes) = (name, notes) }

  /// What its notes say was held. A note that is not signed by the key that its replica's id is made of says nothing
  /// and is a finding; where nothing of the replica is here there is no key to tell by, and the note is believed.
  func claims(_ report: ReadReport) -> (claims: [Claim], findings: [Finding]) {
    var (claims, findings) = ([Claim](), [Finding]())
    for note in notes {
      let keys = Set(report.branches(of: note.replica).map(\.publicKey))
      guard keys.isEmpty || keys.contains(where: { note.isSigned(by: $0) }) else {
        findings.append(
          Finding(
            .forged, replica: note.replica, file: name,
            "the kept head of \(note.size) lines is not signed by this replica's key",
            advice: "it says nothing about the ledger; find out who wrote it"))
        continue
      }
      claims.append(
        Claim(witness: .anchor(name), replica: note.replica, size: note.size, root: note.root))
    }
    return (claims, findings)
  }
}
