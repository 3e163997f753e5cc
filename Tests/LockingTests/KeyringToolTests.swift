import DaybookAge
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLocking

/// Debian's `age` opens a ring, and what a ring opens.
@Suite(.tools("age"))
struct KeyringToolTests {
  @Test func theContentIsAnIdentityFile() throws {
    let sandbox = try Sandbox()
    func put(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: URL(filePath: sandbox.work + "/" + name))
    }
    let recovery = Samples.recovery()
    let epochs = [try Samples.epoch(1), try Samples.epoch(2, 7)]
    let ring = try Keyring(
      ledger: Samples.ledger, recipients: [recovery.identity.recipient, Samples.identity(5).recipient],
      epochs: epochs, key: Samples.signing(1))
    let file = try ring.file()
    try put(file.bytes, "\(file.name)")
    try put(ring.content, "content")
    try put(Array("\(Samples.identity(5).secret)\n".utf8), "device.key")
    try put(Array("\(recovery.paper)\n".utf8), "paper.key")
    let segment = PaddingFrame.adding(to: [1, 2, 3])
    try put(segment, "segment")
    for (index, epoch) in epochs.enumerated() {
      try put(try AgeFile.encrypt(segment, to: [epoch.recipient]), "\(index).age")
    }
    let outcome = try sandbox.shell(
      """
      set -e
      for key in device.key paper.key; do
        age -d -i $key keys-1-*.age > ring.txt; cmp ring.txt content
        for file in 0.age 1.age; do age -d -i ring.txt $file > plain; cmp plain segment; done
      done
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
