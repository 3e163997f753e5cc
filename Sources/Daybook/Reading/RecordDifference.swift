public import DaybookModel
import DaybookRecords

/// Where two readings of the same events produced different records: the first entity, and its first register.
public struct RecordDifference: Sendable, Equatable {
  /// What differs in an entity.
  public enum Register: Sendable, Hashable {
    /// Whether it exists at all, or when it was written first and last.
    case entity
    /// The value of a field, by the name that it is stored under.
    case field(String)
    /// A link: the relation's stored name, and the id that it leads to.
    case edge(relation: String, to: String)
    /// `alive`, `present`, `over` or `acks`: what is written about an entity besides its fields and edges.
    case state(String)
  }

  /// The value in one of the readings.
  public struct Content: Sendable, Equatable {
    /// The register's value; true for an entity that only this reading has.
    public var value: JSONValue?
    /// The stamp of the winning write.
    public var stamp: String?
    /// If several writes had not seen one another, their values, the winner's first.
    public var heads: [JSONValue] = []
  }

  public var kind: String
  public var id: String
  /// What differs first.
  public var register: Register
  /// What the ledger has there; nil: nothing.
  public var fast: Content?
  /// What the rebuild has there; nil: nothing.
  public var rebuilt: Content?
}

extension RecordDifference {
  /// Nil where the records are the same. O(records).
  static func first(
    fast: borrowing Records, rebuilt: borrowing Records, kind wanted: String?
  ) -> RecordDifference? {
    let kinds = Set(fast.kindIDs.map { fast.name(of: $0) } + rebuilt.kindIDs.map { rebuilt.name(of: $0) })
    for kind in kinds.sorted() where wanted == nil || wanted == kind {
      let left = fast.kind(kind).map { fast.writtenEntities(of: $0) } ?? []
      let right = rebuilt.kind(kind).map { rebuilt.writtenEntities(of: $0) } ?? []
      var (next, other) = (0, 0)
      while next < left.count || other < right.count {
        let (here, there) = (next < left.count ? left[next] : nil, other < right.count ? right[other] : nil)
        let (id, otherID) = (here.map { fast.id(of: $0) }, there.map { rebuilt.id(of: $0) })
        if let here, let there, let id, otherID?.hasSameBytes(as: id) == true {
          let (text, otherText) = (fast.text(of: here), rebuilt.text(of: there))
          if text != otherText { return first(kind, id, text, otherText) }
          (next, other) = (next + 1, other + 1)
        } else {
          // Whichever comes first is not in the other.
          let isHere =
            otherID.map { last in id.map { Array($0.utf8).lexicographicallyPrecedes(last.utf8) } ?? false }
            ?? true
          return RecordDifference(
            kind: kind, id: (isHere ? id : otherID) ?? "", register: .entity,
            fast: isHere ? Content(value: true) : nil, rebuilt: isHere ? nil : Content(value: true))
        }
      }
    }
    return nil
  }

  private static func first(
    _ kind: String, _ id: String, _ fast: [UInt8], _ rebuilt: [UInt8]
  ) -> RecordDifference? {
    // The first line, about when the entity was written, follows from the others: it is named only if they are the
    // same.
    let (whole, other) = (lines(fast), lines(rebuilt))
    let isOfRegisters = whole.dropFirst() != other.dropFirst()
    let (left, right) = isOfRegisters ? (whole.dropFirst(), other.dropFirst()) : (whole[...], other[...])
    let index = zip(left, right).prefix { $0 == $1 }.count
    let (line, otherLine) = (left.dropFirst(index).first, right.dropFirst(index).first)
    guard let register = (line ?? otherLine).map(Self.register) else { return nil }
    var difference = RecordDifference(
      kind: kind, id: id, register: register, fast: line.map(Content.init),
      rebuilt: otherLine.map(Content.init))
    guard let line, let otherLine, Self.register(otherLine) != register else { return difference }
    // Lines come in one order of registers: the one that the other has not comes first.
    if right.contains(where: { Self.register($0) == register }) {
      difference.register = Self.register(otherLine)
      (difference.fast, difference.rebuilt) = (nil, Content(otherLine))
    } else {
      (difference.fast, difference.rebuilt) = (Content(line), nil)
    }
    return difference
  }

  private static func lines(_ text: [UInt8]) -> [JSONObject] {
    text.split(separator: UInt8(ascii: "\n")).compactMap { (try? JSONParser.parse(Array($0)))?.object }
  }

  private static func register(_ line: JSONObject) -> Register {
    if let field = line["field"]?.string { return .field(field) }
    if let relation = line["rel"]?.string, let to = line["to"]?.string {
      return .edge(relation: relation, to: to)
    }
    return ["alive", "present", "over", "acks"].first { line[$0] != nil }.map { .state($0) } ?? .entity
  }
}

extension RecordDifference.Content {
  fileprivate init(_ line: JSONObject) {
    value = line["value"] ?? line["alive"] ?? line["present"] ?? line["over"] ?? line["acks"] ?? line["last"]
    stamp = line["stamp"]?.string
    heads = line["heads"]?.array?.map { $0.object?["value"] ?? .null } ?? []
  }
}
