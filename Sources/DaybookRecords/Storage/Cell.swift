import DaybookModel

// The structs in the arenas, which hold plain numbers only.

/// One register: the write that wins. 24 bytes; `value.raw == 0` means unset, so zeroed memory is unset.
struct Cell: BitwiseCopyable {
  /// The upper part of the order, enough to decide most comparisons: ``Stamp/time`` of `at` or the
  /// stamp, or ``coarse(_:)`` of a server's time. Equal ones are decided by the write's details.
  var time: UInt64
  var rawValue: UInt64
  /// Index of the winner's ``WriteDetails``; when contested, of the first ``Contender``, the winner.
  var write: UInt32
  /// The winner's branch, doubled, plus 1 when contested.
  var mark: UInt32

  @inline(__always) var value: StoredValue { StoredValue(raw: rawValue) }
  @inline(__always) var isSet: Bool { rawValue != 0 }
  @inline(__always) var isContested: Bool { mark & 1 != 0 }

  @inline(__always)
  static func mark(_ branch: UInt32) -> UInt32 { branch << 1 }

  /// Monotone in the server's time: 38 bits of seconds reach the year 9999; units of 16 ns.
  static func coarse(_ time: ServerTime) -> UInt64 {
    UInt64(clamping: time.seconds) << 26 | UInt64(clamping: time.nanoseconds) >> 4
  }
}

/// What all writes of one event have in common, besides its hash. 16 bytes, one for each event that was applied.
struct WriteDetails: BitwiseCopyable {
  /// The event's own stamp; its replica is the branch's.
  var time: UInt64
  /// The event's place in its branch's tree; unused if there is an aside.
  var leaf: UInt32
  /// Index of a ``WriteOrigin``; of a ``WriteAside`` if ``isAside``.
  private(set) var reference: UInt32

  private static let asideBit: UInt32 = 1 << 31

  init(time: UInt64, leaf: UInt32, origin: UInt32) {
    (self.time, self.leaf) = (time, leaf)
    precondition(origin < Self.asideBit, "more origins than memory holds")
    reference = origin
  }

  @inline(__always) var isAside: Bool { reference & Self.asideBit != 0 }
  @inline(__always) var index: Int { Int(reference & ~Self.asideBit) }

  @inline(__always)
  mutating func setOrigin(_ number: UInt32) { reference = number & ~Self.asideBit }

  @inline(__always)
  mutating func setAside(_ index: Int) {
    precondition(index < Int(Self.asideBit), "more asides than memory holds")
    reference = Self.asideBit | UInt32(index)
  }
}

/// The hash of a write's line. 32 bytes, stored apart from the rest, since it is rarely needed.
struct LineHash: BitwiseCopyable {
  let words: (UInt64, UInt64, UInt64, UInt64)

  static func < (left: LineHash, right: LineHash) -> Bool { left.words < right.words }
}

/// Where writes come from: there are few different ones. 16 bytes.
struct WriteOrigin: BitwiseCopyable, Equatable {
  var branch: UInt32
  /// The author's number, plus 1; 0 for none.
  var author: UInt32
  /// The schema version; ``Self/noVersion``, or ``Self/largeVersion`` for one in the aside.
  var version: Int32
  var unused: UInt32 = 0

  static let noVersion = Int32.min
  static let largeVersion = Int32.min + 1
}

/// The rare parts of a write.
struct WriteAside: BitwiseCopyable {
  var stampReplica: UInt64
  var leaf: UInt64
  var atTime: UInt64
  var atReplica: UInt64
  var serverSeconds: Int64
  var serverNanoseconds: Int64
  var version: Int64
  /// Index of its ``WriteOrigin``.
  var origin: UInt32
  var hasAt: Bool
  var hasServer: Bool
}

/// A kept write of a contested register, in a chain that begins with the winner: of every branch
/// the writes from its latest one without `was` onward (that one had seen all before it), and the winner. A long chain
/// may also hold some that are superseded by that.
struct Contender: BitwiseCopyable {
  enum Was: UInt8 { case unnamed, nothing, upTo }

  var write: UInt32
  /// Index plus 1.
  var next: UInt32 = 0
  var rawValue: UInt64
  var leaf: UInt64
  var wasTime: UInt64 = 0
  var wasReplica: UInt64 = 0
  var branch: UInt32
  /// ``was`` in the lowest two bits, then ``isRaised``, then ``untilPruned``.
  private var packed: UInt32 = 0

  init(write: UInt32, rawValue: UInt64, leaf: UInt64, branch: UInt32) {
    (self.write, self.rawValue, self.leaf, self.branch) = (write, rawValue, leaf, branch)
  }

  var was: UInt8 {
    get { UInt8(packed & 3) }
    set { packed = packed & ~3 | UInt32(newValue) }
  }

  /// Whether the write was folded before, at a lower order.
  var isRaised: Bool {
    get { packed & 4 != 0 }
    set { packed = newValue ? packed | 4 : packed & ~4 }
  }

  var hasWas: Bool { was != Was.unnamed.rawValue }

  /// For the first of a chain: how many writes may join the chain before it is pruned again.
  var untilPruned: Int {
    get { Int(packed >> 3) }
    set { packed = packed & 7 | UInt32(min(newValue, Int(UInt32.max >> 3))) << 3 }
  }
}

/// A register that has no column: an edge, or a field of a kind with very many. Also acks.
struct SideCell: BitwiseCopyable {
  var entity: UInt32
  /// A ``RegisterID``'s number.
  var register: UInt32
  /// An edge's target, an ack's replica; ``Self/none`` for a field.
  var target: UInt32
  /// Indices plus 1.
  var nextOfEntity: UInt32
  var nextOfTarget: UInt32
  var cell: Cell

  static let none = UInt32.max
}

struct EntityRecord: BitwiseCopyable {
  /// Offset in the id arena, shifted by 24, and count.
  var id: UInt64
  var firstTime: UInt64
  var lastTime: UInt64
  /// Indices of replicas.
  var firstReplica: UInt32
  var lastReplica: UInt32
  var kind: UInt32
  /// The first cell, and how many.
  var row: UInt32
  var width: UInt16
  var flags: UInt16
  /// Indices plus 1.
  var side: UInt32
  var nextOfKind: UInt32

  @inline(__always) var idOffset: Int { Int(id >> 24) }
  @inline(__always) var idCount: Int { Int(id & 0xff_ffff) }

  static let hasField: UInt16 = 1
  static let hasOver: UInt16 = 2
  static let hasServer: UInt16 = 4
  static let hasContest: UInt16 = 8
  static let hasDelete: UInt16 = 16
  static let hasErased: UInt16 = 32

  @inline(__always)
  func has(_ flag: UInt16) -> Bool { flags & flag != 0 }
}

struct KindRecord: BitwiseCopyable {
  var columnCount: UInt32
  var entityCount: UInt32
  /// Indices plus 1, in the order of arrival.
  var firstEntity: UInt32
  var lastEntity: UInt32
}
