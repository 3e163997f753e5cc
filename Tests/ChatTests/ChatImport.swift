import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookChats
@testable import Messaging

func run(
  _ network: ChatNetwork, _ paths: [String], into ledger: Ledger, me: [String] = [], user: String? = nil
) async throws -> SyncReceipt {
  var options = ChatImporter.Options(zone: FixedZone())
  (options.ownNames, options.user) = (me, user)
  return try await ledger.importAll(try ChatImporter(network, paths, options))
}

/// Files of these names with these texts.
func folder(_ files: [String: String]) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for (name, text) in files {
    let path = folder.path + "/" + name
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
  return folder
}

func rows(_ kind: String, _ ledger: Ledger) async throws -> [Row] {
  try await ledger.query(Query(kind)).rows
}
