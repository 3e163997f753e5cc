import DaybookLog
import DaybookModel

extension Records {
  /// Keeps what an event's writes have in common.
  @inline(__always)
  mutating func addWrite(
    _ entry: UnsafePointer<FrameContent.EventEntry>, _ hash: Hash256, _ base: UnsafePointer<UInt8>,
    _ lineCount: Int, leaf: UInt64, _ run: Run
  ) -> UInt32 {
    let stamp = entry.pointee.line.stamp
    var details = WriteDetails(
      time: stamp.time, leaf: leaf, branch: run.branch, aside: 0, version: WriteDetails.noVersion, author: 0,
      hash: hash.words)
    var needsAside = entry.pointee.line.at != nil || stamp.replica.rawValue != run.replicaID
    if entry.pointee.line.server != nil, entry.pointee.line.op == .sync { needsAside = true }
    if let version = entry.pointee.line.v {
      if version > Int64(WriteDetails.largeVersion), version <= Int64(Int32.max) {
        details.version = Int32(version)
      } else {
        details.version = WriteDetails.largeVersion
        needsAside = true
      }
    }
    if let author = entry.pointee.line.by {
      details.author = intern(author, base, lineCount) { $0.authorNames.intern($1, $2) } + 1
    }
    if needsAside { details.aside = addAside(entry.pointee.line) }
    return UInt32(writes.append(details))
  }

  @inline(never)
  private mutating func addAside(_ line: EventLine) -> UInt32 {
    let server = line.op == .sync ? line.server : nil
    let index = asides.append(
      WriteAside(
        stampReplica: line.stamp.replica.rawValue, atTime: line.at?.time ?? 0,
        atReplica: line.at?.replica.rawValue ?? 0, serverSeconds: server?.seconds ?? 0,
        serverNanoseconds: server?.nanoseconds ?? 0, version: line.v ?? 0, hasAt: line.at != nil,
        hasServer: server != nil))
    return UInt32(index + 1)
  }

  /// The write's own stamp.
  func stamp(of write: UInt32) -> Stamp {
    let details = writes[Int(write)]
    guard details.aside == 0 else {
      let replica = asides[Int(details.aside - 1)].stampReplica
      return Stamp(time: details.time, replica: ReplicaID(rawValue: replica))
    }
    return Stamp(time: details.time, replica: replicas[branches[Int(details.branch)].replica])
  }

  func at(of write: UInt32) -> Stamp? {
    let details = writes[Int(write)]
    guard details.aside != 0 else { return nil }
    let aside = asides[Int(details.aside - 1)]
    return aside.hasAt ? Stamp(time: aside.atTime, replica: ReplicaID(rawValue: aside.atReplica)) : nil
  }

  func server(of write: UInt32) -> ServerTime? {
    let details = writes[Int(write)]
    guard details.aside != 0 else { return nil }
    let aside = asides[Int(details.aside - 1)]
    return aside.hasServer
      ? ServerTime(seconds: aside.serverSeconds, nanoseconds: aside.serverNanoseconds) : nil
  }

  func version(of write: UInt32) -> Int64? {
    let details = writes[Int(write)]
    switch details.version {
    case WriteDetails.noVersion: return nil
    case WriteDetails.largeVersion: return asides[Int(details.aside - 1)].version
    default: return Int64(details.version)
    }
  }

  /// The stamp that decides: `at`, or the write's own.
  func order(of write: UInt32) -> Stamp { at(of: write) ?? stamp(of: write) }

  /// (`at` or stamp, stamp, leaf hash), never the order of arrival.
  func isLess(_ left: UInt32, _ right: UInt32) -> Bool {
    let orders = (order(of: left), order(of: right))
    if orders.0 != orders.1 { return orders.0 < orders.1 }
    let stamps = (stamp(of: left), stamp(of: right))
    if stamps.0 != stamps.1 { return stamps.0 < stamps.1 }
    return writes[Int(left)].hash < writes[Int(right)].hash
  }

  /// (server, `at` or stamp, leaf hash).
  func isLessOnServer(_ left: UInt32, _ right: UInt32) -> Bool {
    if let a = server(of: left), let b = server(of: right), a != b { return a < b }
    let orders = (order(of: left), order(of: right))
    if orders.0 != orders.1 { return orders.0 < orders.1 }
    return writes[Int(left)].hash < writes[Int(right)].hash
  }
}
