import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookAge

/// What `age` writes is read here, and the other way round.
@Suite(.tools("age", "age-keygen"))
struct AgeToolTests {
  let sandbox: Sandbox
  let ann = AgeIdentity()

  init() throws {
    sandbox = try Sandbox()
    try put(Array("# a comment\n\(ann.secret)\n".utf8), "ann.key")
  }

  private func put(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: sandbox.work + "/" + name))
  }

  private func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: sandbox.work + "/" + name)))
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func bothWays(_ count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 17) }
    try put(content, "plain")
    try put(try AgeFile.encrypt(content, to: [AgeIdentity().recipient, ann.recipient]), "ours.age")
    let outcome = try sandbox.shell(
      """
      age -d -i ann.key -o back ours.age && cmp back plain
      age-keygen -o ben.key 2>/dev/null && age -r "$(age-keygen -y ben.key)" -r \(ann.recipient) -o theirs.age plain
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try AgeFile.decrypt(read("theirs.age"), with: [ann]) == content)
    let secret = try String(decoding: read("ben.key"), as: UTF8.self).split(separator: "\n").last
    let ben = try #require(secret.flatMap { AgeIdentity(secret: String($0)) })
    #expect(try AgeFile.decrypt(read("theirs.age"), with: [ben]) == content)
  }

  @Test func itRefusesWhatIsRefusedHere() throws {
    var file = try AgeFile.encrypt([1, 2, 3], to: [ann.recipient])
    file[file.count - 1] ^= 1
    try put(file, "changed.age")
    #expect(try sandbox.shell("age -d -i ann.key changed.age").status != 0)
    try put(Array("\(AgeIdentity().secret)\n".utf8), "cleo.key")
    #expect(try sandbox.shell("age -d -i cleo.key changed.age").status != 0)
  }
}
