import Daybook
import DaybookTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Data that goes into a ledger and out of it piece by piece.
@Suite struct LargeDataTests {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) })
  }

  @Test(arguments: [0, 1, 16 << 10, (16 << 10) + 1, 3_000_000])
  func aFileGoesInAndComesOut(count: Int) async throws {
    try await withFolder { folder in
      let ledger = try Ledger.inMemory(systems: [])
      let (source, copy) = (folder.appending(path: "in"), folder.appending(path: "out"))
      let content = bytes(count)
      try content.write(to: source)
      let value = try ledger.storeData(contentsOf: source.path)
      #expect((value.string != nil) == (count <= 16 << 10))
      #expect(try ledger.copyBlob(value, to: copy.path) == Int64(count))
      let isSame = try Data(contentsOf: copy) == content
      #expect(isSame)
      // Only its owner reads it, and nothing is left beside it.
      let mode = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["in", "out"])
    }
  }

  @Test func whatIsThereStaysWhereTheContentIsNot() async throws {
    try await withFolder { folder in
      let ledger = try Ledger.inMemory(systems: [])
      let (source, copy) = (folder.appending(path: "in"), folder.appending(path: "out"))
      try bytes(40_000).write(to: source)
      try bytes(3).write(to: copy)
      let elsewhere = try Ledger.inMemory(systems: []).storeData(contentsOf: source.path)
      #expect(try ledger.copyBlob(elsewhere, to: copy.path) == nil)
      #expect(throws: LedgerError.self) { try ledger.copyBlob("no base64!", to: copy.path) }
      #expect(try Data(contentsOf: copy) == bytes(3))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["in", "out"])
    }
  }

  @Test func whatIsNoFileIsRefused() async throws {
    try await withFolder { folder in
      let ledger = try Ledger.inMemory(systems: [])
      let missing = #expect(throws: LedgerError.self) {
        try ledger.storeData(contentsOf: folder.appending(path: "none").path)
      }
      #expect(missing?.file == folder.appending(path: "none").path)
      #expect(throws: LedgerError.self) { try ledger.storeData(contentsOf: folder.path) }
      #expect(throws: LedgerError.self) { try ledger.copyBlob("aGk=", to: folder.path) }
      #expect(throws: LedgerError.self) {
        try ledger.copyBlob("aGk=", to: folder.appending(path: "none/out").path)
      }
    }
  }

  /// A link is followed both ways, and stays one.
  @Test func linksAreFollowed() async throws {
    try await withFolder { folder in
      let ledger = try Ledger.inMemory(systems: [])
      let (real, link) = (folder.appending(path: "real"), folder.appending(path: "link"))
      try bytes(20_000).write(to: real)
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: real.path)
      let value = try ledger.storeData(contentsOf: link.path)
      try bytes(1).write(to: real)
      #expect(try ledger.copyBlob(value, to: link.path) == 20_000)
      let isSame = try Data(contentsOf: real) == bytes(20_000)
      #expect(isSame)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == real.path)
    }
  }

  /// One that leads nowhere yet, too.
  @Test func aLinkThatLeadsNowhereStaysOne() async throws {
    try await withFolder { folder in
      let ledger = try Ledger.inMemory(systems: [])
      let (real, link) = (folder.appending(path: "real"), folder.appending(path: "link"))
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real")
      #expect(AtomicFile.exists(link.path) && !AtomicFile.exists(real.path))
      #expect(try ledger.copyBlob("aGk=", to: link.path) == 2)
      #expect(try Data(contentsOf: real) == Data("hi".utf8))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "real")
    }
  }

  /// What somebody left who was killed goes, but nothing else.
  @Test func leftoversAreRemoved() async throws {
    try await withFolder { folder in
      let out = folder.appending(path: "out")
      try bytes(3).write(to: out)
      let old = [".out.123.part", ".out.x.part", ".out..part", ".outer.1.part", "out.1.part"]
      for name in old + [".out.124.part"] {
        let path = folder.appending(path: name).path
        try bytes(1).write(to: URL(fileURLWithPath: path))
        guard old.contains(name) else { continue }
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: path)
      }
      AtomicFile.removeLeftovers(of: out.path)
      #expect(
        try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
          == Set(old.dropFirst() + [".out.124.part", "out"]))
    }
  }
}
