import DaybookTestSupport
import Foundation
import Testing

/// `tools/install` and `tools/uninstall`, in a folder of their own.
@Suite struct InstallTests {
  private static let tools = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "tools").path
  private let sandbox: Sandbox
  private var prefix: String { sandbox.work + "/a prefix" }

  init() throws { sandbox = try Sandbox() }

  private func run(_ tool: String, _ options: String...) throws -> Outcome {
    try sandbox.run("/bin/bash", ["\(Self.tools)/\(tool)", "--prefix", prefix] + options)
  }

  private func install() throws -> Outcome { try run("install", "--with", BuiltCommand.folder) }

  private func files() -> Set<String> {
    let found = FileManager.default.enumerator(atPath: prefix)?.compactMap { $0 as? String } ?? []
    return Set(found.filter { !isFolder("\(prefix)/\($0)") })
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  @Test func whatIsInstalledWorksAndIsRemoved() throws {
    let outcome = try install()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("export PATH=\"\(prefix)/bin:$PATH\""), "\(outcome.output)")
    let installed = files()
    #expect(
      installed.isSuperset(of: [
        "bin/daybook", "bin/daybook-exchange", "share/man/man1/daybook.1",
        "share/zsh/site-functions/_daybook",
        "share/bash-completion/completions/daybook", "share/fish/vendor_completions.d/daybook.fish",
      ]), "\(installed.sorted())")
    // A second installation replaces the first.
    #expect(try install().status == 0)
    #expect(files() == installed)
    let used = try sandbox.shell(
      """
      PATH="\(prefix)/bin:$PATH" && daybook init own --name here && cd own && daybook import --help >help \
        && source "\(prefix)/share/bash-completion/completions/daybook" && complete -p daybook
      """)
    #expect(used.status == 0 && used.output.contains("complete"), "\(used.output)\(used.errors)")

    let own = "\(prefix)/share/notes.txt"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: own))
    let removed = try run("uninstall")
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(files() == ["share/notes.txt"])
    #expect(!isFolder(prefix + "/bin"))
    #expect(removed.output.contains("\n  \(sandbox.work)/own\n"), "\(removed.output)")
    #expect(removed.output.contains("state stays in "), "\(removed.output)")
    let again = try run("uninstall")
    #expect(again.status == 66 && again.errors.contains("installed nothing in \(prefix)"), "\(again.errors)")
  }

  @Test func filesOfOthersAreNotReplaced() throws {
    let path = prefix + "/share/man/man1/daybook.1"
    try FileManager.default.createDirectory(
      atPath: prefix + "/share/man/man1", withIntermediateDirectories: true)
    try Data("another".utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try install()
    #expect(outcome.status == 73 && outcome.errors.contains("\(path) exists"), "\(outcome.errors)")
    #expect(files() == ["share/man/man1/daybook.1"])
  }
}
