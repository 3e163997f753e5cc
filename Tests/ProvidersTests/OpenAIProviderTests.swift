import DaybookModel
import DaybookOpenAI
import DaybookProviders
import Synchronization
import Testing

/// Against a server of the test's own: no network.
struct OpenAIProviderTests {
  private static let question = TextRequest(system: "Be brief.", user: "Who?", wantsJSON: true)

  /// Pauses that are told and not made.
  private final class Pauses: Sendable {
    private let made = Mutex<[Duration]>([])
    var all: [Duration] { made.withLock { $0 } }
    func add(_ pause: Duration) { made.withLock { $0.append(pause) } }
  }

  private static func ask(
    _ server: LocalServer, key: String? = nil, timeoutSeconds: Double = 20, pauses: Pauses = Pauses()
  ) async throws -> String {
    let endpoint = TextEndpoint(url: server.url, model: "small", timeoutSeconds: timeoutSeconds)
    return try await OpenAIProvider(endpoint, key: key) { pauses.add($0) }.complete(question)
  }

  private static func failure(_ server: LocalServer, timeoutSeconds: Double = 20) async -> LedgerError? {
    do {
      _ = try await ask(server, timeoutSeconds: timeoutSeconds)
      return nil
    } catch {
      return error as? LedgerError
    }
  }

  @Test func asksAndAnswers() async throws {
    let server = try LocalServer(.chat("Ann\n\u{e4}"))
    #expect(try await Self.ask(server, key: "secret") == "Ann\n\u{e4}")
    let request = try #require(server.requests.first)
    #expect(request.head.hasPrefix("POST /v1/chat/completions "))
    #expect(request.head.contains("Bearer secret"))
    let body = try JSONParser.parse(request.body)
    #expect(body.object?["model"] == "small")
    #expect(
      body.object?["messages"] == [
        ["role": "system", "content": "Be brief."], ["role": "user", "content": "Who?"],
      ])
    #expect(body.object?["response_format"] == ["type": "json_object"])
  }

  @Test func withoutAKeyNoneIsSent() async throws {
    let server = try LocalServer(.chat("yes"))
    _ = try await Self.ask(server, key: "")
    #expect(server.requests.first?.head.lowercased().contains("authorization") == false)
  }

  @Test(arguments: [
    ("http://h/v1", "http://h/v1/chat/completions"), ("http://h/", "http://h/v1/chat/completions"),
    ("http://h/api/chat/completions", "http://h/api/chat/completions"),
  ])
  func anAddressLeadsToTheCompletions(url: String, expected: String) {
    #expect(TextEndpoint(url: url, model: "m").completionsURL == expected)
  }

  @Test(arguments: [429, 500, 503])
  func whatMayPassIsAskedOnceMore(status: Int) async throws {
    let server = try LocalServer(
      .http(status: status, headers: "Retry-After: 3\r\n", body: ""), .chat("then"))
    let pauses = Pauses()
    #expect(try await Self.ask(server, pauses: pauses) == "then")
    #expect(pauses.all == [.seconds(3)])
    #expect(server.requests.count == 2)
  }

  @Test func whatDoesNotPassIsAskedNoThirdTime() async throws {
    let server = try LocalServer(.http(status: 503, body: #"{"error":{"message":"too many"}}"#))
    let error = await Self.failure(server)
    #expect(error?.code == .unreachable)
    #expect(error?.what == "answered with status 503: too many")
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [
    (401, LedgerError.Code.unreachable), (404, .unreachable), (400, .badData), (302, .badData),
  ])
  func whatIsRefusedIsNotAskedAgain(status: Int, code: LedgerError.Code) async throws {
    // Nor led elsewhere, the key with it.
    let other = try LocalServer(.chat("elsewhere"))
    let server = try LocalServer(.http(status: status, headers: "Location: \(other.url)/\r\n", body: ""))
    #expect(await Self.failure(server)?.code == code)
    #expect(server.requests.count == 1)
    #expect(other.requests.isEmpty)
  }

  @Test(arguments: [
    "", "no JSON", "{", "[]", "{}", #"{"choices":[]}"#, #"{"choices":[{}]}"#, #"{"choices":{"0":1}}"#,
    #"{"choices":[{"message":{"content":5}}]}"#, #"{"choices":[{"message":{"content":null}}]}"#,
    #"{"choices":[{"message":{"content":"\ud800"}}]}"#, String(repeating: "[", count: 5000),
  ])
  func whatIsNoAnswerIsBadData(body: String) async throws {
    let error = await Self.failure(try LocalServer(.http(status: 200, body: body)))
    #expect(error?.code == .badData)
  }

  @Test func aHugeAnswerIsNotTaken() async throws {
    let server = try LocalServer(.chat(String(repeating: "x", count: 3 << 20)))
    let error = await Self.failure(server)
    #expect(error?.code == .badData)
    #expect(error?.what.contains("more than") == true)
  }

  @Test func whoIsSilentOrCutShortIsUnreachable() async throws {
    #expect(await Self.failure(try LocalServer(.silence), timeoutSeconds: 0.3)?.code == .unreachable)
    let cut = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
    let code = await Self.failure(try LocalServer(.bytes(Array(cut.utf8))))?.code
    #expect(code == .unreachable || code == .badData)
    #expect(await Self.failure(try LocalServer(.bytes([0, 255, 10])))?.code == .unreachable)
  }

  @Test func whoIsNotThereIsUnreachable() async throws {
    var port: UInt16 = 0
    do { port = try LocalServer(.silence).port }
    let endpoint = TextEndpoint(url: "http://127.0.0.1:\(port)", model: "m", timeoutSeconds: 5)
    await #expect { _ = try await OpenAIProvider(endpoint).complete(Self.question) } throws: {
      ($0 as? LedgerError)?.code == .unreachable
    }
  }

  @Test(arguments: ["", "nonsense", "ftp://h/v1", "file:///etc/passwd", "http://"])
  func whatIsNoAddressIsRefused(url: String) async {
    await #expect {
      _ = try await OpenAIProvider(TextEndpoint(url: url, model: "m")).complete(Self.question)
    } throws: {
      ($0 as? LedgerError)?.code == .usage
    }
  }
}
