import Daybook
import DaybookModel
import DaybookTestSupport

@testable import Messaging

/// Chats as other programs export them.
enum ChatFiles {
  struct Line: Equatable {
    var time: Instant
    var author: String
    var text: String
  }

  static func data(_ name: String) throws -> [UInt8] {
    try RealData.bytes("chat/" + name)
  }

  static func json(_ name: String) throws -> JSONValue { try JSONParser.parse(try data(name)) }

  /// What a reader of the file should find, oldest first.
  static func target(_ folder: String) throws -> [Line] {
    (try json("chat-miner/\(folder)/target.json").array ?? []).compactMap { entry in
      guard let time = entry.object?["timestamp"]?.string.flatMap({ Instant($0 + ".000Z") }),
        let author = entry.object?["author"]?.string, let text = entry.object?["message"]?.string
      else { return nil }
      return Line(time: time, author: author, text: text)
    }.sorted { $0.time < $1.time }
  }

  /// `2019/01/01, 11:25 - John Doe: …` and `[2019-12-24, 12:23] Jane Doe: …`, with lines that go on.
  static func lines(_ name: String) throws -> [Line] {
    var found: [Line] = []
    for line in String(decoding: try data(name), as: UTF8.self).split(separator: "\n") {
      let match = line.firstMatch(
        of: /^\[?(\d{4})[\/-](\d{2})[\/-](\d{2}), (\d{2}):(\d{2})\]?(?: -)? (.*)$/)
      guard let match else {
        if !found.isEmpty { found[found.count - 1].text += "\n" + line }
        continue
      }
      let parts = match.output.6.split(separator: ": ", maxSplits: 1)
      guard parts.count == 2,
        let time = Instant(
          "\(match.output.1)-\(match.output.2)-\(match.output.3)T\(match.output.4):\(match.output.5):00.000Z")
      else { continue }
      found.append(Line(time: time, author: String(parts[0]), text: String(parts[1])))
    }
    return found
  }

  static func telegram(_ messages: JSONValue?) -> [Line] {
    (messages?.array ?? []).compactMap { entry in
      guard let seconds = entry.object?["date_unixtime"]?.string.flatMap({ Int64($0) }),
        let author = entry.object?["from"]?.string
      else { return nil }
      let text =
        entry.object?["text"]?.string
        ?? (entry.object?["text"]?.array ?? []).compactMap { $0.object?["text"]?.string }
        .joined(separator: " ")
      return Line(time: Instant(milliseconds: seconds * 1000), author: author, text: text)
    }
  }

  /// The documents of one conversation.
  static func documents(_ conversation: String, _ lines: [Line]) throws -> [RemoteDocument] {
    var authors: [String] = []
    for line in lines where !authors.contains(line.author) { authors.append(line.author) }
    let first = ServerTime(lines[0].time)
    var documents = [
      RemoteDocument(
        path: try path(.conversation(conversation)),
        fields: ["participantIDs": .array(authors.map { .string($0) })], created: first, revision: first)
    ]
    for author in authors {
      documents.append(
        RemoteDocument(
          path: try path(.participant(author, in: conversation)), fields: ["displayName": .string(author)],
          created: first, revision: first))
    }
    for (number, line) in lines.enumerated() {
      let time = ServerTime(line.time)
      documents.append(
        RemoteDocument(
          path: try path(.message("\(conversation)-\(number)", in: conversation)),
          fields: ["senderID": .string(line.author), "text": .string(line.text)], created: time,
          revision: time))
    }
    return documents
  }

  private struct NoName: Error {}
  private static func path(_ path: RemotePath?) throws -> RemotePath {
    guard let path else { throw NoName() }
    return path
  }
}

extension ServerTime {
  init(_ instant: Instant) {
    self.init(
      seconds: instant.milliseconds / 1000, nanoseconds: instant.milliseconds % 1000 * 1_000_000)
  }
}
