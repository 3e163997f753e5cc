import DaybookAge
import DaybookLog
import DaybookModel
import Testing

@testable import DaybookLocking

@Suite struct DeviceFileTests {
  private func read(_ file: DeviceFile, _ bytes: [UInt8]? = nil) throws -> DeviceFile {
    try DeviceFile(
      bytes ?? file.bytes, named: file.name, ledger: Samples.ledger, replica: file.replica)
  }

  @Test func itReadsBack() throws {
    let file = try Samples.device(1, number: 12)
    #expect(try read(file) == file)
    #expect(file.replica == Signing.replicaID(ofPublicKey: file.keys.key))
    #expect(file.bytes.count < DeviceFile.sizeBytesMax && file.bytes.last == 0x0a)
    #expect(try JSONParser.parse(file.bytes).object?.count == 7)
  }

  @Test("A file is this text, and no other")
  func golden() throws {
    let file = try Samples.device(1)
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(
      text == """
        {"device":1,"ledger":"0f8fad5b-d9cb-469f-a165-70867728950e","replica":"\(file.replica)","n":1,\
        "key":"\(Base64.text(file.keys.key))","recipient":"\(file.keys.recipient)",\
        "sig":"\(Base64.text(file.signature))"}

        """)
    #expect(
      Signing.verify(
        file.signature,
        Array(
          "daybook-device1\n\(Samples.ledger)\n\(file.replica)\n1\n\(file.keys.recipient)\n".utf8),
        publicKey: file.keys.key))
    for other in [
      text + "\n", " " + text, String(text.dropLast()),
      text.replacingOccurrence(of: "\"n\":1", by: "\"n\":1.0"),
      text.replacingOccurrence(of: ",\"n\"", by: ",\"x\":1,\"n\""),
    ] {
      #expect(throws: LockingError.self, "\(other)") { try DeviceFile(Array(other.utf8)) }
    }
  }

  @Test("No changed bit and no cut goes unnoticed")
  func changes() throws {
    let file = try Samples.device(1)
    let bytes = file.bytes
    for place in bytes.indices {
      for bit in [UInt8(1), 2, 0x20, 0x80] {
        var changed = bytes
        changed[place] ^= bit
        #expect(throws: LockingError.self, "byte \(place)") { try DeviceFile(changed) }
      }
      #expect(throws: LockingError.self, "cut at \(place)") { try DeviceFile(Array(bytes[..<place])) }
    }
  }

  @Test func eachThingThatIsWrongHasItsName() throws {
    let file = try Samples.device(1)
    let other = try Samples.device(2)
    func reason(_ body: () throws -> Void) -> LockingError.Reason? {
      do { try body() } catch { return (error as? LockingError)?.reason }
      return nil
    }
    #expect(
      reason {
        _ = try DeviceFile(file.bytes, named: file.name, ledger: Samples.otherLedger, replica: file.replica)
      } == .ledger(Samples.ledger))
    #expect(
      reason {
        _ = try DeviceFile(file.bytes, named: file.name, ledger: Samples.ledger, replica: other.replica)
      } == .replica(file.replica))
    var name = file.name
    name.number = 2
    #expect(
      reason {
        _ = try DeviceFile(file.bytes, named: name, ledger: Samples.ledger, replica: file.replica)
      } == .number(1))
    #expect(
      reason {
        _ = try DeviceFile(file.bytes, named: other.name, ledger: Samples.ledger, replica: file.replica)
      } == .name)
    #expect(
      reason { _ = try DeviceFile([UInt8](repeating: 0x20, count: DeviceFile.sizeBytesMax + 1)) }
        == .tooLong(sizeBytesMax: 4096))
    let text = String(decoding: file.bytes, as: UTF8.self)
    func changed(_ old: String, _ new: String) -> [UInt8] {
      Array(text.replacingOccurrence(of: old, by: new).utf8)
    }
    #expect(reason { _ = try DeviceFile(changed("\(file.replica)", "\(other.replica)")) } == .key)
    #expect(reason { _ = try DeviceFile(changed("\"n\":1", "\"n\":2")) } == .signature)
    #expect(
      reason { _ = try DeviceFile(changed(Samples.ledger, Samples.otherLedger)) } == .signature)
    #expect(
      reason { _ = try DeviceFile(changed("\(file.keys.recipient)", "\(other.keys.recipient)")) }
        == .signature)
    for number in ["0", "-1", "9223372036854775808", "1.5", "\"1\""] {
      #expect(throws: LockingError.self) { try DeviceFile(changed("\"n\":1", "\"n\":\(number)")) }
    }
  }

  @Test func nobodyWritesToAPointOfLowOrder() throws {
    #expect(Samples.lowOrder.count == 5)
    for recipient in Samples.lowOrder {
      #expect(recipient.isLowOrder)
      let key = try Samples.signing(1)
      #expect(throws: LockingError(.deviceFile, .recipient(recipient))) {
        try DeviceFile(ledger: Samples.ledger, number: 1, recipient: recipient, key: key)
      }
      let file = try Samples.device(1)
      let text = String(decoding: file.bytes, as: UTF8.self).replacingOccurrence(
        of: "\(file.keys.recipient)", by: "\(recipient)")
      #expect(throws: LockingError(.deviceFile, .recipient(recipient))) { try DeviceFile(Array(text.utf8)) }
    }
    #expect(!Samples.identity(1).recipient.isLowOrder)
  }

  @Test func namesReadBack() throws {
    for kind in LockingFileName.Kind.allCases {
      for number in [UInt64(1), 10, UInt64(Int64.max)] {
        let name = LockingFileName(kind, number, file: [1, 2].span)
        #expect(LockingFileName("\(name)") == name && name.matches([1, 2].span) && !name.matches([1].span))
      }
    }
    #expect(
      "\(LockingFileName(.keyring, 3, file: [UInt8]().span))" == "keys-3-e3b0c44298fc1c149afbf4c8996fb924.age"
    )
    let digest = "e3b0c44298fc1c149afbf4c8996fb924"
    for name in [
      "", "keys", "keys-", "keys-3.age", "keys-0-\(digest).age", "keys-03-\(digest).age",
      "keys-+3-\(digest).age", "keys-3-\(digest).json", "device-3-\(digest).age", "keys-3-\(digest)0.age",
      "keys-3-\(digest.uppercased()).age", "keys-3-\(digest).age.age",
      "keys-9223372036854775808-\(digest).age",
      "keys-3-\(digest)-.age", "Keys-3-\(digest).age", "keys-3-\(digest.dropLast())é.age",
    ] {
      #expect(LockingFileName(name) == nil, "\(name)")
    }
  }
}

extension String {
  /// With the first occurrence of a text replaced by another.
  func replacingOccurrence(of old: String, by new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return replacingCharacters(range, by: new)
  }

  private func replacingCharacters(_ range: Range<String.Index>, by new: String) -> String {
    String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
