import DaybookLog
import DaybookModel

// Files that are each valid, or nearly, and together are meant to cost more than their bytes.

extension HostileShapes {
  /// Histories of one replica that fork at its first commit.
  var forks: HostileShape {
    let count = count(1000)
    return HostileShape(name: "forks", size: "\(count) histories of a replica", ratioMax: 5) { store in
      let writer = HostileWriter(store)
      for number in 0..<count {
        var fork = writer
        try fork.commit([Self.upsert("e", "\"a\":\(number)")])
        try fork.commit([Self.upsert("e", "\"b\":\(number)")])
        try fork.seal()
      }
    } plain: {
      try Self.replicas(count, in: $0)
    }
  }

  /// Empty folders of replicas.
  var folders: HostileShape {
    let count = count(20_000)
    return HostileShape(name: "folders", size: "\(count) empty replicas", ratioMax: 2) { store in
      for number in 0..<count {
        try store.createFolder(LedgerLayout.folder(of: ReplicaID(rawValue: UInt64(number) << 20 | 1)))
      }
    } plain: {
      try Self.replicas(count / 4, in: $0)
    }
  }

  /// Small files that unpack to large ones: whole lines, which nothing vouches for, and lines that never end.
  var large: HostileShape {
    let count = count(200)
    let lineSizeBytes = 1 << 20
    return HostileShape(name: "large", size: "\(count) files of 60 MiB", ratioMax: 2) { store in
      let line = Self.upsert("e", "\"a\":\"\(String(repeating: "x", count: lineSizeBytes - 400))\"")
      for number in 0..<count {
        let writer = HostileWriter(store)
        let header = SegmentHeader(
          ledger: HostileWriter.ledger, replica: writer.replica, publicKey: writer.key.publicKey, firstSeq: 1,
          size: 0, peaks: [])
        let stamp = Stamp(time: 1_790_000_000_000 << 16, replica: writer.replica)
        var text = header.line() + [0x0a]
        if number % 2 == 0 {
          for seq in 1...60 { text += Array("{\"stamp\":\"\(stamp)\",\"seq\":\(seq),\(line)\n".utf8) }
        } else {
          text += Array(repeating: 0x20, count: 60 * lineSizeBytes)
        }
        let bytes = ZstdFrame.compress(text, level: 1)
        let name = SegmentName.sealed(first: 1, last: 60, file: bytes.span)
        try HostileWriter.write(bytes, to: LedgerLayout.path(of: name, writer.replica), of: store)
      }
    } plain: { store in
      // A valid file of as many bytes, which is read and folded.
      let line = Self.upsert("e", "\"a\":\"\(String(repeating: "x", count: lineSizeBytes - 400))\"")
      var writer = HostileWriter(store)
      for _ in 0..<count * 30 { try writer.commit([line, line]) }
      try writer.seal()
    }
  }

  /// A replica's events in very many files, replicated to a copy.
  var segments: HostileShape {
    let count = count(10_000)
    return HostileShape(
      name: "segments", size: "\(count) files to copy", ratioMax: 3,
      hostile: { store in
        var writer = HostileWriter(store)
        for number in 0..<count {
          try writer.commit([Self.upsert("e\(number)", "\"a\":\(number)")])
          try writer.seal()
        }
      }, plain: { try Self.replicas(count, in: $0) }, work: .replicate)
  }

  /// The same, with every second file missing.
  var gaps: HostileShape {
    let count = count(10_000)
    return HostileShape(name: "gaps", size: "\(count) gaps of a replica", ratioMax: 5) { store in
      let nowhere = MemoryFileStore()
      var here = HostileWriter(store)
      for number in 0..<count {
        try here.commit([Self.upsert("e\(number)", "\"a\":\(number)")])
        try here.seal()
        try here.commit([Self.upsert("e\(number)", "\"b\":\(number)")])
        try here.seal(to: nowhere)
      }
    } plain: {
      try Self.replicas(count, in: $0)
    }
  }
}
