import Daybook
import DaybookInput
import DaybookModel

/// A file that is being read, whatever number of messages are in it.
final class OpenMailbox {
  let name: String
  let source: SyncSource
  /// See ``ByteStream/isNamed``.
  let isNamed: Bool
  /// Whether a message was found in it.
  private(set) var hasFound = false
  private var mbox: MboxReader?
  private var single: (() throws(LedgerError) -> MboxMessage)?

  init(_ stream: ByteStream, _ form: MailImporter.Form, sourceName: String?) throws(LedgerError) {
    (name, isNamed) = (stream.name, stream.isNamed)
    var dialect: MboxDialect?
    var isMbox = false
    var beginning: [UInt8] = []
    switch form {
    case .mbox(let named): (isMbox, dialect) = (true, named)
    case .eml, .any:
      while beginning.count < 5 {
        let chunk = try stream.read()
        if chunk.isEmpty { break }
        beginning += chunk
      }
      isMbox = beginning.starts(with: Array("From ".utf8))
    }
    // A file that was named as a single message, but turns out to be an mbox, is read as an mbox.
    var isMailbox = isMbox
    if case .eml = form { isMailbox = false }
    source = SyncSource(.mail, name: sourceName ?? (isMailbox ? stream.fileName : stream.place))
    let read = { () throws(LedgerError) -> [UInt8] in
      if beginning.isEmpty { return try stream.read() }
      defer { beginning = [] }
      return beginning
    }
    if isMbox {
      mbox = MboxReader(dialect: dialect, read: read)
    } else {
      single = { () throws(LedgerError) in
        try SingleMessage.read(isApple: stream.fileExtension == "emlx", read)
      }
    }
  }

  func next() throws -> MboxEntry? {
    if let read = single {
      single = nil
      return .message(try read())
    }
    let entry = try mbox?.next()
    if case .message = entry { hasFound = true }
    return entry
  }
}

/// A file that is one message: EML as most programs write it, a file of a maildir, or Apple Mail's emlx.
enum SingleMessage {
  /// `read` gives the next bytes of the file, and none at its end.
  static func read(
    isApple: Bool, _ read: () throws(LedgerError) -> [UInt8]
  ) throws(LedgerError) -> MboxMessage {
    var bytes: [UInt8] = []
    var isCut = false
    while true {
      let chunk = try read()
      if chunk.isEmpty { break }
      let room = MboxReader.messageBytesMax - bytes.count
      bytes += chunk.prefix(room)
      if chunk.count > room { isCut = true }
    }
    var message = message(bytes, isApple: isApple)
    message.isCut = isCut
    return message
  }

  static func message(_ bytes: [UInt8], isApple: Bool) -> MboxMessage {
    var content = bytes[...]
    if content.starts(with: [0xef, 0xbb, 0xbf]) { content = content.dropFirst(3) }
    if isApple, let end = content.firstIndex(of: 0x0a),
      let length = Int(String(decoding: content[..<end].filter { $0 != 0x20 && $0 != 0x0d }, as: UTF8.self)),
      length >= 0
    {
      // What follows is a property list.
      content = content[(end + 1)...].prefix(length)
    }
    var message = MboxMessage(line: 1, offset: 0, fromLine: [], bytes: [])
    // Some files were taken out of an mbox with the line that begins a message there.
    if content.starts(with: Array("From ".utf8)), let end = content.firstIndex(of: 0x0a) {
      message.fromLine = Array(content[..<end])
      content = content[(end + 1)...]
    }
    message.bytes = Array(content)
    return message
  }
}

extension ByteStream {
  /// The folder or the archive that it is in: messages alone are one source together.
  fileprivate var place: String {
    if name == InputTree.standardInputName { return name }
    let root = name.hasSuffix(path) ? name.dropLast(path.count) : ""
    return root.split(separator: "/").last { $0 != "." && $0 != ".." }.map(String.init) ?? "eml"
  }
}
