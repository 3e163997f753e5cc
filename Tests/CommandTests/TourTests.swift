import DaybookTestSupport
import Foundation
import Testing

/// What a newcomer sees first.
@Suite struct TourTests {
  @Test func itGoesToItsEnd() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let tour = try Sandbox().run(
      "/bin/bash", [root + "/tools/try", "--with", BuiltCommand.folder], environment: ["PATH": path])
    #expect(tour.status == 0, "\(tour.output.suffix(1000))\n\(tour.errors.suffix(1000))")
    #expect(tour.output.hasSuffix("The command is in \(BuiltCommand.folder)\n"))
    #expect(!tour.errors.contains("--help"), "\(tour.errors)")
  }
}
