import DaybookInput
import DaybookModel
import Messaging

/// The files of an export, one after another, each with the reader that it needs.
protocol ChatFiles {
  mutating func next() throws -> ChatFilesStep?
  /// The name of the last file that was returned.
  var name: String { get }
  /// Whether the user named it.
  var isNamed: Bool { get }
  /// The number of bytes read of all files so far.
  var bytesRead: Int64 { get }
}

enum ChatFilesStep {
  case reader(any ChatReader)
  case step(ChatStep)
}

/// Files that can be read with no more than their own data and their folders' names: those of all networks but WhatsApp
/// and Slack.
struct PlainFiles: ChatFiles {
  private let network: ChatNetwork
  private let options: ChatImporter.Options
  private var tree: InputTree
  private(set) var name = ""
  private(set) var isNamed = false

  init(_ network: ChatNetwork, _ paths: [String], _ options: ChatImporter.Options) {
    (self.network, self.options, tree) = (network, options, InputTree(paths))
  }

  var bytesRead: Int64 { tree.bytesRead }

  mutating func next() throws -> ChatFilesStep? {
    while let stream = try tree.next() {
      (name, isNamed) = (stream.name, stream.isNamed)
      // Skips the other files of an export: pictures, pages for reading, sent files.
      guard isNamed || Self.isExport(stream, of: network) else { continue }
      let read = { try stream.read() }
      switch network {
      case .telegram: return .reader(TelegramReader(name, zone: options.zone, read: read))
      case .matrix: return .reader(MatrixReader(name, read: read))
      case .messenger, .instagram:
        return .reader(
          MetaReader(
            name, folder: stream.fileName.hasPrefix("message_") ? Self.folder(of: stream) : nil, read: read))
      case .discord: return .reader(DiscordReader(name, folder: Self.folder(of: stream), read: read))
      default: return .reader(SignalReader(name, read: read))
      }
    }
    return nil
  }
}

extension PlainFiles {
  /// The folder of the file, even if the user named the file itself.
  private static func folder(of stream: ByteStream) -> String? {
    let parts = stream.path.split(separator: "/").map(String.init)
    return parts.count > 1 ? parts[parts.count - 2] : InputPlace.parent(of: stream.name)?.lastPathPart
  }

  private static func isExport(_ stream: ByteStream, of network: ChatNetwork) -> Bool {
    switch network {
    case .telegram: break
    case .messenger, .instagram, .discord: return stream.fileExtension == "json"
    default: return ["json", "jsonl", "ndjson", "txt", ""].contains(stream.fileExtension)
    }
    // Telegram's folder of the documents that were sent, of any kind.
    return stream.fileExtension == "json" && stream.path.split(separator: "/").dropLast().last != "files"
  }
}

/// An export of Slack, which is read twice: the files that define its people and channels may come after the messages.
struct SlackFiles: ChatFiles {
  private var tree: InputTree
  private let directory: SlackDirectory
  private var ready: ArraySlice<ChatStep> = []
  private(set) var name = ""
  private(set) var isNamed = false

  /// Files that newer exports have beside the channels.
  private static let others: Set<String> = [
    "integration_logs.json", "canvases.json", "lists.json", "org_users.json", "huddle_transcripts.json",
    "file_conversations.json",
  ]

  init(_ paths: [String]) throws {
    directory = try Self.directory(paths.filter { !InputPlace.isReadOnce($0) })
    tree = InputTree(paths)
    let place = ChatPlace("users.json", .byte, 0)
    for person in directory.people.values.sorted(by: { $0.key < $1.key }) {
      ready.append(.event(.person(person), at: place))
    }
    if !directory.unread.isEmpty { ready.append(.unread(directory.unread, at: place)) }
    for (chat, members) in directory.members {
      for member in members {
        ready.append(.event(.member(directory.person(member), of: chat, since: nil), at: place))
      }
    }
  }

  var bytesRead: Int64 { tree.bytesRead }

  mutating func next() throws -> ChatFilesStep? {
    if let step = ready.popFirst() { return .step(step) }
    while let stream = try tree.next() {
      (name, isNamed) = (stream.name, stream.isNamed)
      guard stream.fileExtension == "json" || stream.isNamed, !SlackDirectory.isPart(stream.fileName) else {
        continue
      }
      guard !Self.others.contains(stream.fileName) else {
        return .step(.notice("it holds no messages, and is left out", at: ChatPlace(name, .byte, 0)))
      }
      return .reader(
        SlackReader(name, folder: Self.folder(of: stream), directory: directory) { try stream.read() })
    }
    return nil
  }

  /// The folder of a channel, even if the user named the folder itself or a file in it.
  private static func folder(of stream: ByteStream) -> String? {
    let parts = stream.path.split(separator: "/").map(String.init)
    if parts.count > 1 { return parts[parts.count - 2] }
    guard SlackDirectory.isDay(stream.fileName) else { return nil }
    if let folder = InputPlace.parent(of: stream.name) { return folder.lastPathPart }
    // For an archive of only this channel.
    return stream.name.split(separator: "/").dropLast().last.map { String($0).stem }
  }

  private static func directory(_ paths: [String]) throws -> SlackDirectory {
    var directory = SlackDirectory()
    for path in paths {
      if try read([path], into: &directory) { continue }
      // For a day or a channel by itself, the people are defined in a folder above.
      var above: [String] = []
      if InputPlace.isFolder(path) {
        above = [InputPlace.parent(of: path)].compactMap { $0 }
      } else if SlackDirectory.isDay(path.lastPathPart), let folder = InputPlace.parent(of: path) {
        above = [folder, InputPlace.parent(of: folder)].compactMap { $0 }
      }
      for folder in above {
        let parts = SlackDirectory.parts.map { folder + "/" + $0 }.filter { InputPlace.isFile($0) }
        if try read(parts, into: &directory) { break }
      }
    }
    return directory
  }

  /// Returns whether any of the files exists.
  private static func read(_ paths: [String], into directory: inout SlackDirectory) throws -> Bool {
    var isFound = false
    var tree = InputTree(paths)
    while let stream = try tree.nextReadable() {
      guard SlackDirectory.isPart(stream.fileName) else { continue }
      isFound = true
      var elements = JSONElements(opening: [""]) { try stream.read() }
      // An error in one of them only leaves people without their names.
      while let element = try? elements.next() {
        if case .value("*", let value, _) = element, let entry = value.object {
          directory.add(stream.fileName, entry)
        }
      }
    }
    return isFound
  }
}

/// What a file is, by its name.
enum MediaType {
  /// A MIME type; empty where the ending says nothing.
  static func ofFile(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return endings[name[name.index(after: dot)...].lowercased()] ?? ""
  }

  static func attachmentType(_ mimeType: String) -> AttachmentType {
    switch mimeType.split(separator: "/").first {
    case "image": .image
    case "video": .video
    case "audio": .audio
    default: .document
    }
  }

  private static let endings = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "heic": "image/heic", "svg": "image/svg+xml", "mp4": "video/mp4", "mov": "video/quicktime",
    "3gp": "video/3gpp",
    "webm": "video/webm", "opus": "audio/ogg", "ogg": "audio/ogg", "mp3": "audio/mpeg", "m4a": "audio/mp4",
    "aac": "audio/aac", "amr": "audio/amr", "wav": "audio/wav", "pdf": "application/pdf", "vcf": "text/vcard",
    "txt": "text/plain", "csv": "text/csv", "zip": "application/zip",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]
}
