import DaybookTestSupport
import Foundation
import Testing

/// Code that must not compile, given to the compiler that built these tests.
@Suite(.enabled(if: Compiler.path != nil)) struct RefusedCodeTests {
  private static let meeting = """
    import Daybook
    import DaybookPredicates
    import Foundation
    struct Guest: Entity { var id = ID(); var name = ""; static let schema = Schema("book.guest") }
    struct Meeting: Entity {
      var id = ID()
      var host: Ref<Guest>?
      var guests: [Ref<Guest>] = []
      static let schema = Schema("book.meeting")
    }

    """

  @Test func aReferenceHasNoFieldsToRead() throws {
    let refusals = [
      "func name(_ guest: Ref<Guest>) -> String { guest.name }",
      "func name(_ meeting: Meeting) -> String? { meeting.host?.name }",
      "func names(_ meeting: Meeting) -> [String] { meeting.guests.map(\\.name) }",
      "let path = \\Ref<Guest>.name",
      "@MainActor func name(_ guest: Ref<Guest>) -> String { guest.name }",
    ]
    for code in refusals {
      let errors = try Compiler.errors(in: Self.meeting + code)
      #expect(errors.contains("OnlyInPredicates"), "\(code): \(errors)")
    }
    let waiting = "func name(_ guest: Ref<Guest>) async -> String { await guest.name }"
    #expect(try Compiler.errors(in: Self.meeting + waiting).contains("holds an id, no fields"))
  }

  @Test func predicatesNameThem() throws {
    let code = """
      let first = #Predicate<Meeting> { $0.host?.name == "Ann" && $0.host?.id == "ann" }
      let second = #Predicate<Meeting> { $0.guests.contains { $0.name == "Bob" } }
      """
    #expect(try Compiler.errors(in: Self.meeting + code).isEmpty)
  }

  /// A name that Foundation has, too, would be ambiguous in every file that imports both.
  @Test func noNameOfTheLibraryIsFoundations() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    var names: Set<String> = []
    for module in ["DaybookModel", "DaybookView", "Daybook", "DaybookPredicates"] {
      let folder = sources.appending(path: module)
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let declaration =
          /(?m)^public (?:final |indirect )?(?:struct|enum|class|actor|protocol|typealias) (\w+)/
        for match in text.matches(of: declaration) { names.insert(String(match.1)) }
      }
    }
    #expect(names.count > 100)
    let code = names.sorted().map { "typealias Of\($0) = \($0)" }.joined(separator: "\n")
    let errors = try Compiler.errors(
      in: "import Daybook\nimport DaybookPredicates\nimport Foundation\n" + code)
    #expect(errors.isEmpty, "\(errors)")
  }
}

private enum Compiler {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { $0 + "/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What the compiler says of a file of code; empty where it compiles.
  static func errors(in code: String) throws -> String {
    let folder = try TemporaryFolder()
    // The library's own modules name these; nothing of them is used.
    try Data("module CShim {}\nmodule CZstd {}\n".utf8)
      .write(to: URL(fileURLWithPath: folder.path + "/c.modulemap"))
    try Data(code.utf8).write(to: URL(fileURLWithPath: folder.path + "/main.swift"))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = [
      "-typecheck", "-swift-version", "6", "-I", BuiltCommand.folder + "/Modules", "-Xcc",
      "-fmodule-map-file=\(folder.path)/c.modulemap", folder.path + "/main.swift",
    ]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, output)
    let end = try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    try end.wait()
    return process.terminationStatus == 0 ? "" : text
  }
}
