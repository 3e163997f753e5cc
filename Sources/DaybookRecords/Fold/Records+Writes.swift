import DaybookLog
import DaybookModel

extension Records {
  /// Keeps what an event's writes have in common. `at`: the stamp at which it counts.
  @inline(__always)
  mutating func addWrite(
    _ entry: UnsafePointer<FrameContent.EventEntry>, _ at: Stamp?, _ hash: Hash256,
    _ base: UnsafePointer<UInt8>, _ lineCount: Int, leaf: UInt64, _ run: Run
  ) -> UInt32 {
    let stamp = entry.pointee.line.stamp
    var origin = WriteOrigin(branch: run.branch, author: 0, version: WriteOrigin.noVersion)
    var needsAside =
      at != nil || stamp.replica.rawValue != run.replicaID || leaf > UInt64(UInt32.max)
    if entry.pointee.line.server != nil, entry.pointee.line.op == .sync { needsAside = true }
    if let version = entry.pointee.line.v {
      if version > Int64(WriteOrigin.largeVersion), version <= Int64(Int32.max) {
        origin.version = Int32(version)
      } else {
        origin.version = WriteOrigin.largeVersion
        needsAside = true
      }
    }
    if let author = entry.pointee.line.by {
      origin.author = intern(author, base, lineCount) { $0.authorNames.intern($1, $2) } + 1
    }
    let number = origins.intern(origin, key)
    var details = WriteDetails(
      time: stamp.time, leaf: UInt32(truncatingIfNeeded: leaf), origin: number)
    if needsAside { details.setAside(addAside(entry.pointee.line, at, leaf, number)) }
    hashes.append(LineHash(words: hash.words))
    return UInt32(writes.append(details))
  }

  @inline(never)
  private mutating func addAside(
    _ line: EventLine, _ at: Stamp?, _ leaf: UInt64, _ origin: UInt32
  ) -> Int {
    let server = line.op == .sync ? line.server : nil
    return asides.append(
      WriteAside(
        stampReplica: line.stamp.replica.rawValue, leaf: leaf, atTime: at?.time ?? 0,
        atReplica: at?.replica.rawValue ?? 0, serverSeconds: server?.seconds ?? 0,
        serverNanoseconds: server?.nanoseconds ?? 0, version: line.v ?? 0, origin: origin,
        hasAt: at != nil, hasServer: server != nil))
  }

  /// Nil for most.
  @inline(__always)
  private func aside(of write: UInt32) -> WriteAside? {
    let details = writes[Int(write)]
    return details.isAside ? asides[details.index] : nil
  }

  func hash(of write: UInt32) -> Hash256 { Hash256(words: hashes[Int(write)].words) }

  func origin(of write: UInt32) -> WriteOrigin {
    let details = writes[Int(write)]
    return origins[details.isAside ? Int(asides[details.index].origin) : details.index]
  }

  func leaf(of write: UInt32) -> UInt64 { aside(of: write)?.leaf ?? UInt64(writes[Int(write)].leaf) }

  /// The write's own stamp.
  func stamp(of write: UInt32) -> Stamp {
    let details = writes[Int(write)]
    guard details.isAside else {
      let branch = origins[details.index].branch
      return Stamp(time: details.time, replica: replicas[branches[Int(branch)].replica])
    }
    return Stamp(
      time: details.time, replica: ReplicaID(rawValue: asides[details.index].stampReplica))
  }

  /// The stamp at which it counts, if not its own.
  func at(of write: UInt32) -> Stamp? {
    guard let aside = aside(of: write), aside.hasAt else { return nil }
    return Stamp(time: aside.atTime, replica: ReplicaID(rawValue: aside.atReplica))
  }

  func server(of write: UInt32) -> ServerTime? {
    guard let aside = aside(of: write), aside.hasServer else { return nil }
    return ServerTime(seconds: aside.serverSeconds, nanoseconds: aside.serverNanoseconds)
  }

  func version(of write: UInt32) -> Int64? {
    switch origin(of: write).version {
    case WriteOrigin.noVersion: nil
    case WriteOrigin.largeVersion: aside(of: write)?.version
    case let version: Int64(version)
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
    return hashes[Int(left)] < hashes[Int(right)]
  }

  /// (server, `at` or stamp, leaf hash).
  func isLessOnServer(_ left: UInt32, _ right: UInt32) -> Bool {
    if let a = server(of: left), let b = server(of: right), a != b { return a < b }
    let orders = (order(of: left), order(of: right))
    if orders.0 != orders.1 { return orders.0 < orders.1 }
    return hashes[Int(left)] < hashes[Int(right)]
  }
}
