import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

/// What the format promises to strangers: stock tools read every file that is not torn.
@Suite struct FormatToolsTests {
  private func run(_ name: String, _ arguments: [String], input: Data? = nil) throws -> (
    status: Int32, output: Data
  ) {
    let process = Process()
    process.executableURL = SystemTool.path(name).map { URL(filePath: $0) }
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    if let input {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try input.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      process.standardInput = try FileHandle(forReadingFrom: file)
    }
    let end = try process.start()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    try end.wait()
    return (process.terminationStatus, data)
  }

  private func paths() throws -> [String] {
    let files = try GoldenFiles.shared.get()
    return [files.sealed.name, files.open.name].map {
      GoldenFiles.folder(1).appending(path: LedgerLayout.path(of: $0, files.ledger.key.replica)).path()
    }
  }

  @Test(.tools("zstd"))
  func zstdAcceptsEveryFile() throws {
    #expect(try run("zstd", ["-t", "-q"] + paths()).status == 0)
  }

  @Test(.tools("zstd", "jq"))
  func jqReadsEveryLine() throws {
    let files = try GoldenFiles.shared.get()
    let content = try run("zstd", ["-dcq"] + paths())
    #expect(content.status == 0)
    let read = try run("jq", ["-c", "."], input: content.output)
    #expect(read.status == 0)
    let lines = content.output.split(separator: 0x0a).count
    #expect(read.output.split(separator: 0x0a).count == lines)
    #expect(lines > files.ledger.commits.reduce(0) { $0 + $1.leafCount })
  }

  @Test(.tools("sha256sum"))
  func sha256sumGivesASealedName() throws {
    let files = try GoldenFiles.shared.get()
    let output = try run("sha256sum", [paths()[0]]).output
    let digest = String(decoding: output, as: UTF8.self).prefix(32)
    guard case .sealed(_, _, let named) = files.sealed.name else {
      Issue.record("\(files.sealed.name) is not the name of a sealed file")
      return
    }
    #expect(digest == named.text)
  }

  @Test(.tools("zstd"))
  func filesThatZstdMadeAreRead() throws {
    let files = try GoldenFiles.shared.get()
    let content = files.ledger.commits[0].header.line() + [0x0a] + files.ledger.commits[0].content
    // In a pipe zstd does not know the size, and does not announce it.
    let made = try run("zstd", ["-cq", "-19"], input: Data(content))
    #expect(made.status == 0)
    let read = ReadFile([UInt8](made.output), isSealed: false)
    #expect(read.frames.count == 1)
    #expect(read.damage.isEmpty)
  }
}
