import DaybookAge
import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLocking

@Suite struct KeyringTests {
  let recovery = Samples.recovery()
  let ring: Keyring

  init() throws {
    ring = try Keyring(
      ledger: Samples.ledger,
      recipients: [recovery.identity.recipient] + (1...3).map { Samples.identity($0).recipient },
      epochs: [Samples.epoch(1), Samples.epoch(1, 2), Samples.epoch(2)], key: Samples.signing(1))
  }

  private func expectation() throws -> Keyring.Expectation {
    Keyring.Expectation(
      ledger: Samples.ledger, replica: ring.replica, publicKey: try Samples.signing(1).publicKey)
  }

  private func reason(_ body: () throws -> Void) -> LockingError.Reason? {
    do { try body() } catch {
      let error = error as? LockingError
      #expect(error?.what.isEmpty == false && error?.advice?.isEmpty == false)
      return error?.reason
    }
    return nil
  }

  @Test func everyRecipientOpensIt() throws {
    let file = try ring.file()
    for identity in [recovery.identity] + (1...3).map({ Samples.identity($0) }) {
      let opened = try Keyring(
        file: file.bytes, named: file.name, expected: expectation(), identities: [identity])
      #expect(opened.content == ring.content)
      #expect(opened.epochs.map(\.secret.secret) == ring.epochs.map(\.secret.secret))
    }
    #expect(
      reason {
        _ = try Keyring(
          file: file.bytes, named: file.name, expected: expectation(), identities: [Samples.identity(4)])
      } == .age(.noMatch))
  }

  @Test("Its text is an identity file whose comments say the rest")
  func text() throws {
    let lines = String(decoding: ring.content, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 6 && lines[0] == "# daybook keyring 1")
    #expect(
      lines[1].hasPrefix(
        "# {\"ledger\":\"\(Samples.ledger)\",\"replica\":\"\(ring.replica)\",\"n\":1,\"former\":\""
          + String(repeating: "0", count: 64) + "\",\"recipients\":[\"age1"))
    #expect(lines[2...4].map { AgeIdentity(secret: String($0))?.recipient } == ring.epochs.map(\.recipient))
    #expect(lines[5].hasPrefix("# sig "))
    let read = try Keyring(content: ring.content)
    #expect(read.content == ring.content)
    #expect(read.isSigned(by: try Samples.signing(1).publicKey))
    #expect(!read.isSigned(by: try Samples.signing(2).publicKey))
    let unsigned = ring.content.prefix(ring.content.lastIndex(of: UInt8(ascii: "#")) ?? 0)
    let hash = Hash256.of(Array(unsigned).span)
    #expect(
      Signing.verify(
        ring.signature, Array("daybook-keyring1\n\(Samples.ledger)\n\(ring.replica)\n1\n\(hash)\n".utf8),
        publicKey: try Samples.signing(1).publicKey))
  }

  @Test func theNextRingNamesTheFormer() throws {
    let next = try Keyring(
      ledger: Samples.ledger, after: Keyring.Place(ring.number, ring.contentHash),
      recipients: ring.recipients, epochs: [Samples.epoch(1, 2)], key: Samples.signing(1))
    #expect(next.number == 2 && next.former == Hash256.of(ring.content.span))
    #expect(next.follows(ring) && !ring.follows(next) && !next.follows(next))
    #expect(try Keyring(content: next.content).former == next.former)
  }

  @Test func eachThingThatIsWrongHasItsName() throws {
    let file = try ring.file()
    let hash = Hash256.of(file.bytes.span)
    func opened(
      name: LockingFileName? = nil, bytes: [UInt8]? = nil, _ change: (inout Keyring.Expectation) -> Void
    ) -> LockingError.Reason? {
      reason {
        var expected = try expectation()
        change(&expected)
        _ = try Keyring(
          file: bytes ?? file.bytes, named: name ?? file.name, expected: expected,
          identities: [Samples.identity(9), Samples.identity(2)])
      }
    }
    let other = try Samples.signing(2)
    #expect(opened { _ in } == nil)
    #expect(opened { $0.announced = RingNotice(number: 1, file: hash) } == nil)
    #expect(opened { $0.ledger = Samples.otherLedger } == .ledger(Samples.ledger))
    #expect(opened { $0.replica = other.replica } == .replica(ring.replica))
    #expect(opened { $0.publicKey = other.publicKey } == .signature)
    #expect(opened { $0.numberTaken = 2 } == .older(than: 2))
    #expect(opened { $0.numberTaken = 1 } == nil)
    #expect(opened { $0.announced = RingNotice(number: 2, file: hash) } == .notInLog)
    #expect(opened { $0.announced = RingNotice(number: 1, file: Samples.hash(1)) } == .notInLog)
    #expect(opened(name: LockingFileName(.keyring, 2, file: file.bytes.span)) { _ in } == .number(1))
    #expect(opened(name: LockingFileName(.keyring, 1, file: [0].span)) { _ in } == .name)
    #expect(opened(name: LockingFileName(.offer, 1, file: file.bytes.span)) { _ in } == .name)
    let changed = Array(file.bytes.dropLast()) + [file.bytes[file.bytes.count - 1] ^ 1]
    #expect(
      opened(name: LockingFileName(.keyring, 1, file: changed.span), bytes: changed) { _ in }
        == .age(.payload("chunk 1 of 1 is not what was written")))
    let long = [UInt8](repeating: 0, count: Keyring.fileSizeBytesMax + 1)
    #expect(opened(bytes: long) { _ in } == .tooLong(sizeBytesMax: Keyring.fileSizeBytesMax))
  }

  @Test func aSecretMustBelongToItsRecipient() throws {
    let text = String(decoding: ring.content, as: UTF8.self)
    let swapped = text.replacingOccurrence(
      of: ring.epochs[1].secret.secret, by: Samples.identity(77).secret)
    #expect(reason { _ = try Keyring(content: Array(swapped.utf8)) } == .secret(ring.replica, 2))
    let twice = text.replacingOccurrence(of: "\"epoch\":2", by: "\"epoch\":1")
    #expect(reason { _ = try Keyring(content: Array(twice.utf8)) } == .duplicateEpoch(ring.replica, 1))
    let same = text.replacingOccurrence(
      of: "\"\(ring.recipients[1])\"", by: "\"\(ring.recipients[2])\"")
    #expect(
      reason { _ = try Keyring(content: Array(same.utf8)) } == .duplicateRecipient(ring.recipients[2]))
    let low = text.replacingOccurrence(of: "\(ring.recipients[1])", by: "\(Samples.lowOrder[0])")
    #expect(reason { _ = try Keyring(content: Array(low.utf8)) } == .recipient(Samples.lowOrder[0]))
    #expect(
      reason {
        _ = try Keyring(
          ledger: Samples.ledger, recipients: [ring.recipients[0]],
          epochs: [Samples.epoch(1), Samples.epoch(1)], key: Samples.signing(1))
      } == .duplicateEpoch(ring.replica, 1))
    let noFormer = text.replacingOccurrence(of: "\"n\":1", by: "\"n\":2")
    #expect(throws: LockingError.self) { try Keyring(content: Array(noFormer.utf8)) }
  }

  /// As Python's `hmac` has it.
  @Test func blobsAreNamedByTheNameKey() {
    let epoch = EpochKey(
      replica: ReplicaID(rawValue: 1), number: 1, secret: Samples.identity(1),
      names: Array(0..<32), head: Waypoint(size: 1, root: Samples.hash(1)))
    let hash = Hash256.of(Array("content".utf8).span)
    #expect(
      "\(epoch.blobName(of: hash))" == "9dbf6e70977f45bfa8ad3ea1d26088df48d1330ad108e8b0d2c5be16e40da081")
  }

  @Test("No changed bit and no cut goes unnoticed")
  func changes() throws {
    let content = ring.content
    let key = try Samples.signing(1).publicKey
    for place in content.indices {
      var changed = content
      changed[place] ^= [1, 2, 0x20, 0x80][place % 4]
      #expect((try? Keyring(content: changed))?.isSigned(by: key) != true, "byte \(place)")
      #expect((try? Keyring(content: Array(content[..<place]))) == nil, "cut at \(place)")
    }
    #expect((try? Keyring(content: content + [0x0a])) == nil)
  }
}
