import DaybookTestSupport
import Foundation
import Testing

/// What a newcomer sees first.
@Suite struct TourTests {
  @Test func itGoesToItsEnd() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let sandbox = try Sandbox()
    let tour = try sandbox.run(
      "/bin/bash", [root + "/tools/try", "--with", BuiltCommand.folder, "--leave", sandbox.work + "/try"],
      environment: ["PATH": path])
    #expect(tour.status == 0, "\(tour.output.suffix(1000))\n\(tour.errors.suffix(1000))")
    #expect(tour.output.hasSuffix("The command is in \(BuiltCommand.folder)\n"))
    #expect(!tour.errors.contains("--help"), "\(tour.errors)")
  }

  /// The folder that it leaves is emptied for the next tour; nobody's own is.
  @Test func itEmptiesNoFolderButItsOwn() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let sandbox = try Sandbox()
    let folder = sandbox.work + "/mine"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: folder + "/letter.txt"))
    let arguments = [root + "/tools/try", "--with", BuiltCommand.folder, "--files", "--leave", folder]
    let refused = try sandbox.run("/bin/bash", arguments)
    #expect(refused.status == 73 && refused.errors.contains("holds something else"))
    #expect(FileManager.default.fileExists(atPath: folder + "/letter.txt"))
    try FileManager.default.removeItem(atPath: folder + "/letter.txt")
    for _ in 0..<2 { #expect(try sandbox.run("/bin/bash", arguments).status == 0) }
    #expect(FileManager.default.fileExists(atPath: folder + "/contacts.vcf"))
  }
}
