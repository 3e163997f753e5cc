import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// Another replica's event vouches for a stub with values as far as the line's own replica signed for it.
@Suite struct VoucherTests {
  private let writer: SigningKey
  private let other: SigningKey
  private let line: EraseEvent.Line
  private let stub: [UInt8]

  init() throws {
    writer = try #require(SigningKey(seed: [UInt8](repeating: 1, count: 32)))
    other = try #require(SigningKey(seed: [UInt8](repeating: 2, count: 32)))
    let mutation = Mutation(.upsert, kind: "k", id: "a", set: ["name": "Ann", "email": "ann@example.org"])
    let stamp = try #require(
      Stamp(milliseconds: 1_790_000_000_000, counter: 0, replica: writer.replica))
    let text = EventLineWriter.line(Event(stamp: stamp, seq: 1, mutation: mutation, salt: "AAECAwQFBgcICQoL"))
    let leaf = Leaf.hash(text.span)
    let fields = ErasedFields.named(["email"])
    let left = Stub.make(of: text.span, try EventLine.parse(text.span), leaf: leaf, erasing: fields)
    stub = left
    line = EraseEvent.Line(replica: writer.replica, leaf: leaf, fields: fields, stub: Hash256.of(left.span))
  }

  private func said(_ line: EraseEvent.Line) -> JSONObject {
    let event = EraseEvent(
      author: other.replica, kind: "k", id: "a", erasure: ErasureID(author: other.replica, id: "x"),
      act: .line(line))
    return event.json.object ?? [:]
  }

  private func isVouched(_ said: JSONObject..., kind: String = "k") throws -> Bool {
    let events = said.compactMap { EraseEvent(author: other.replica, kind: kind, id: "a", .object($0)) }
    #expect(events.count == said.count)
    return Erasures(events).vouches(for: stub.span, try EventLine.parse(stub.span), leaf: line.leaf)
  }

  @Test func theWritersSignatureVouches() throws {
    let (bare, signed) = (said(line), try said(line.signed(with: writer)))
    let isVouchedBare = try isVouched(bare)
    #expect(!isVouchedBare)
    let isVouched = try isVouched(signed)
    #expect(isVouched)
    // Beside others that do not.
    let forged = try said(line.signed(with: other))
    let isVouchedBeside = try self.isVouched(forged, signed, bare)
    #expect(isVouchedBeside)
  }

  @Test func noOtherSignatureDoes() throws {
    let byOther = try isVouched(said(line.signed(with: other)))
    #expect(!byOther)
    let ofAnother = try isVouched(said(line.signed(with: writer)), kind: "other")
    #expect(!ofAnother)
    let signed = try #require(said(line.signed(with: writer))["signed"]?.object)
    // For another stub of the line, and for another line.
    var (another, elsewhere) = (line, line)
    another.stub = Hash256.of([1].span)
    elsewhere.leaf = Hash256.of([2].span)
    for named in [another, elsewhere] {
      var lent = said(line)
      lent["signed"] = try said(named.signed(with: writer))["signed"]
      let isVouched = try isVouched(lent)
      #expect(!isVouched)
    }
    for (key, value) in [("key", "AAAA"), ("key", "?"), ("signature", "AAAA"), ("signature", "")] {
      var damaged = signed
      damaged[key] = .string(value)
      var lent = said(line)
      lent["signed"] = .object(damaged)
      let isVouched = try isVouched(lent)
      #expect(!isVouched)
    }
  }
}
