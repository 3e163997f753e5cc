import DaybookLog
import DaybookModel

extension Checkpoint {
  /// The version of the checks, too: a version that checks more verifies everything again.
  private static let version: Int64 = 3

  /// One JSON object and LF.
  package var bytes: [UInt8] {
    let replicas = replicas.map { ($0.key.description, $0.value.json) }
    var object: JSONObject = [
      "daybook": .int(Self.version), "replicas": .object(JSONObject(replicas)),
      "blobs": .object(JSONObject(blobs.map { ($0.key, $0.value.json) })),
    ]
    if !fixed.isEmpty {
      object["fixed"] = .object(JSONObject(fixed.map { ($0.key.description, $0.value.json) }))
    }
    return JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
  }

  package init?(_ bytes: [UInt8]) {
    guard let object = (try? JSONParser.parse(bytes))?.object, object["daybook"]?.int == Self.version,
      let replicas = object["replicas"]?.object, let blobs = object["blobs"]?.object
    else { return nil }
    for member in replicas {
      guard let id = ReplicaID(member.key), let replica = Replica(member.value, id) else { return nil }
      self.replicas[id] = replica
    }
    for member in object["fixed"]?.object ?? [:] {
      guard let id = ReplicaID(member.key), let replica = FixedReplica(member.value, id) else { return nil }
      fixed[id] = replica
    }
    for member in blobs {
      guard let identity = FileIdentity(member.value) else { return nil }
      self.blobs[member.key] = identity
    }
  }
}

extension Checkpoint.Replica {
  var json: JSONValue {
    var object: JSONObject = [
      "sealed": .array(verified.sealed.map { file($0) }),
      "roots": .array(
        verified.roots.sorted { $0.key < $1.key }.map {
          .array([.int(Int64(clamping: $0.key)), .string($0.value.description)])
        }),
    ]
    if let point = verified.point { object["point"] = point.json }
    if !verified.earlier.isEmpty {
      object["earlier"] = .array(verified.earlier.map { [.int(Int64($0.files)), $0.point.json] })
    }
    if !verified.covered.isEmpty { object["covered"] = .array(verified.covered.map { file($0) }) }
    return .object(object)
  }

  private func file(_ file: Inventory.SegmentFile) -> JSONValue {
    .array(
      [.string(file.name.description), identities[file.path]?.json ?? .null]
        + (claims[file.path].map { [Claim.json($0)] } ?? []))
  }

  init?(_ json: JSONValue, _ id: ReplicaID) {
    guard let object = json.object, let sealed = object["sealed"]?.array else { return nil }
    var files: [Inventory.SegmentFile] = []
    (identities, claims) = ([:], [:])
    for item in sealed {
      guard let (file, identity) = Self.file(item, id) else { return nil }
      files.append(file)
      identities[file.path] = identity
      guard let told = item.array?.dropFirst(2).first else { continue }
      guard let told = Claim.all(told, by: id) else { return nil }
      claims[file.path] = told
    }
    let point = object["point"].flatMap { ReplicaPoint($0) }
    guard (point == nil) == files.isEmpty else { return nil }
    verified = VerifiedFiles(sealed: files, point: point)
    for item in object["earlier"]?.array ?? [] {
      guard let pair = item.array, pair.count == 2, let count = pair[0].int.flatMap({ Int(exactly: $0) }),
        let point = ReplicaPoint(pair[1]), count > verified.earlier.last?.files ?? 0, count < files.count
      else { return nil }
      verified.earlier.append(VerifiedFiles.Earlier(files: count, point: point))
    }
    for item in object["covered"]?.array ?? [] {
      guard let (file, identity) = Self.file(item, id) else { return nil }
      verified.covered.append(file)
      identities[file.path] = identity
    }
    guard let roots = object["roots"]?.array else { return nil }
    for item in roots {
      guard let pair = item.array, pair.count == 2, let size = pair[0].int.flatMap({ UInt64(exactly: $0) }),
        let root = pair[1].string.flatMap({ Hash256($0) })
      else { return nil }
      verified.roots[size] = root
    }
  }

  private static func file(
    _ json: JSONValue?, _ id: ReplicaID
  ) -> (Inventory.SegmentFile, FileIdentity)? {
    guard let parts = json?.array, 2...3 ~= parts.count,
      let name = parts[0].string.flatMap({ SegmentName($0) }),
      let identity = FileIdentity(parts[1])
    else { return nil }
    let file = Inventory.SegmentFile(
      path: LedgerLayout.path(of: name, id), name: name, sizeBytes: identity.sizeBytes, inode: identity.inode)
    return (file, identity)
  }
}

extension ReplicaPoint {
  var json: JSONValue {
    var object: JSONObject = [
      "key": .string(Base64.text(publicKey)), "size": .int(Int64(clamping: tree.size)),
      "peaks": .array(tree.peaks.map { .string($0.description) }), "next": .int(Int64(clamping: nextSeq)),
      "commit": .int(Int64(clamping: lastCommit)), "seen": .object(seen.json),
      "sig": .string(Base64.text(head.signature)), "events": .int(Int64(clamping: events)),
      "commits": .int(Int64(clamping: commits)),
    ]
    if let lastStamp { object["stamp"] = .string(lastStamp.description) }
    return .object(object)
  }

  init?(_ json: JSONValue) {
    func count(_ name: String) -> UInt64? { json.object?[name]?.int.flatMap { UInt64(exactly: $0) } }
    guard let object = json.object, let key = object["key"]?.string.flatMap({ Base64.bytes($0) }),
      key.count == Signing.publicKeySizeBytes,
      let signature = object["sig"]?.string.flatMap({ Base64.bytes($0) }),
      let peaks = object["peaks"]?.array?.compactMap({ $0.string.flatMap { Hash256($0) } }),
      let size = count("size"), let tree = MerkleTree(size: size, peaks: peaks), let next = count("next"),
      let commit = count("commit"), let seen = object["seen"]?.object.flatMap({ Seen($0) }),
      let events = count("events"), let commits = count("commits")
    else { return nil }
    var stamp: Stamp?
    if let text = object["stamp"]?.string {
      guard let found = Stamp(text) else { return nil }
      stamp = found
    }
    self.init(
      publicKey: key, tree: tree, nextSeq: next, lastCommit: commit, lastStamp: stamp, seen: seen,
      head: SignedHead(size: size, root: tree.root, signature: signature), events: events, commits: commits)
  }
}

extension Claim {
  /// Those of one witness.
  static func json(_ claims: Set<Claim>) -> JSONValue {
    let sorted = claims.sorted {
      ($0.replica, $0.size, $0.root?.description ?? "") < ($1.replica, $1.size, $1.root?.description ?? "")
    }
    return .array(
      sorted.map { claim in
        .array([
          .string(claim.replica.description), .int(Int64(clamping: claim.size)),
          claim.root.map { .string($0.description) } ?? .null,
        ])
      })
  }

  static func all(_ json: JSONValue?, by witness: ReplicaID) -> Set<Claim>? {
    guard let items = json?.array else { return nil }
    var claims: Set<Claim> = []
    for item in items {
      guard let parts = item.array, parts.count == 3,
        let replica = parts[0].string.flatMap({ ReplicaID($0) }),
        let size = parts[1].int.flatMap({ UInt64(exactly: $0) })
      else { return nil }
      let root = parts[2].string.flatMap { Hash256($0) }
      if root == nil, !parts[2].isNull { return nil }
      claims.insert(Claim(witness: .replica(witness), replica: replica, size: size, root: root))
    }
    return claims
  }
}
