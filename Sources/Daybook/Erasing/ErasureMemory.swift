// Since when this machine holds which erase events, and in which files it has erased already. It is kept in the
// machine's state, since every period is measured by the machine's own clock.

import DaybookLog
import DaybookModel
import DaybookReplication

struct ErasureMemory: Equatable {
  /// By erase event, when this machine first held it.
  private(set) var since: [Hash256: Instant] = [:]
  /// A hash of what was due when the files were last searched, and the files in which nothing of it is left.
  private(set) var due: Hash256?
  private(set) var clean: Set<String> = []
  /// Blobs that an erased value named.
  var blobs: Set<Hash256> = []

  init() {}

  mutating func note(_ events: [EraseEvent], at now: Instant) {
    for event in events {
      guard let key = event.lineKey, since[key] == nil else { continue }
      since[key] = now
    }
  }

  /// Whether the memory has the time when this machine first held the event, or the event erases no line.
  func knows(_ event: EraseEvent) -> Bool { event.lineKey.map { since[$0] != nil } ?? true }

  /// Whether this machine has held an erase event for that many days.
  func isHeld(_ event: EraseEvent, for days: Int64, at now: Instant) -> Bool {
    guard let key = event.lineKey, let since = since[key] else { return false }
    return now.milliseconds - since.milliseconds >= days * 86_400_000
  }

  /// The files that need not be searched again.
  func clean(of due: Hash256) -> Set<String> { self.due == due ? clean : [] }

  mutating func note(clean: Set<String>, of due: Hash256) { (self.clean, self.due) = (clean, due) }

  // MARK: The file

  /// Empty if the file is missing or damaged: then the periods begin anew.
  static func read(_ state: any FileStore, ledger: String) -> ErasureMemory {
    let path = StateLayout.erasures(ledger: ledger)
    return (try? state.readAll(path, sizeBytesMax: 256 << 20)).flatMap { ErasureMemory($0) }
      ?? ErasureMemory()
  }

  /// Changes it durably, keeping what other processes noted.
  @discardableResult
  static func change(
    _ state: any FileStore, ledger: String, _ change: (inout ErasureMemory) -> Void
  ) throws -> ErasureMemory {
    try SharedState.changing(state, ledger: ledger) {
      let before = read(state, ledger: ledger)
      var memory = before
      change(&memory)
      if memory != before {
        try state.replaceFile(
          StateLayout.erasures(ledger: ledger), with: memory.bytes, removingLeftovers: true)
      }
      return memory
    }
  }

  private var bytes: [UInt8] {
    var times: [Instant: [String]] = [:]
    for (key, time) in since { times[time, default: []].append(key.description) }
    let since = JSONObject(
      times.map { ($0.key.description, .array($0.value.sorted().map { .string($0) })) })
    let object: JSONObject = [
      "daybook": 1, "since": .object(since), "due": due.map { .string($0.description) } ?? .null,
      "clean": .array(clean.sorted().map { .string($0) }),
      "blobs": .array(blobs.sorted().map { .string($0.description) }),
    ]
    return JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
  }

  private init?(_ bytes: [UInt8]) {
    guard let object = (try? JSONParser.parse(bytes))?.object, object["daybook"]?.int == 1,
      let times = object["since"]?.object
    else { return nil }
    for member in times {
      guard let time = Instant(member.key) else { return nil }
      for key in member.value.array ?? [] {
        guard let hash = key.string.flatMap({ Hash256($0) }) else { return nil }
        since[hash] = time
      }
    }
    due = object["due"]?.string.flatMap { Hash256($0) }
    clean = Set(object["clean"]?.array?.compactMap(\.string) ?? [])
    blobs = Set(object["blobs"]?.array?.compactMap { $0.string.flatMap { Hash256($0) } } ?? [])
  }
}

extension Machine {
  /// Begins the periods of erase events that are new on this machine, with the first reading of them, since all periods
  /// count from then. If the state cannot be written, they begin later. O(erase events)
  func begin(erasing events: [EraseEvent], of ledger: String, at now: Instant) {
    guard !events.isEmpty, canWrite, let state = existingState() else { return }
    let known = ErasureMemory.read(state, ledger: ledger)
    if events.allSatisfy({ known.knows($0) }) { return }
    // First of all: once the events are noted, everything derived from the texts must be gone.
    removeCaches(of: ledger)
    _ = try? ErasureMemory.change(state, ledger: ledger) { $0.note(events, at: now) }
  }

  /// What programs keep of the ledger in this machine's cache still has the texts.
  func removeCaches(of ledger: String) {
    guard let cache = cache() else { return }
    for folder in ["snapshots", "search"] {
      for entry in (try? cache.list(folder)) ?? [] where entry.name.hasPrefix(ledger) {
        try? cache.remove("\(folder)/\(entry.name)")
      }
    }
  }

  /// Whether this machine knows of an erasure that a copy of a ledger lacks: data derived from that copy's texts must
  /// not be kept. O(erase events)
  ///
  /// - Parameter events: what the copy has.
  func knowsErasures(besides events: [EraseEvent], of ledger: String) -> Bool {
    guard let known = existingState().map({ ErasureMemory.read($0, ledger: ledger).since }), !known.isEmpty
    else { return false }
    let held = Set(events.compactMap(\.lineKey))
    return known.keys.contains { !held.contains($0) }
  }
}

extension EraseEvent {
  /// Identifies the event; nil for one that erases no line.
  var lineKey: Hash256? {
    guard case .line(let line) = act else { return nil }
    // Independent of who vouches, which does not change what is due.
    let text = "\(author) \(erasure.id) \(line.replica) \(line.leaf) \(line.stub)"
    return Hash256.of(Array(text.utf8).span)
  }
}
