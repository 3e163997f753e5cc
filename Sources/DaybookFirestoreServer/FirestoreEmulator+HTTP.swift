import DaybookModel

extension FirestoreEmulator {
  /// An HTTP request.
  package struct Request: Sendable {
    package var method: String
    package var uri: String
    package var authorization: String?
    package var body: [UInt8]

    package init(method: String, uri: String, authorization: String?, body: [UInt8]) {
      (self.method, self.uri, self.authorization, self.body) = (method, uri, authorization, body)
    }
  }

  static let objects = "/v0/b/demo.appspot.com/o"

  /// - Parameter user: returns the user of a token; nil for an unknown token.
  package func answer(_ request: Request, user: (_ token: String) -> String?) -> Answer {
    do {
      return try route(request, user)
    } catch let refusal as Refusal {
      return .error(refusal.status, refusal.word)
    } catch {
      return .error(500, "INTERNAL")
    }
  }

  private func route(_ request: Request, _ user: (_ token: String) -> String?) throws -> Answer {
    guard let token = request.authorization, token.hasPrefix("Bearer "),
      let user = user(String(token.dropFirst("Bearer ".count)))
    else { throw Refusal(status: 401, word: "UNAUTHENTICATED") }
    let parts = request.uri.split(separator: "?", maxSplits: 1).map(String.init)
    guard let first = parts.first else { throw Refusal(status: 404, word: "NOT_FOUND") }
    let (path, query) = (Self.unescaped(first), parts.count > 1 ? parts[1] : "")
    if path.hasPrefix(Self.objects) {
      if request.method == "GET" {
        return try download(String(path.dropFirst(Self.objects.count + 1)), by: user)
      }
      let name = query.split(separator: "&").first { $0.hasPrefix("name=") }.map {
        Self.unescaped(String($0.dropFirst(5)))
      }
      return try upload(name ?? "", request.body, by: user)
    }
    let documents = "/v1/" + Self.database
    guard request.method == "POST", path.hasPrefix(documents), let colon = path.lastIndex(of: ":"),
      path.distance(from: path.startIndex, to: colon) >= documents.count
    else { throw Refusal(status: 404, word: "NOT_FOUND") }
    let body = try? JSONParser.parse(request.body)
    let parent = String(path[path.index(path.startIndex, offsetBy: documents.count)..<colon])
    switch path[path.index(after: colon)...] {
    case "commit": return try commit(body, by: user)
    case "batchGet": return try batchGet(body, by: user)
    case "runQuery": return try runQuery(body, parent: parent, by: user)
    default: throw Refusal(status: 404, word: "NOT_FOUND")
    }
  }

  private static func unescaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
