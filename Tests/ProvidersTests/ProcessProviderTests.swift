import DaybookModel
import DaybookProviders
import DaybookTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The executable, and what stands in its place and misbehaves. One after the other: a script cannot be started
/// while a child of another test holds the descriptor that it was written by.
@Suite(.serialized)
struct ProcessProviderTests {
  private static let question = TextRequest(system: "", user: "Who?")

  /// Beside the test bundle.
  private static var executable: String {
    let own = CommandLine.arguments[0]
    let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return folder + "/daybook-provider"
  }

  private static func provider(_ path: String, url: String, timeoutSeconds: Double = 20) -> ProcessProvider {
    ProcessProvider(path: path, endpoint: TextEndpoint(url: url, model: "m", timeoutSeconds: timeoutSeconds))
  }

  /// A shell script as an executable in a folder of the test's.
  private static func script(_ text: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/provider"
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  private static func failure(_ provider: ProcessProvider) async -> LedgerError? {
    do {
      _ = try await provider.complete(question)
      return nil
    } catch {
      return error as? LedgerError
    }
  }

  @Test func theExecutableAsks() async throws {
    let server = try LocalServer(.chat("Ann"))
    let provider = Self.provider(Self.executable, url: server.url)
    #expect(try await provider.complete(Self.question) == "Ann")
    #expect(provider.name == "m")
  }

  @Test func itsErrorsAreToldOn() async throws {
    let server = try LocalServer(.http(status: 401, body: ""))
    let error = await Self.failure(Self.provider(Self.executable, url: server.url))
    #expect(error?.code == .unreachable)
    #expect(error?.what.contains("401") == true)
    #expect(error?.advice != nil)
    #expect(await Self.failure(Self.provider(Self.executable, url: "nonsense"))?.code == .usage)
  }

  @Test func aLargeQuestionGoesWhole() async throws {
    let server = try LocalServer(.chat("long"))
    let request = TextRequest(system: "", user: String(repeating: "x", count: 600_000))
    #expect(try await Self.provider(Self.executable, url: server.url).complete(request) == "long")
    #expect((server.requests.first?.body.count ?? 0) > 600_000)
  }

  @Test(arguments: [
    "exit 1", "echo no JSON", "echo '{}'", "echo '[]'", #"echo '{"error":{}}'"#, #"echo '{"text":5}'"#,
    "head -c 3000000 /dev/zero",
  ])
  func aPartThatMisbehavesIsBadData(script: String) async throws {
    let folder = try TemporaryFolder()
    let path = try Self.script(script, in: folder)
    #expect(await Self.failure(Self.provider(path, url: "http://h"))?.code == .badData)
  }

  /// It may answer before it has read all it was asked, or without reading at all.
  @Test func aPartThatDoesNotListenMayAnswer() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.script(#"exec <&-; echo '{"text":"yes"}'"#, in: folder)
    let request = TextRequest(system: "", user: String(repeating: "x", count: 900_000))
    #expect(try await Self.provider(path, url: "http://h").complete(request) == "yes")
  }

  @Test func aPartThatIsNotThereIsUnreachable() async {
    #expect(
      await Self.failure(Self.provider("/nowhere/daybook-provider", url: "http://h"))?.code == .unreachable)
  }

  @Test func aPartThatHangsIsEnded() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.script("exec tail -f /dev/null", in: folder)
    #expect {
      _ = try ChildProcess.run(path, input: [], outputBytesMax: 10, within: .milliseconds(200))
    } throws: {
      ($0 as? LedgerError)?.code == .unreachable
    }
    // So is one that has closed its output and lives on.
    let silent = try Self.script("exec tail -f /dev/null > /dev/null", in: folder)
    #expect(try ChildProcess.run(silent, input: [], outputBytesMax: 10, within: .seconds(60)).output == [])
  }
}
