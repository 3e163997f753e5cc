import Crypto
import DaybookAge
import DaybookLog
import DaybookModel
import Testing

@testable import DaybookLocking

@Suite struct RecoveryKeyTests {
  let key = Samples.recovery()

  @Test func thePaperMakesItAgain() throws {
    let again = try RecoveryKey(paper: key.paper)
    #expect(again.keys == key.keys && key.paper.hasPrefix("AGE-SECRET-KEY-1"))
    let typed = key.paper.lowercased().map { "\($0) " }.joined() + "\n"
    #expect(try RecoveryKey(paper: typed).keys == key.keys)
    for wrong in ["", String(key.paper.dropLast()), key.paper + "Q", "\(key.keys.recipient)"] {
      #expect(throws: LockingError.self) { try RecoveryKey(paper: wrong) }
    }
  }

  @Test func itsSigningKeyIsDerived() throws {
    let secret = SymmetricKey(data: Samples.bytes(900))
    let seed = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, info: Array("daybook-recovery-signing1".utf8), outputByteCount: 32)
    let signing = try #require(SigningKey(seed: seed.withUnsafeBytes { [UInt8]($0) }))
    #expect(key.keys.key == signing.publicKey)
    #expect(key.keys.recipient == key.identity.recipient)
  }

  @Test func aLockIsSignedForItsLedger() throws {
    let lock = try DeviceLock(
      ledger: Samples.ledger, devices: [Samples.device(1).keys], heads: [:], recovery: key)
    #expect(lock.isSigned(ledger: Samples.ledger) && !lock.isSigned(ledger: Samples.otherLedger))
    var rest = lock.set
    let signature = try #require(rest["sig"]?.string.flatMap { Base64.bytes($0) })
    rest["sig"] = nil
    let message = Array("daybook-lock1\n\(Samples.ledger)\n\(JSONValue.object(rest))".utf8)
    #expect(Signing.verify(signature, message, publicKey: key.keys.key))
  }

  @Test func theFormerKeyNamesTheNext() throws {
    let next = Samples.recovery(901)
    let lock = Samples.hash(1)
    let device = try Samples.device(3)
    let statement = try RecoveryStatement(
      ledger: Samples.ledger, number: 4, device.replica, .approve(Approval(device)), by: key)
    let change = try RecoveryChange(
      ledger: Samples.ledger, lock: lock, number: 1, next: next.keys, keeping: [statement], former: key)
    #expect(change.isSigned(ledger: Samples.ledger, lock: lock, by: key.keys))
    #expect(!change.isSigned(ledger: Samples.ledger, lock: lock, by: next.keys))
    #expect(!change.isSigned(ledger: Samples.ledger, lock: Samples.hash(2), by: key.keys))
    #expect(!change.isSigned(ledger: Samples.otherLedger, lock: lock, by: key.keys))
    let rest: JSONValue = .object([
      "n": 1, "recipient": .string("\(next.keys.recipient)"), "key": .string(Base64.text(next.keys.key)),
      "statements": .array([.object(statement.set)]),
    ])
    let message = Array("daybook-recovery2\n\(Samples.ledger)\n\(lock)\n\(rest)".utf8)
    #expect(Signing.verify(change.signature, message, publicKey: key.keys.key))
    #expect(RecoveryChange(change.set) == change)
    for (member, value) in [("n", JSONValue.int(2)), ("statements", []), ("more", true)] {
      var set = change.set
      set[member] = value
      let changed = try #require(RecoveryChange(set))
      #expect(!changed.isSigned(ledger: Samples.ledger, lock: lock, by: key.keys), "\(member)")
    }
    for wrong in [nil, .int(1), .array([.int(1)])] as [JSONValue?] {
      var set = change.set
      set["statements"] = wrong
      #expect(RecoveryChange(set) == nil)
    }
  }

  @Test func aStatementIsSignedAsAWhole() throws {
    let device = try Samples.device(3)
    let statement = try RecoveryStatement(
      ledger: Samples.ledger, number: 4, device.replica, .approve(Approval(device)), by: key)
    #expect(statement.isSigned(ledger: Samples.ledger, by: key.keys))
    #expect(!statement.isSigned(ledger: Samples.otherLedger, by: key.keys))
    for (member, value) in [("n", JSONValue.int(5)), ("more", .bool(true))] {
      var set = statement.set
      set[member] = value
      let changed = try #require(RecoveryStatement(set))
      #expect(!changed.isSigned(ledger: Samples.ledger, by: key.keys))
    }
  }
}
