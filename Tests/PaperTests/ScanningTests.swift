import DaybookLocking
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookPaper

/// `zbarimg` reads every form of the code.
@Suite(
  .tools("zbarimg"))
struct ScanningTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// What a scanner reads in a picture.
  private func scanned(_ picture: Picture) throws -> String {
    try Data(picture.graymap).write(to: URL(filePath: sandbox.work + "/code.pgm"))
    let outcome = try sandbox.run(try #require(SystemTool.path("zbarimg")), ["--quiet", "--raw", "code.pgm"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test(arguments: [RecoveryPaper.Code.halfBlocks, .spaces], [0, 255] as [UInt8])
  func onTerminals(_ code: RecoveryPaper.Code, _ background: UInt8) throws {
    let key = Samples.key(2)
    let text = Samples.paper(key).text(width: 80, code: code)
    // A terminal, dark or light, with all that it shows around the code.
    let terminal = try Terminal(text, background: background)
    let read = try scanned(terminal.picture)
    #expect(typed(read) == .success(key.paper) && read == key.paper + "\n")
  }

  @Test(.seeded) func onPaper() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<3 {
      let key = Samples.key(&random)
      let picture = try #require(Picture(svg: Samples.paper(key).html()))
      #expect(try scanned(picture) == key.paper + "\n")
    }
  }

  /// A stain covers a part of the print.
  @Test func withAStain() throws {
    let key = Samples.key(3)
    var picture = try #require(Picture(svg: Samples.paper(key).html()))
    let middle = picture.width / 2
    for row in middle - 4...middle + 4 {
      for column in middle - 4...middle + 4 { picture[column, row] = 0 }
    }
    #expect(try scanned(picture) == key.paper + "\n")
  }
}
