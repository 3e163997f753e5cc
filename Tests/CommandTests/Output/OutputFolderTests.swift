import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookCommands

/// Folders that exports make are their owner's alone, as the ledger that they come from.
@Suite struct OutputFolderTests {
  @Test func isForItsOwnerAlone() throws {
    let sandbox = try TemporaryFolder()
    let path = sandbox.path + "/out"
    try OutputFolder.make(path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    // One that is there keeps its rights.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try OutputFolder.make(path)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o755)
  }
}
