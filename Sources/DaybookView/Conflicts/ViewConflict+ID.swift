import Crypto
import DaybookModel
import DaybookRecords

extension ViewConflict {
  /// 12 hexadecimal digits: of the SHA-256 of cause, entities, register and the leaf hashes of the writes. So it is
  /// the same on every machine that holds these writes, and another one as soon as a write more is against them.
  /// (Of a delete that won over edits: of what says whether the entity is there.)
  package var id: String {
    let counted = cause == .deleted ? sides.filter { $0.what == nil } : sides
    let leaves = Set(counted.map(\.write.leafHash.description)).sorted()
    let named: JSONValue = .array([
      .string(cause.code), .array(entities.map { .array([.string($0.kind), .string($0.id)]) }),
      what.map { .string($0) } ?? .null, to.map { .string($0) } ?? .null,
      .array(leaves.map { .string($0) }),
    ])
    var text: [UInt8] = []
    for byte in SHA256.hash(data: named.canonicalBytes).prefix(Self.idSizeBytes) {
      text.append(hexadecimal: UInt64(byte), width: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let idSizeBytes = 6

  /// By kind and id of the entity, then by cause and register: the same on every machine.
  static func precedes(_ left: ViewConflict, _ right: ViewConflict) -> Bool {
    let (a, b) = (left.sortNames, right.sortNames)
    for (a, b) in zip(a, b) where !a.utf8.elementsEqual(b.utf8) {
      return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
    return a.count < b.count
  }

  private var sortNames: [String] {
    [entities.first?.kind ?? "", entities.first?.id ?? "", String(rank), what ?? "", to ?? ""]
      + entities.dropFirst().flatMap { [$0.kind, $0.id] }
  }

  private var rank: Int {
    switch cause {
    case .revived, .deleted: 0
    case .recreated: 1
    case .hiddenEdit: 2
    case .hiddenChild: 3
    case .presence: 4
    case .field: 5
    case .link: 6
    case .unique: 7
    case .denied: 8
    }
  }
}
