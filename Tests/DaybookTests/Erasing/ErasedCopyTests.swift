import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// What this machine knows to be erased does not come back into its cache from a copy of before.
@Suite struct ErasedCopyTests {
  private let folder: TemporaryFolder
  private var cache: String { folder.path + "/cache" }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String) async throws -> Ledger {
    var options = LedgerOptions.prompt
    options.snapshots = .always
    // Files that were written just now are not told apart from others by their times.
    options.fileTime = { SystemClock.now().milliseconds * 1_000_000 + 60_000_000_000 }
    (options.stateDirectory, options.cacheDirectory) = (folder.path + "/state", cache)
    return try await Ledger.open(at: "\(folder.path)/\(name)", systems: [.house], options: options)
  }

  private func using(_ name: String, _ body: (Ledger) async throws -> Void) async throws {
    let ledger = try await open(name)
    try await body(ledger)
    await ledger.close()
  }

  private func prepare() async throws {
    var options = LedgerOptions.prompt
    options.stateDirectory = folder.path + "/state"
    try await Ledger.create(at: folder.path + "/l", options: options)
    try await using("l") { ledger in
      try await ledger.commit { batch in
        try batch.upsert(Member(id: "ann") { $0.name = "Ann Zanzibarova" })
        for number in 0..<2500 {
          try batch.upsert(Member(id: Ref("m\(number)")) { $0.name = "Person \(number)" })
        }
      }
    }
    try FileManager.default.copyItem(atPath: folder.path + "/l", toPath: folder.path + "/old")
  }

  private func cached() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: cache).filter { path in
      guard let data = FileManager.default.contents(atPath: "\(cache)/\(path)") else { return false }
      return data.range(of: Data("Zanzibarova".utf8)) != nil
        || data.range(of: Data("zanzibarova".utf8)) != nil
    }
  }

  @Test func whatAnOldCopyHasIsNotKept() async throws {
    try await prepare()
    try await using("old") { _ = try await $0.search(SearchRequest("zanzibarova")) }
    #expect(try !cached().isEmpty)
    try await using("l") { ledger in
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
      try await ledger.erasures.removeTexts(now: true)
    }
    #expect(try cached().isEmpty)
    for _ in 0..<2 {
      try await using("old") { ledger in
        let row = try await ledger.get(kind: "house.member", id: "ann")
        #expect(row?["name"] == "Ann Zanzibarova")
        _ = try await ledger.search(SearchRequest("zanzibarova"))
      }
      #expect(try cached() == [])
    }
    // The ledger itself is kept as before.
    try await using("l") { _ = try await $0.get(kind: "house.member", id: "ben") }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: cache).contains { $0.contains("snapshots/") })
    #expect(try cached() == [])
  }
}
