// What an event does to the registers of its entity: the rules of FileFormat.md, "Merging", in one place.

import DaybookLog
import DaybookModel

/// One event's write, the same for every register it touches.
struct Write {
  var details: UInt32
  var branch: UInt32
  /// The upper part of the order, for the local side and for the server's.
  var time: UInt64
  var leaf: UInt64
  /// Whether it is later in its branch than all that was applied.
  var isLatest: Bool
  /// Whether it was folded before, at a lower order.
  var isRaised: Bool
}

extension Records {
  /// Applies the event of one item of the batch.
  @inline(__always)
  mutating func fold(_ item: Batch.Item, of frame: Frame, _ run: Run) {
    let entry = frame.entries.baseAddress! + item.event
    let leaf = frame.leaves.baseAddress! + entry.pointee.leaf
    let base = frame.bytes.baseAddress! + item.line
    let lineCount = leaf.pointee.range.count
    let entity = Int(item.entity)
    let op = entry.pointee.line.op
    let isServer = op == .sync && entry.pointee.line.server != nil

    let place = run.firstLeaf &+ UInt64(entry.pointee.leaf)
    let at = item.reachesAt ? entry.pointee.line.at : nil
    if !item.reachesAt, let at = entry.pointee.line.at { noteClaim(at, of: item.entity, entry.pointee.line) }
    let details = addWrite(entry, at, leaf.pointee.hash, base, lineCount, leaf: place, run)
    let time =
      isServer ? Cell.coarse(entry.pointee.line.server!) : (at ?? entry.pointee.line.stamp).time
    let write = Write(
      details: details, branch: run.branch, time: time, leaf: place, isLatest: run.isLatest,
      isRaised: run.isRaised)
    touch(entity, entry.pointee.line.stamp, run)

    if op != .delete, let set = entry.pointee.line.set {
      precondition(set.start >= 0 && set.start < set.end && set.end <= lineCount)
      let text = UnsafeBufferPointer(start: base + set.start, count: set.count)
      if let was = entry.pointee.line.was, !isServer {
        precondition(was.start >= 0 && was.start < was.end && was.end <= lineCount)
        let was = UnsafeBufferPointer(start: base + was.start, count: was.count)
        setFields(entity, text, write, was: was)
      } else {
        setFields(entity, text, write, isServer: isServer)
      }
    }
    if entry.pointee.line.isStub, op != .delete {
      setErased(entity, UnsafeBufferPointer(start: base, count: lineCount), entry.pointee.line, write)
    }
    switch op {
    case .upsert, .restore:
      put(cell(entity, .alive), .yes, write, entity)
      if entry.pointee.line.over != .absent { setOver(entity, entry.pointee.line.over, write) }
    case .delete:
      put(cell(entity, .alive), .no, write, entity)
      if !entities[entity].has(EntityRecord.hasDelete) {
        entities.place(entity).pointee.flags |= EntityRecord.hasDelete
        deletedEntities.append(UInt32(entity))
      }
    case .link, .unlink:
      guard let rel = entry.pointee.line.rel, let to = entry.pointee.line.to else { break }
      let name = intern(rel, base, lineCount) { $0.fieldNames.intern($1, $2) }
      let target = intern(to, base, lineCount) { $0.intern(target: $1, $2) }
      put(sideCell(entity, RegisterID(name), target: target), op == .link ? .yes : .no, write, entity)
    case .sync:
      if let present = entry.pointee.line.present {
        let value: StoredValue = present ? .yes : .no
        if isServer {
          entities.place(entity).pointee.flags |= EntityRecord.hasServer
          putServer(cell(entity, .present.server), value, write)
        } else {
          put(cell(entity, .present), value, write, entity)
        }
      }
      if let acks = entry.pointee.line.acks { take(acks: acks, entity) }
    case .dismiss, .erase, .other: break
    }
  }

  /// Writes the fields of an event that names no `was`.
  @inline(__always)
  private mutating func setFields(
    _ entity: Int, _ object: UnsafeBufferPointer<UInt8>, _ write: Write, isServer: Bool
  ) {
    let base = object.baseAddress!
    var members = MemberScanner(object)
    var any: UInt16 = 0
    while members.next() {
      let name = fieldName(object, members)
      let value = values.store(base + members.valueStart, members.valueEnd - members.valueStart)
      any = EntityRecord.hasField
      if isServer {
        any |= EntityRecord.hasServer
        putServer(cell(entity, RegisterID(name, isServer: true)), value, write)
      } else {
        put(cell(entity, RegisterID(name)), value, write, entity)
      }
    }
    entities.place(entity).pointee.flags |= any
  }

