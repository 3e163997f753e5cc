import DaybookInput
import DaybookModel

/// The files of an export, one after another, each with the reader that it needs.
protocol ChatFiles {
  mutating func next() throws -> ChatFilesStep?
  /// Of the file that was handed out last.
  var name: String { get }
  /// Of all files so far.
  var bytesRead: Int64 { get }
}

enum ChatFilesStep {
  case reader(any ChatReader)
  case step(ChatStep)
}

/// Files that each say all that is needed to read them: of Telegram, Matrix and Signal.
struct PlainFiles: ChatFiles {
  private let network: ChatNetwork
  private let options: ChatImporter.Options
  private var tree: InputTree
  private(set) var name = ""

  init(_ network: ChatNetwork, _ paths: [String], _ options: ChatImporter.Options) {
    (self.network, self.options, tree) = (network, options, InputTree(paths))
  }

  var bytesRead: Int64 { tree.bytesRead }

  mutating func next() throws -> ChatFilesStep? {
    while let stream = try tree.next() {
      name = stream.name
      // What lies beside an export: pictures, pages for reading.
      guard ["json", "jsonl", "ndjson", "txt", ""].contains(stream.fileExtension) else { continue }
      let read = { try stream.read() }
      switch network {
      case .telegram: return .reader(TelegramReader(name, zone: options.zone, read: read))
      case .matrix: return .reader(MatrixReader(name, read: read))
      default: return .reader(SignalReader(name, read: read))
      }
    }
    return nil
  }
}

/// An export of Slack, read twice: who its people and channels are stands in files that may come after the messages.
struct SlackFiles: ChatFiles {
  private var tree: InputTree
  private let directory: SlackDirectory
  private var ready: ArraySlice<ChatStep> = []
  private(set) var name = ""

  init(_ paths: [String]) throws {
    directory = try Self.directory(paths.filter { $0 != "-" })
    tree = InputTree(paths)
    let place = ChatPlace("users.json", .byte, 0)
    for person in directory.people.values.sorted(by: { $0.key < $1.key }) {
      ready.append(.event(.person(person), at: place))
    }
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
      name = stream.name
      guard stream.fileExtension == "json" || stream.isNamed, !SlackDirectory.isPart(stream.fileName),
        ![
          "integration_logs.json", "canvases.json", "lists.json", "org_users.json", "huddle_transcripts.json",
        ]
        .contains(stream.fileName)
      else { continue }
      let parts = stream.path.split(separator: "/").map(String.init)
      let folder = parts.count > 1 ? parts[parts.count - 2] : nil
      return .reader(SlackReader(name, folder: folder, directory: directory) { try stream.read() })
    }
    return nil
  }

  private static func directory(_ paths: [String]) throws -> SlackDirectory {
    var directory = SlackDirectory()
    var tree = InputTree(paths)
    while let stream = try tree.next() {
      guard SlackDirectory.isPart(stream.fileName) else { continue }
      var elements = JSONElements(opening: [""]) { try stream.read() }
      // What is wrong with one of them is told by the messages' names.
      while let element = try? elements.next() {
        if case .value("*", let value, _) = element, let entry = value.object {
          directory.add(stream.fileName, entry)
        }
      }
    }
    return directory
  }
}
