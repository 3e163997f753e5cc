import DaybookModel

// Nobody may write so far ahead that later writes cannot win. Two claims of an event, `at` and `acks`, are therefore
// checked against the other held events. Which claims count is a function of the set of events alone, and a claim
// that counts also counts in every larger set.

/// How far ahead claims may reach, and those that wait for more events before they count.
///
/// - An `at` counts if it is above the greatest stamp held by no more counter steps than the number of held events. A
///   writer goes one step above what it overwrites and adds an event, so its `at` counts wherever the events are held
///   that make the overwritten writes count; so every write that counts can be overwritten.
/// - An `acks` counts once an event of its replica at that stamp or a later one is held. It may name a stamp that the
///   replica has yet to reach: then it covers the writes up to it from that time on.
struct Reach: Sendable {
  /// Whether claims are only checked, against what counted in the records that this is a copy of.
  private(set) var isFixed = false
  private var fixedLimit: UInt64 = 0
  /// The greatest stamp held, as ``Stamp/time``; and by replica.
  private(set) var greatest: UInt64 = 0
  private(set) var greatestOfReplica: [UInt64] = []
  private(set) var writes = WaitingQueue<WaitingWrite>()
  private(set) var acks: [UInt32: WaitingQueue<WaitingAck>] = [:]
  /// Replicas with waiting acknowledgements whose greatest stamp has grown.
  private var grown: [UInt32] = []
  /// By entity: the `at` of its events that did not count when they came.
  private(set) var claims: [UInt32: Claims] = [:]

  init() {}

  /// The form in a snapshot.
  init(
    greatest: UInt64, ofReplica: [UInt64], writes: WaitingQueue<WaitingWrite>, acks: [WaitingAck],
    claims: [WaitingClaim]
  ) {
    (self.greatest, greatestOfReplica, self.writes) = (greatest, ofReplica, writes)
    for ack in acks { wait(ack) }
    for claim in claims { self.claims[claim.entity, default: Claims()].add(claim) }
  }

  /// For records that fold some of these events again: what counts here also counts there.
  func fixed(events: Int) -> Reach {
    var fixed = Reach()
    (fixed.isFixed, fixed.fixedLimit) = (true, limit(events: events))
    (fixed.greatest, fixed.greatestOfReplica) = (greatest, greatestOfReplica)
    return fixed
  }

  var isWaiting: Bool { !writes.isEmpty || !acks.isEmpty }

  /// The greatest `at` that counts, as ``Stamp/time``.
  func limit(events: Int) -> UInt64 {
    if isFixed { return fixedLimit }
    let (limit, overflows) = greatest.addingReportingOverflow(UInt64(events))
    return overflows ? .max : limit
  }

  @inline(__always)
  mutating func note(_ time: UInt64, of replica: UInt32) {
    if isFixed { return }
    greatest = max(greatest, time)
    if Int(replica) >= greatestOfReplica.count { grow(replica) }
    guard time > greatestOfReplica[Int(replica)] else { return }
    greatestOfReplica[Int(replica)] = time
    if !acks.isEmpty, acks[replica] != nil { grown.append(replica) }
  }

  @inline(never)
  private mutating func grow(_ replica: UInt32) {
    greatestOfReplica += [UInt64](repeating: 0, count: Int(replica) + 1 - greatestOfReplica.count)
  }

  mutating func wait(_ write: WaitingWrite) { writes.insert(write) }
  mutating func wait(_ ack: WaitingAck) { acks[ack.replica, default: WaitingQueue()].insert(ack) }

  /// Notes an event of an entity whose `at` does not count yet.
  mutating func note(_ at: Stamp, of entity: UInt32) {
    if isFixed { return }
    claims[entity, default: Claims()].insert(at)
  }

  /// Whether a replica is held up to a time.
  func holds(_ time: UInt64, of replica: UInt32) -> Bool {
    Int(replica) < greatestOfReplica.count && time <= greatestOfReplica[Int(replica)]
  }

  /// Removes and returns a write whose `at` counts now.
  mutating func nextWrite(events: Int) -> WaitingWrite? {
    guard let first = writes.first, first.time <= limit(events: events) else { return nil }
    return writes.removeFirst()
  }

  /// Removes and returns an acknowledgement that counts now.
  mutating func nextAck() -> WaitingAck? {
    while let replica = grown.last {
      if let first = acks[replica]?.first, holds(first.time, of: replica) {
        return acks[replica]?.removeFirst()
      }
      if acks[replica]?.isEmpty ?? false { acks[replica] = nil }
      grown.removeLast()
    }
    return nil
  }

  /// Drops all claims, since nothing waits to count: no later write must reach above one.
  mutating func forgetClaims() { claims = [:] }
}

/// An event whose `at` does not count yet: until then it has effect at its own stamp.
struct WaitingWrite: BitwiseCopyable, Waiting {
  /// Of `at`.
  var time: UInt64
  var leaf: UInt64
  var hash: (UInt64, UInt64, UInt64, UInt64)
  /// The place of its line, which is kept so that it can be folded again.
  var line: UInt64
  var lineCount: UInt32
  var branch: UInt32
}

struct WaitingAck: BitwiseCopyable, Waiting {
  var time: UInt64
  var entity: UInt32
  var replica: UInt32
}

protocol Waiting: Sendable {
  var time: UInt64 { get }
}

/// A binary heap: the element with the least time comes first.
struct WaitingQueue<Element: Waiting>: Sendable {
  private(set) var elements: [Element] = []

  init() {}

  /// Elements that another queue had, in its order.
  init(_ elements: [Element]) { for element in elements { insert(element) } }

  var isEmpty: Bool { elements.isEmpty }
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index].time < elements[(index - 1) / 2].time {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// There must be an element.
  mutating func removeFirst() -> Element {
    elements.swapAt(0, elements.count - 1)
    let first = elements.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < elements.count && elements[child].time < elements[least].time {
        least = child
      }
      if least == index { return first }
      elements.swapAt(index, least)
      index = least
    }
  }
}
