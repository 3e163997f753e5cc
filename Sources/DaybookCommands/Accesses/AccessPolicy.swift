import Daybook

/// How the access audit treats a command.
package enum AccessPolicy: Sendable, Equatable {
  /// It shows data of the ledger: every run is recorded.
  case reads
  /// The same, but it takes an author, who is then recorded as the reader.
  case readsAndWrites
  /// The events that it writes record what it does. A dry run shows values and writes no events, so the run is
  /// recorded.
  case writes
  /// It shows data of the ledger only with this option.
  case readsWith(String)
  /// It shows no data of the ledger, for this reason.
  case exempt(String)

  /// The policy of the command with this name. A command without a policy is recorded.
  static func of(_ name: String) -> AccessPolicy {
    all[name] ?? (CommandParts.added(name) is any WritingCommand.Type ? .writes : .reads)
  }

  /// In other commands, the author's option selects events.
  var takesAuthor: Bool { self == .readsAndWrites || self == .writes }

  func isWriting(_ run: CommandRun) -> Bool {
    (self == .writes || self == .readsAndWrites) && !run.has("--dry-run")
  }

  func isReading(_ run: CommandRun) -> Bool {
    switch self {
    case .reads, .readsAndWrites: true
    case .writes: run.has("--dry-run")
    case .readsWith(let option): run.has(option) || run.value(of: option) != nil
    case .exempt: false
    }
  }
}

extension Access {
  /// The access that a run of the command makes.
  init(_ run: CommandRun, by author: String, viewer: String?) {
    self.init()
    (by, command, arguments) = (author, run.name, run.arguments)
    (kind, entity, self.viewer) = (run.kind, run.entity, viewer)
    revealed = run.has("--reveal")
  }
}

// Every command with its policy for the access audit. A command that is missing here is recorded, and AccessPolicyTests
// fails until somebody adds it.

extension AccessPolicy {
  package static let all: [String: AccessPolicy] = {
    var all = reasons.mapValues { AccessPolicy.exempt($0) }
    for (names, policy) in [
      (readers, AccessPolicy.reads), (readersAndWriters, .readsAndWrites), (writers, .writes),
    ] {
      for name in names { all[name] = policy }
    }
    // Counts and a digest, or what each event changed.
    all["replay"] = .readsWith("--emit")
    return all
  }()

  private static let reasons = [
    "init": "there is nothing in it yet", "completions": "opens no ledger", "man": "opens no ledger",
    "schema list": "opens no ledger", "schema show": "opens no ledger",
    "status": "shows counts, replicas and files", "verify": "shows heads and what is wrong with files",
    "head": "shows sizes and hashes", "repair": "shows which files it repairs",
    "seal": "shows files", "compact": "shows files", "replicate": "copies files, as cp does, and shows none",
    "erase entity": "shows counts, and where it found the values that were given to it",
    "erase status": "shows what was erased and by whom, and none of it",
    "lock": "shows counts", "unlock": "shows counts and files", "device list": "shows the devices",
    "device join": "shows words and ids", "key check": "says yes or no",
    "key recover": "shows the device", "messaging key": "opens no ledger",
    "replica list": "shows the machines that write", "settings list": "shows what is on and off",
    "planner embed": "shows counts", "messaging serve": "opens no ledger",
    "messaging firestore rules": "opens no ledger", "messaging firestore indexes": "opens no ledger",
    "sql-views": "prints a script, and reads no ledger",
  ]

  private static let readers = [
    "get", "query", "search", "log", "watch", "conflicts", "prove", "audit report", "history", "blame",
    "diff", "sql", "export json", "export jsonl", "export csv", "export sqlite",
    // SAM.
    "sam people list", "sam person", "sam contact", "sam duplicates", "sam contexts list", "sam context",
    "sam participations list", "sam evidence", "sam review", "sam notes list", "sam timeline",
    "sam insights list", "sam consents list", "sam coverage list", "sam joint-interests list",
    "sam products list", "sam responsibilities list",
    // Purus Health.
    "purus list", "purus show", "purus document", "purus card", "purus print", "purus costs",
    "purus vaccinations",
    "purus weights", "purus blood", "purus record list", "purus record export", "export fhir",
    // FreeThoughts.
    "freethoughts document", "freethoughts notes", "freethoughts export", "freethoughts prompts list",
    "freethoughts provocations", "freethoughts tags",
    // Planner.
    "planner agenda", "planner meeting list", "planner meeting show", "planner note list",
    "planner note show", "planner people list", "planner people show", "planner search",
    "planner tag list",
    // Other programs' formats.
    "export markdown", "export vcf", "export ics",
  ]

  /// They write their results, and show what they read: a prompt about a note, a draft, a list.
  private static let readersAndWriters = [
    "freethoughts provoke", "freethoughts reanchor", "planner meeting summarize",
    "planner people summarize", "sam analyze", "messaging analyze", "messaging inbox", "messaging read",
    "messaging people", "messaging me", "messaging attachment", "messaging outbox list",
    "messaging faq list", "messaging faq match", "messaging answer", "messaging preferences",
  ]

  private static let writers = [
    "append", "upsert", "link", "unlink", "dismiss", "restore", "delete", "undo", "revert", "resolve",
    "erase withdraw",
    "device approve", "device revoke", "device rename", "key recovery",
    "replica rename", "replica retire", "settings set",
    // Other programs' formats.
    "import files", "import vcf", "import ics", "import jsonl",
    "import whatsapp", "import slack", "import matrix", "import telegram", "import signal",
    "import messenger", "import instagram", "import discord", "import json",
    "import markdown", "import annotations", "import csv",
    "import fhir", "import ccda", "import apple-health",
    // SAM.
    "sam people add", "sam people edit", "sam people remove", "sam contexts edit", "sam contexts remove",
    "sam products edit", "sam products remove", "sam notes edit", "sam notes remove", "sam link",
    "sam unlink",
    "sam merge", "sam contexts add", "sam participations add", "sam participations end",
    "sam done", "sam reopen", "sam match", "sam accept", "sam reject", "sam note", "sam dismiss",
    "sam restore", "sam insights generate", "sam consents grant", "sam consents decline",
    "sam consents revoke", "sam consents expire", "sam consents remove", "sam consents require",
    "sam coverage add", "sam coverage end",
    "sam joint-interests add", "sam joint-interests end", "sam products add", "sam responsibilities add",
    "sam responsibilities end", "sam sync calendar", "sam sync contacts", "sam sync mail",
    // Purus Health.
    "purus edit", "purus remove", "purus add document", "purus add allergy", "purus add illness",
    "purus add risk", "purus add history",
    "purus add weight", "purus add cost", "purus add doctor", "purus add contact", "purus add blood",
    "purus add drug", "purus add vaccination", "purus record new", "purus record edit",
    "purus record share", "purus record unshare", "purus record import",
    // FreeThoughts.
    "freethoughts note", "freethoughts edit", "freethoughts remove", "freethoughts tag",
    "freethoughts import", "freethoughts prompts add",
    "freethoughts prompts edit", "freethoughts prompts remove", "freethoughts prompts reset",
    // Planner.
    "planner meeting new", "planner meeting edit", "planner note add", "planner note edit",
    "planner people edit", "planner tag add", "planner tag remove", "planner tag rename",
    "planner tag color", "planner sync calendar",
    // Messaging.
    "messaging new", "messaging leave", "messaging edit", "messaging unsend", "messaging mark",
    "messaging send", "messaging outbox retry", "messaging faq add", "messaging faq edit",
    "messaging faq remove", "messaging rename", "messaging sync",
    // Exchange.
    "import mbox", "import eml",
  ]
}
