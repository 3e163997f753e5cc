import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookCommands

@Suite struct LedgerLocationTests {
  let sandbox: Sandbox
  let ledger: String

  init() throws {
    sandbox = try Sandbox()
    ledger = sandbox.ledger
    try FileManager.default.createDirectory(
      atPath: ledger + "/a/b", withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: ledger + "/daybook.json"))
  }

  @Test func theNamedOneComesFirst() throws {
    #expect(try LedgerLocation.find(named: ledger, fromEnvironment: "/nowhere", from: "/") == ledger)
    #expect(try LedgerLocation.find(named: nil, fromEnvironment: ledger, from: "/") == ledger)
  }

  @Test(arguments: ["", "/a", "/a/b"]) func theNearestUpwards(_ below: String) throws {
    #expect(try LedgerLocation.find(named: nil, fromEnvironment: nil, from: ledger + below) == ledger)
  }

  @Test(
    arguments: [
      ("/nowhere", nil, "/"), (nil, "/nowhere", "/"), (nil, nil, "/"), (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func noLedger(_ named: String?, _ environment: String?, _ directory: String?) {
    #expect {
      try LedgerLocation.find(named: named, fromEnvironment: environment, from: directory)
    } throws: { ($0 as? LedgerError)?.code == .noLedger }
  }
}
