import DaybookInput
import DaybookModel

/// Chats as texts, alone or in an archive or a folder with their pictures. They are read twice: only the whole chat
/// shows which number of a date is the day, and which pictures belong to it.
struct WhatsAppFiles: ChatFiles {
  private struct Surveyed {
    var chat: Chat
    var order: DateOrder
    var isCertain: Bool
    var lineCount: Int
    var files: Set<String>
  }

  private let paths: [String]
  private let options: ChatImporter.Options
  private var surveyed: [String: Surveyed]?
  private var tree: InputTree
  /// Files from the standard input and pipes that are still to be returned.
  private var spooled: ArraySlice<SpooledInput> = []
  private var spooledBytes: Int64 = 0
  private var ready: ArraySlice<ChatFilesStep> = []
  private(set) var name = ""
  private(set) var isNamed = false

  init(_ paths: [String], _ options: ChatImporter.Options) {
    (self.paths, self.options, tree) = (
      paths, options, InputTree(paths.filter { !InputPlace.isReadOnce($0) })
    )
  }

  var bytesRead: Int64 { tree.bytesRead + spooledBytes }

  mutating func next() throws -> ChatFilesStep? {
    if surveyed == nil { surveyed = try survey() }
    let chats = surveyed ?? [:]
    if let step = ready.popFirst() { return step }
    while let stream = try nextStream() {
      (name, isNamed) = (stream.name, stream.isNamed)
      if let step = step(of: stream, chats) { return step }
    }
    return nil
  }

  private mutating func nextStream() throws -> ByteStream? {
    guard let input = spooled.popFirst() else { return try tree.next() }
    spooledBytes += input.sizeBytes
    return input.stream()
  }

  private mutating func step(of stream: ByteStream, _ chats: [String: Surveyed]) -> ChatFilesStep? {
    if let chat = chats[stream.name] {
      let order = options.dateOrder ?? chat.order
      if options.dateOrder == nil, !chat.isCertain {
        ready.append(
          .reader(
            WhatsAppReader(stream.name, chat: chat.chat, order: order, zone: options.zone) {
              try stream.read()
            }))
        return .step(
          .notice(
            "the dates do not show which number is the day; they are read as \(order.rawValue); --date-order changes this",
            at: ChatPlace(stream.name, .line, 1)))
      }
      return .reader(
        WhatsAppReader(stream.name, chat: chat.chat, order: order, zone: options.zone) { try stream.read() })
    }
    let container = Self.container(stream.name)
    let owner = chats.filter {
      Self.container($0.key) == container && $0.value.files.contains(stream.fileName)
    }
    .min { $0.key < $1.key }
    guard let owner else { return nil }
    let place = ChatPlace(stream.name, .byte, 0)
    do {
      let bytes = try stream.contents(sizeBytesMax: FilesBeside.sizeBytesMax)
      return .step(.event(.file(name: stream.fileName, bytes: bytes, in: owner.value.chat), at: place))
    } catch {
      return .step(.skipped(reason: error.what, at: place))
    }
  }

  private mutating func survey() throws -> [String: Surveyed] {
    var chats: [String: Surveyed] = [:]
    var named = Set(paths)
    var readOnce: Set<String> = []
    for path in paths where InputPlace.isReadOnce(path) && readOnce.insert(path).inserted {
      let input = try SpooledInput(path)
      named.insert(input.name)
      spooled.append(input)
      chats[input.name] = try surveyed(input.stream())
    }
    var tree = InputTree(paths.filter { !InputPlace.isReadOnce($0) })
    while let stream = try tree.nextReadable() {
      guard stream.fileExtension == "txt" || named.contains(stream.name) && !Self.isArchive(stream) else {
        continue
      }
      do {
        chats[stream.name] = try surveyed(stream)
      } catch let error as LedgerError where error.code == .unreadable {
        ready.append(.step(.skipped(reason: error.what, at: ChatPlace(stream.name, .line, 1))))
      }
    }
    // A text file that somebody sent is not a chat.
    let isSent = { (name: String) in
      chats.contains { $0.key != name && $0.value.files.contains(name.lastPathPart) }
    }
    return chats.filter { entry in
      !isSent(entry.key) && (entry.value.lineCount > 0 || named.contains(entry.key))
    }
  }

  private func surveyed(_ stream: ByteStream) throws -> Surveyed {
    let (dates, files) = try WhatsAppReader.survey { try stream.read() }
    let (order, isCertain) = dates.order(fallback: options.fallbackOrder)
    let title = options.chatName ?? WhatsAppTitle.of(Self.isUnnamed(stream.name) ? "chat" : stream.name)
    return Surveyed(
      chat: Chat(key: PersonName.key(title), title: title), order: order,
      isCertain: isCertain || dates.lineCount == 0, lineCount: dates.lineCount, files: files)
  }

  /// Whether its name has no meaning: the standard input, or a pipe that a shell made.
  private static func isUnnamed(_ name: String) -> Bool {
    name == InputTree.standardInputName || name.hasPrefix("/dev/") || name.hasPrefix("/proc/")
  }

  private static func isArchive(_ stream: ByteStream) -> Bool {
    ["zip", "tar", "gz"].contains(stream.fileExtension)
  }

  private static func container(_ name: String) -> Substring {
    name.lastIndex(of: "/").map { name[..<$0] } ?? ""
  }
}
