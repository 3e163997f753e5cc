// Numbers of interned things. They depend on the order of arrival and are valid only within one process and one
// `Records`; nothing that is shown, compared or written to a file may depend on them.

package struct KindID: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

package struct EntityIndex: Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The name of a field or of a relation.
package struct FieldID: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One line of a replica's history, as ``Records/declareBranch(replica:parent:)`` numbered it.
package struct BranchIndex: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A register's name within its entity, and which side wrote it: this is what columns are keyed by.
struct RegisterID: Equatable {
  /// The name's number doubled, plus 1 for the server's side.
  let rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }

  @inline(__always)
  init(_ name: UInt32, isServer: Bool = false) { rawValue = name << 1 | (isServer ? 1 : 0) }

  /// Numbers of names that no field has.
  static let reservedNames = 3
  static let alive = RegisterID(0)
  static let present = RegisterID(1)
  static let over = RegisterID(2)
  /// The number for side cells that hold acks.
  static let ack = RegisterID(rawValue: .max)

  @inline(__always) var isServer: Bool { rawValue & 1 != 0 }
  @inline(__always) var name: UInt32 { rawValue >> 1 }
  @inline(__always) var isField: Bool { name >= UInt32(Self.reservedNames) && self != .ack }
  @inline(__always) var server: RegisterID { RegisterID(rawValue: rawValue | 1) }
  @inline(__always) var local: RegisterID { RegisterID(rawValue: rawValue & ~1) }
}
