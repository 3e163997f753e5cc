import DaybookModel
import DaybookOpenAI
import DaybookProviders
import DaybookTestSupport
import Testing

extension ProcessProviderTests {
  /// Embedders that answer, and those that misbehave; one after the other with the others that start children.
  struct EmbedderTests {
    private struct Fixed: Embedder {
      let name = "fixed"
      let answer: [[Float]]
      func embed(_ texts: [String]) async throws -> [[Float]] { answer }
    }

    private static func failure(_ embedder: any Embedder, _ texts: [String] = ["a", "b"]) async
      -> LedgerError?
    {
      do {
        _ = try await embedder.vectors(of: texts)
        return nil
      } catch {
        return error as? LedgerError
      }
    }

    private static func endpoint(_ server: LocalServer) -> OpenAIEmbedder {
      OpenAIEmbedder(TextEndpoint(url: server.url, model: "small", timeoutSeconds: 20), key: "k") { _ in }
    }

    @Test(
      arguments: [
        [], [[1, 2]], [[1], [1], [1]], [[], []], [[1, 2], [1]], [[1, .nan], [1, 2]], [[.infinity], [1]],
      ] as [[[Float]]])
    func whatIsNoAnswerIsRefused(answer: [[Float]]) async {
      #expect(await Self.failure(Fixed(answer: answer))?.code == .badData)
    }

    @Test func noTextsAreNotAskedFor() async throws {
      #expect(try await Fixed(answer: [[.nan]]).vectors(of: []).isEmpty)
    }

    @Test func theEndpointAnswersInAnyOrder() async throws {
      let server = try LocalServer(
        .http(
          status: 200,
          body: #"{"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0.5]}],"model":"small"}"#))
      #expect(try await Self.endpoint(server).vectors(of: ["a", "b"]) == [[1, 0.5], [0, 1]])
      let request = try #require(server.requests.first)
      #expect(request.head.hasPrefix("POST /v1/embeddings "))
      #expect(try JSONParser.parse(request.body).object?["input"] == ["a", "b"])
    }

    @Test(arguments: [
      "", "no JSON", "{}", #"{"data":{}}"#, #"{"data":[]}"#, #"{"data":[{"embedding":[1]}]}"#,
      #"{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}"#,
      #"{"data":[{"index":-1,"embedding":[1]},{"index":9,"embedding":[1]}]}"#,
      #"{"data":[{"embedding":[1]},{"embedding":["1"]}]}"#,
      #"{"data":[{"embedding":[1]},{"embedding":null}]}"#,
      #"{"data":[{"embedding":[1]},{"embedding":[1,2]}]}"#, #"{"data":[{"embedding":[]},{"embedding":[]}]}"#,
      #"{"data":[{"embedding":[1e300]},{"embedding":[1]}]}"#,
    ])
    func anEndpointThatMisbehavesIsBadData(body: String) async throws {
      let server = try LocalServer(.http(status: 200, body: body))
      #expect(await Self.failure(Self.endpoint(server))?.code == .badData)
    }

    @Test func theExecutableAsksForVectors() async throws {
      let server = try LocalServer(
        .http(status: 200, body: #"{"data":[{"embedding":[0.25,1]},{"embedding":[3,0]}]}"#))
      let embedder = ProcessEmbedder(
        path: BuiltCommand.folder + "/daybook-provider",
        endpoint: TextEndpoint(url: server.url, model: "m", timeoutSeconds: 20))
      #expect(try await embedder.vectors(of: ["a", "b"]) == [[0.25, 1], [3, 0]])
      let refusing = try LocalServer(.http(status: 401, body: ""))
      let refused = ProcessEmbedder(
        path: BuiltCommand.folder + "/daybook-provider", endpoint: TextEndpoint(url: refusing.url, model: "m")
      )
      #expect(await Self.failure(refused)?.code == .unreachable)
    }

    @Test func aCommandReadsLines() async throws {
      // A vector of the line's length and of its number.
      let embedder = CommandEmbedder(#"awk '{ printf "[%d, %d]\n", length($0), NR }'"#, name: "awk")
      #expect(try await embedder.vectors(of: ["ab", "c\nd"]) == [[4, 1], [6, 2]])
      let many = (0..<300).map { "\($0)" }
      #expect(try await embedder.vectors(of: many).map { $0[0] } == many.map { Float($0.utf8.count + 2) })
    }

    @Test func aPlainCommandReadsOneText() async throws {
      let embedder = CommandEmbedder("printf '[%d,1]' $(wc -c)", exchange: .plain)
      #expect(try await embedder.vectors(of: ["abc", "d\n"]) == [[3, 1], [2, 1]])
      #expect(embedder.name == "command:printf '[%d,1]' $(wc -c)")
    }

    @Test(arguments: [
      ("true", LedgerError.Code.badData), ("echo '[1]'", .badData), ("cat", .badData),
      ("echo nothing", .badData),
      ("printf '[1]\\n[1,2]\\n'", .badData), ("printf '[1]\\n[1e999]\\n'", .badData),
      ("printf '[1]\\n[null]\\n'", .badData), ("printf '[1]\\n[NaN]\\n'", .badData),
      ("printf '[1]\\n[1]\\n'; exit 3", .unreachable), ("echo what >&2; exit 1", .unreachable),
      ("kill -9 $$", .unreachable), ("no-such-command-of-anybody", .unreachable),
    ])
    func aCommandThatMisbehavesIsOneError(command: String, code: LedgerError.Code) async {
      let error = await Self.failure(CommandEmbedder(command))
      #expect(error?.code == code)
      #expect(error?.description.contains("\n") == false)
    }

    @Test func aCommandThatHangsIsEnded() async {
      let hanging = CommandEmbedder("exec tail -f /dev/null", limit: .milliseconds(200))
      #expect(await Self.failure(hanging)?.code == .unreachable)
    }
  }
}