  @inline(never)
  private mutating func setFields(
    _ entity: Int, _ object: UnsafeBufferPointer<UInt8>, _ write: Write, was: UnsafeBufferPointer<UInt8>
  ) {
    let read = JSONParser.parse(accepted: was.span).object ?? [:]
    var members = MemberScanner(object)
    while members.next() {
      let name = fieldName(object, members)
      let value = values.store(
        object.baseAddress! + members.valueStart, members.valueEnd - members.valueStart)
      entities.place(entity).pointee.flags |= EntityRecord.hasField
      let cell = cell(entity, RegisterID(name))
      switch read[fieldNames.name(name)] {
      case nil: put(cell, value, write, entity)
      case .string(let text)?:
        // Not a stamp, which the line's parser refuses: treated as if nothing had been read.
        let stamp = Stamp(text)
        contend(cell, value, write, was: stamp.map { .upTo($0) } ?? .nothing, entity)
      default: contend(cell, value, write, was: .nothing, entity)
      }
    }
  }

  /// Writes the fields whose values a stub no longer has: each keeps its place among the writes of its register.
  @inline(never)
  private mutating func setErased(
    _ entity: Int, _ stub: UnsafeBufferPointer<UInt8>, _ line: EventLine, _ write: Write
  ) {
    guard let mark = StubMark(of: stub.span), !mark.fields.isEmpty else { return }
    let isServer = line.op == .sync && line.server != nil
    let was = isServer ? nil : line.was
    let read = was.flatMap { JSONParser.parse(accepted: stub.span.extracting($0.start..<$0.end)).object }
    entities.place(entity).pointee.flags |= EntityRecord.hasField | EntityRecord.hasErased
    if isServer { entities.place(entity).pointee.flags |= EntityRecord.hasServer }
    for field in mark.fields {
      let text = Array(field.utf8)
      let name = withBase(of: text) { fieldNames.intern($0, text.count) }
      let cell = cell(entity, RegisterID(name, isServer: isServer))
      if isServer {
        putServer(cell, .erased, write)
      } else if let read = read?[field] {
        let stamp = read.string.flatMap { Stamp($0) }
        contend(cell, .erased, write, was: stamp.map { .upTo($0) } ?? .nothing, entity)
      } else {
        put(cell, .erased, write, entity)
      }
    }
  }

  @inline(__always)
  private mutating func fieldName(_ object: UnsafeBufferPointer<UInt8>, _ members: MemberScanner) -> UInt32 {
    if !members.keyIsEscaped {
      return fieldNames.intern(object.baseAddress! + members.keyStart, members.keyEnd - members.keyStart)
    }
    let key = JSONString(range: ByteRange(members.keyStart, members.keyEnd), isEscaped: true)
    let text = key.unescaped(object.span)
    return withBase(of: text) { fieldNames.intern($0, text.count) }
  }

  @inline(never)
  private mutating func setOver(_ entity: Int, _ over: EventLine.Over, _ write: Write) {
    if !entities[entity].has(EntityRecord.hasOver) { recreatedEntities.append(UInt32(entity)) }
    entities.place(entity).pointee.flags |= EntityRecord.hasOver
    var value = StoredValue.null
    if case .upTo(let stamp) = over {
      let text = JSONValue.string(stamp.description).canonicalBytes
      value = withBase(of: text) { values.store($0, text.count) }
    }
    put(cell(entity, .over), value, write, entity)
  }

  /// Keeps the first and the last stamp of an entity's writes.
  @inline(__always)
  private mutating func touch(_ entity: Int, _ stamp: Stamp, _ run: Run) {
    let replica = stamp.replica.rawValue == run.replicaID ? run.replica : replicas.intern(stamp.replica)
    let record = entities.place(entity)
    if stamp.time <= record.pointee.firstTime,
      stamp.time < record.pointee.firstTime || stamp.replica < replicas[record.pointee.firstReplica]
    {
      // The first is also the last; zero is a valid time.
      if record.pointee.firstTime == .max {
        (record.pointee.lastTime, record.pointee.lastReplica) = (stamp.time, replica)
      }
      (record.pointee.firstTime, record.pointee.firstReplica) = (stamp.time, replica)
    }
    if stamp.time >= record.pointee.lastTime,
      stamp.time > record.pointee.lastTime || stamp.replica > replicas[record.pointee.lastReplica]
    {
      (record.pointee.lastTime, record.pointee.lastReplica) = (stamp.time, replica)
    }
  }
}
