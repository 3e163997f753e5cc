import Foundation
import Testing

/// Runs the example programs as their users do.
@Suite struct ProgramTests {
  @Test func mydaybookKnowsRecipes() throws {
    let place = try Place()
    let ledger = place.path("kitchen")
    _ = try place.run("mydaybook", "init", ledger)
    _ = try place.run(
      "mydaybook", "upsert", "recipes.recipe", "soup", "--new", "--set", "title=The Soup", "servings=2",
      "--ledger",
      ledger)
    _ = try place.run(
      "mydaybook", "upsert", "recipes.ingredient", "salt", "--new", "--set", "name=salt", "amount=3",
      "recipe=soup",
      "--ledger", ledger)
    _ = try place.run("mydaybook", "recipes", "scale", "the soup", "4", "--ledger", ledger)
    let list = try place.run("mydaybook", "recipes", "--ledger", ledger, "--format", "csv")
    #expect(list == "title,servings,difficulty,id\nThe Soup,4,easy,soup\n")
    let salt = try place.run("mydaybook", "get", "recipes.ingredient", "salt", "--ledger", ledger)
    #expect(salt.contains("\"amount\":6"))
  }

  @Test func importContactsReadsCards() throws {
    let place = try Place()
    let cards = place.path("cards")
    try FileManager.default.createDirectory(atPath: cards, withIntermediateDirectories: true)
    for (file, name) in [("a", "Ann Lee"), ("b", "Bo Chen")] {
      try "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nEMAIL:\(file)@example.com\r\nEND:VCARD\r\n"
        .write(toFile: "\(cards)/\(file).vcf", atomically: true, encoding: .utf8)
    }
    let ledger = place.path("people")
    let first = try place.run("import-contacts", ledger, cards)
    #expect(first.contains("cards: 2 read, 2 new"))
    #expect(first.contains("Bo Chen  b@example.com"))
    let second = try place.run("import-contacts", ledger, cards)
    #expect(second.contains("cards: 2 read, 0 new, 0 events"))
  }

  @Test func twoMachinesThatFollowExchangeRecipes() throws {
    let place = try Place()
    let (one, stick, two) = (place.path("one"), place.path("stick"), place.path("two"))
    _ = try place.run("follow", one, stick, "0")
    // Another machine begins with a copy of the folder.
    try FileManager.default.copyItem(atPath: stick, toPath: two)
    _ = try place.run("follow", two, stick, "0", machine: "two")
    let output = try place.run("follow", one, stick, "0")
    // 24 of recipes, and the first of the other machine's replica.
    #expect(output.contains("received: 25 events"))
    #expect(output.contains("changed: recipe"))
  }
}

/// A temporary folder, with a state and a cache of its own.
private final class Place {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path() }

  /// - Returns: the standard output.
  func run(_ program: String, _ arguments: String..., machine: String = "one") throws -> String {
    let process = Process()
    process.executableURL = Self.products.appending(path: program)
    process.arguments = arguments
    process.environment = [
      "DAYBOOK_STATE_DIR": path("state-\(machine)"), "DAYBOOK_CACHE_DIR": path("cache-\(machine)"),
      "HOME": folder.path(), "TZ": "UTC",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    try #require(process.terminationStatus == 0, "\(program) \(arguments): \(text)")
    return text
  }

  /// Where the programs are that were built with these tests: beside the bundle of the tests.
  private static var products: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }
}
