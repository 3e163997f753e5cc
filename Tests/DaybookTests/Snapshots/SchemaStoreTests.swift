import Daybook
import DaybookTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an executable's schemas say is kept for this very file alone.
@Suite struct SchemaStoreTests {
  private let folder = try? TemporaryFolder()

  private func path(_ name: String) throws -> String { try #require(folder).path + "/" + name }

  private func cache(_ executable: String, ledger: String = "/nowhere") throws -> SchemaCache? {
    SchemaStore.cache(ledger: ledger, cacheDirectory: try path("cache"), executable: executable)
  }

  @Test func isReadAgain() throws {
    let cache = try #require(try cache("/bin/sh"))
    #expect(cache.read("sam") == nil)
    cache.write("sam", [1, 2, 3])
    #expect(cache.read("sam") == [1, 2, 3] && cache.read("purus") == nil)
    cache.write("sam", [4])
    #expect(try #require(try self.cache("/bin/sh")).read("sam") == [4])
  }

  @Test func isNoOtherPrograms() throws {
    try #require(try cache("/bin/sh")).write("sam", [1])
    #expect(try #require(try cache("/bin/ls")).read("sam") == nil)
    #expect(try cache(try path("none")) == nil)
  }

  @Test func aProgramThatJustCameIsNotKept() throws {
    let program = try path("program")
    try Data([1]).write(to: URL(filePath: program))
    let cache = try #require(try cache(program))
    cache.write("sam", [1])
    #expect(cache.read("sam") == nil)
  }

  @Test func anotherHeadIsNotBelieved() throws {
    let cache = try #require(try cache("/bin/sh"))
    cache.write("sam", [1, 2, 3])
    let schemas = try path("cache/schemas")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: schemas).first)
    let file = URL(filePath: schemas + "/" + name)
    let whole = try Data(contentsOf: file)
    for place in 0..<whole.count - 3 {
      var damaged = whole
      damaged[place] ^= 1
      try damaged.write(to: file)
      #expect(cache.read("sam") == nil, "byte \(place)")
    }
    try Data().write(to: file)
    #expect(cache.read("sam") == nil)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    #expect(cache.read("sam") == nil)
    cache.write("sam", [1])
    #expect(cache.read("sam") == nil)
  }

  @Test func nothingIsKeptWithinALedger() throws {
    try FileManager.default.createDirectory(atPath: try path("cache"), withIntermediateDirectories: true)
    #expect(try cache("/bin/sh", ledger: try #require(folder).path) == nil)
  }
}
