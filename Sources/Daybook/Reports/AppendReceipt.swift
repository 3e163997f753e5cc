import DaybookLog
public import DaybookModel

/// How ``Ledger/append(_:options:)`` writes.
public struct AppendOptions: Sendable {
  /// Author and reason of the mutations that name none themselves.
  public var by: String?
  /// Why it is written: the reason of the mutations that give none themselves. Nil: none.
  public var why: String?
  /// The caller's idempotency key: the same commit again writes nothing, another one under the same key
  /// is refused.
  public var key: String?
  /// Refuses with ``LedgerError/Code/moved`` if an entity that the mutations name has a later write than this stamp.
  public var expect: Stamp?
  /// The viewer: mutations that the viewer may not write or see are refused.
  public var viewer: Viewer?
  /// Checks everything and writes nothing.
  public var isDryRun = false
  /// Writes fields that a kind's schema does not have unchanged: an import may have fields that only a later version
  /// knows. Otherwise they count as mistakes and are refused.
  public var keepsUnknownFields = false
  /// Whether the mutations may be erase events: see ``LedgerErasures/erase(_:by:why:progress:)``.
  var mayErase = false
  /// Whether it consists of events of a locked ledger's devices.
  var mayWriteDevices = false
  /// Writes values beyond their fields' bounds (``Bound``), which are otherwise refused.
  public var exceedsBounds = false
  /// Whether an import or a sync writes values again that were erased here and that its source still has. Otherwise they are
  /// left out, and a notice counts them.
  public var writesErased = false

  /// Options for one write; everything else is off.
  ///
  /// - Parameters:
  ///   - by: the author; nil: none is named.
  ///   - why: the reason of the mutations that give none themselves; nil: none.
  ///   - key: the idempotency key; nil: the commit can be written again.
  ///   - viewer: the viewer for whom to write; nil: nothing is refused for being hidden.
  public init(by: String? = nil, why: String? = nil, key: String? = nil, as viewer: Viewer? = nil) {
    (self.by, self.why, self.key, self.viewer) = (by, why, key, viewer)
  }
}

/// The result of an append.
public struct AppendReceipt: Sendable {
  /// The events as written; of a dry run, as they would be (their stamps are never used). Read from their lines
  /// each time they are asked for: O(events).
  public var events: [Event] {
    get { written?.decodedEvents ?? told }
    set { (told, written) = (newValue, nil) }
  }
  private var told: [Event] = []
  /// As they are in the log.
  var written: FrameContent?
  /// The commit's number; nil when nothing was written.
  public var commit: UInt64?
  /// The replica that the commit belongs to; nil when nothing was written.
  public var replica: ReplicaID?
  /// True if this same commit was written before under the idempotency key.
  public var isRepeat = false
  /// What the caller should show: kinds written raw, a new replica, a publication that waits.
  public var notices: [Notice] = []

  /// O(1).
  public var eventCount: Int { written?.events.count ?? told.count }
  /// The stamp of the last event in ``events``; nil when there are none. O(1).
  public var lastStamp: Stamp? { written?.events.last?.line.stamp ?? told.last?.stamp }

  public init() {}
}

/// A message for the user that is not an error.
public struct Notice: Sendable, Hashable {
  /// A short name for programs, such as `new-replica` or `raw-kind`.
  public var code: String
  /// One or more sentences for a person, in English, without a full stop at the end.
  public var text: String

  /// A notice by its code for programs and its text for people.
  public init(_ code: String, _ text: String) {
    self.code = code
    self.text = text
  }
}
