import ArgumentParser
import DaybookView
import Testing

@testable import DaybookCommands

/// Every command that may show a hidden value has a case that also checks the mask, the notice and `--reveal`, or a
/// reason to have none. `PlantedSecretTests` runs all commands on secrets.
@Suite struct CommandTreeTests {
  /// Cases by who wrote them. A system with hidden fields adds its own.
  static let cases: [DisclosureCase] = VaultCases.all + PurusCases.all

  /// Commands without a case of their own.
  static let exempt: [String: String] = [
    "init": "there is no ledger yet",
    "watch": "does not end: VaultDisclosureTests has a test of its own",
    "replica rename": "names of replicas are not hidden", "replica retire": "names no field",
    "dismiss": "answers as delete does; the vault has nothing that can be dismissed",
    "settings list": "settings are on or off", "settings set": "settings are on or off",
    "export jsonl": "holds hidden values, and says so", "export csv": "holds hidden values, and says so",
    "export sqlite": "holds hidden values, and says so", "import jsonl": "shows counts",
    "sql": "SQLTests looks for hidden values in rows, texts and events",
    "export fhir": "holds hidden values, and says so",
    "import fhir": "shows counts, and ids that are not hidden",
    "import ccda": "shows counts", "import apple-health": "shows counts",
    "import files": "shows what files are, and what the import of each shows",
    "import vcf": "shows counts", "import ics": "shows counts",
    "import whatsapp": "shows counts; messages hide nothing", "import slack": "as import whatsapp",
    "import matrix": "as import whatsapp", "import telegram": "as import whatsapp",
    "import signal": "as import whatsapp", "import messenger": "as import whatsapp",
    "import instagram": "as import whatsapp", "import discord": "as import whatsapp",
    "import json": "shows counts, and names of fields",
    "export json": "holds hidden values, and says so",
    "import markdown": "shows counts; notes hide nothing",
    "import annotations": "shows counts; notes hide nothing",
    "import csv": "shows counts, and of a table that cannot be read only the file's cell",
    "export markdown": "shows counts; a notice says that the files hold hidden values",
    "erase entity": "shows counts, and names of fields",
    "erase status": "shows ids, counts and names of fields",
    "erase withdraw": "shows ids",
    "lock": "shows counts", "unlock": "shows counts, and names of files",
    "device list": "shows ids, and names of machines", "device join": "shows ids and words",
    "device approve": "as device list", "device revoke": "as device list",
    "device rename": "names of devices are not hidden", "key check": "says yes or no",
    "key recover": "as device list", "messaging key": "shows nothing of the ledger",
    "key recovery": "shows a new key, and nothing of the ledger",
    "import mbox": "shows counts", "import eml": "shows counts",
    "export vcf": "holds hidden values, and says so", "export ics": "holds hidden values, and says so",
    "completions": "reads no ledger", "man": "reads no ledger",
    "sql-views": "prints a script, and reads no ledger",
  ]

  /// Of which only the commands of every ledger, and exports, know.
  private static let tombstoneFields: Set<String> = [
    "sourceCard", "sourceCardData", "sourceComponent", "sourceComponentData",
  ]

  @Test func everyCommandIsCovered() throws {
    let schemas = RegisteredSystems.registry()
    let covered = Self.cases.map(\.words)
    for path in Self.leaves(DaybookCommand.self, []) {
      let name = path.joined(separator: " ")
      // Commands of a system that hides nothing, or only what an entity came with, show nothing that is hidden.
      let isOpen = !schemas.kinds.contains { kind in
        kind.kind.hasPrefix(path[0] + ".")
          && kind.fields.contains { $0.isSensitive && !Self.tombstoneFields.contains($0.name) }
      }
      let isOfSystem = schemas.systems.contains { $0.name == path[0] }
      if isOfSystem && isOpen { continue }
      let isCovered = covered.contains { $0.starts(with: path) }
      #expect(isCovered != (Self.exempt[name] != nil), "\(name) has no case, or one too many")
    }
  }

  @Test func whatIsExemptExists() {
    let names = Self.leaves(DaybookCommand.self, []).map { $0.joined(separator: " ") }
    for name in Self.exempt.keys { #expect(names.contains(name), "\(name)") }
  }

  /// Only the command that is meant is parsed; what help says must not show it.
  @Test func helpNamesTheWholeCommand() throws {
    // Some of them: the whole tree is read for each.
    for (index, path) in Self.leaves(DaybookCommand.self, []).enumerated() where index % 9 == 0 {
      var help = try CommandNames.parse(path + ["--help"], in: DaybookCommand.self)
      let error = #expect(throws: (any Error).self) { try help.run() }
      let text = error.map { DaybookCommand.fullMessage(for: $0) } ?? ""
      #expect(text.contains("USAGE: daybook \(path.joined(separator: " "))"), "\(path)")
    }
  }

  /// The commands without subcommands, by their names.
  static func leaves(_ command: any ParsableCommand.Type, _ path: [String]) -> [[String]] {
    let all = command.configuration.subcommands
    if all.isEmpty { return [path] }
    return all.flatMap { leaves($0, path + [$0.configuration.commandName ?? $0._commandName]) }
      + (command.configuration.defaultSubcommand == nil && !path.isEmpty && all.isEmpty ? [path] : [])
  }
}
