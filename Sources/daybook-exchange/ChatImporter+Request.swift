import Daybook
import DaybookChats
import DaybookCommands
import DaybookModel

extension ChatImporter {
  init(_ request: ChatImportRequest) throws {
    guard let network = ChatNetwork(rawValue: request.network.rawValue) else {
      throw LedgerError(.usage, "there is no network '\(request.network.rawValue)'")
    }
    var options = Options(zone: try Self.zone(request.zone))
    options.dateOrder = request.dateOrder.flatMap { DateOrder(rawValue: $0) }
    let language = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { Environment.nonEmpty($0) }.first
    options.fallbackOrder = .usual(in: language ?? "")
    (options.user, options.ownNames, options.chatName) = (request.user, request.ownNames, request.chatName)
    options.sourceName = request.source
    try self.init(network, request.files, options)
  }

  private static func zone(_ name: String?) throws -> any ZoneOffsets {
    guard let name else { return ZoneDirectory.local() }
    guard let zone = ZoneDirectory.zone(named: name) else {
      throw LedgerError(.usage, "there is no time zone '\(name)'", advice: "name one such as Europe/Berlin")
    }
    return zone
  }
}
