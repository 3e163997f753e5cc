// Finding files by path, and what a test does to them behind the program's back.

extension MemoryImage {
  private func components(_ path: String, _ operation: String) throws(FileError) -> [Name] {
    if path.isEmpty { return [] }
    let parts = Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts where part.isEmpty || part == [0x2e] || part == [0x2e, 0x2e] || part.contains(0) {
      // EINVAL
      throw FileError(.system(22), operation, path)
    }
    return parts.map { Name(bytes: Array($0)) }
  }

  /// The node at `path`; nil when there is none.
  func find(_ path: String, _ operation: String) throws(FileError) -> Int? {
    try find(try components(path, operation)[...], operation, path)
  }

  private func find(
    _ parts: ArraySlice<Name>, _ operation: String, _ path: String
  ) throws(FileError) -> Int? {
    var number = Self.root
    for part in parts {
      guard case .folder(let folder)? = nodes[number] else {
        throw FileError(.notRegular, operation, path)
      }
      guard let next = folder.live[part] else { return nil }
      number = next
    }
    return number
  }

  func file(_ path: String, _ operation: String) throws(FileError) -> Int {
    guard let number = try find(path, operation) else { throw FileError(.missing, operation, path) }
    guard case .file? = nodes[number] else { throw FileError(.notRegular, operation, path) }
    return number
  }

  /// The folder that `path` is in, its name there, and the node if there is one.
  func place(
    _ path: String, _ operation: String
  ) throws(FileError) -> (folder: Int, name: Name, entry: Int?) {
    let parts = try components(path, operation)
    guard let name = parts.last else { throw FileError(.system(22), operation, path) }
    guard let number = try find(parts.dropLast(), operation, path) else {
      throw FileError(.missing, operation, path)
    }
    guard case .folder(let folder)? = nodes[number] else { throw FileError(.notRegular, operation, path) }
    return (number, name, folder.live[name])
  }

  mutating func makeFolders(_ path: String) throws(FileError) {
    var number = Self.root
    for part in try components(path, "create") {
      guard case .folder(let folder)? = nodes[number] else { throw FileError(.notRegular, "create", path) }
      if let next = folder.live[part] {
        number = next
      } else {
        let next = add(.folder(Folder()))
        change([(number, part, next)])
        number = next
      }
    }
    guard case .folder? = nodes[number] else { throw FileError(.notRegular, "create", path) }
  }

  func kind(_ number: Int) -> FileKind {
    switch nodes[number] {
    case .file?: .file
    case .folder?: .folder
    case .foreign(let kind)?: kind
    case nil: .other
    }
  }

  func live(_ number: Int) -> [UInt8] {
    guard case .file(let file)? = nodes[number] else { return [] }
    return file.live
  }

  func status(_ number: Int) -> FileStatus {
    var (size, lastEdit) = (0, Int64(0))
    if case .file(let file)? = nodes[number] { (size, lastEdit) = (file.live.count, file.lastEdit) }
    return FileStatus(
      kind: kind(number), sizeBytes: size, device: device, inode: UInt64(number), birthTime: Int64(number),
      modifiedTime: lastEdit, changedTime: lastEdit)
  }
}

extension MemoryImage {
  /// Puts a file at `path`, durably, as if another program had done it: a new file, or other bytes
  /// in the same one.
  package mutating func plant(_ bytes: [UInt8], at path: String, inPlace: Bool = false) throws(FileError) {
    let place = try place(path, "plant")
    let file = File(durable: bytes)
    if inPlace, let entry = place.entry {
      nodes[entry] = .file(file)
      edited(entry)
    } else {
      let number = add(.file(file))
      change([(place.folder, place.name, number)])
      edit(folder: place.folder) { $0.flush() }
    }
  }

  /// Puts a link, a FIFO or another special file at `path`.
  package mutating func plant(_ kind: FileKind, at path: String) throws(FileError) {
    let place = try place(path, "plant")
    change([(place.folder, place.name, add(.foreign(kind)))])
    edit(folder: place.folder) { $0.flush() }
  }

  /// Removes what is at `path`, durably.
  package mutating func unplant(_ path: String) throws(FileError) {
    let place = try place(path, "unplant")
    change([(place.folder, place.name, nil)])
    edit(folder: place.folder) { $0.flush() }
  }
}
