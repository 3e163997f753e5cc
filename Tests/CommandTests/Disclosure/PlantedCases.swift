// How every command is run on the planted ledger. A command that is missing here fails PlantedSecretTests.

/// A line of shell after `daybook`, which is run in every format, through a pipe and on a terminal.
struct PlantedCase: ExpressibleByStringLiteral {
  enum Output {
    /// Nothing of what is hidden, anywhere.
    case hides
    /// The same, with a mask in the place of something.
    case masks
    /// An export: all of it through a pipe, with one notice; nothing on a terminal.
    case exports
  }

  var line: String
  var output = Output.hides
  /// How it may end through a pipe.
  var statuses: Set<Int32> = [0]
  /// Whether it takes `--format`.
  var hasFormats = true

  init(stringLiteral line: String) { self.line = line }

  init(_ line: String, _ output: Output = .hides, statuses: Set<Int32> = [0], hasFormats: Bool = true) {
    (self.line, self.output, self.statuses, self.hasFormats) = (line, output, statuses, hasFormats)
  }

  /// The command's words: whatever comes before the first option, quote or path.
  var words: [String] {
    line.split(separator: " ").prefix { $0.allSatisfy { $0.isLetter || $0 == "-" } && $0.first != "-" }.map(
      String.init)
  }
}

enum PlantedCases {
  static let all =
    ledgers + entities + sam + purus + freethoughts + planner + messaging + exchange
    + following

  /// They print what the command itself consists of.
  static let withoutLedger: Set<String> = [
    "completions", "man", "messaging key", "messaging serve", "messaging firestore rules",
    "messaging firestore indexes",
  ]

  private static let waiting =
    "until [ -s .seen ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done; sleep 0.2; kill $! 2>/dev/null; "
    + "wait $! 2>/dev/null; [ -s .seen ] && cat .seen && rm .seen"

  /// Log entries while they come, through a pipe and, for a terminal, through one of its own.
  private static let following: [PlantedCase] =
    [.init("log --kind purus.drugEntry --follow --limit 3 > .seen 2>&1 & \(waiting)", .masks)]
    + (DisclosureHarness.hasTerminals
      ? [
        .init(
          // The command itself is killed: it may outlive script(1), and Ctrl-C may be ignored.
          "status >/dev/null; script -qefc 'echo $$ > .pid; exec daybook log --kind purus.drugEntry --follow "
            + "--limit 3' .seen </dev/null >/dev/null & until [ $(cat .seen | wc -l) -gt 1 ] || [ $SECONDS -gt 300 ]; do "
            + "sleep 0.05; done; sleep 0.2; kill $(cat .pid); wait; [ -s .seen ] && cat .seen && rm .seen",
          .masks,
          hasFormats: false)
      ] : [])

  private static let watching =
    "watch --limit 1 & until ! kill -0 $! 2>/dev/null; do daybook upsert purus.drugEntry {purus.drugEntry} "
    + "--set name=Zq7M0001$RANDOM >/dev/null; done; wait $!"

  private static let ledgers: [PlantedCase] = [
    .init("init other-$RANDOM$RANDOM"), "status", .init("verify", statuses: [0, 1]),
    "verify --proof out.proof", "head",
    .init("prove purus.bloodEntry {purus.bloodEntry}", statuses: [77]),
    "prove purus.bloodEntry {purus.bloodEntry} --hash-only", "audit report",
    "audit report --entity purus.medicalRecord {purus.medicalRecord}",
    "audit report --entity purus.medicalRecord {purus.medicalRecord} --export -", "repair --dry-run",
    "seal", "compact", "replay --emit jsonl", "replay --check", "replay --kind purus.bloodEntry", "log",
    "log zq7m --all", .init(watching),
    "replicate there --dry-run", "replica list",
    "replica rename own here --dry-run", "replica retire own --dry-run", "settings list",
    "settings set audit-reads on --dry-run",
    // The ledger is not locked, and stays so.
    .init("lock", statuses: [77]), .init("unlock --yes", statuses: [77]),
    .init("device list", statuses: [77]), .init("device join", statuses: [77]),
    .init("device approve own", statuses: [77]), .init("device revoke own --yes", statuses: [77]),
    .init("device rename own here --dry-run", statuses: [77]),
    .init("key check < /dev/null", statuses: [77]), .init("key recover < /dev/null", statuses: [77]),
    .init("key recovery --yes < /dev/null", statuses: [77]),
  ]

  private static let entities: [PlantedCase] = [
    .init("append secrets.jsonl --force --dry-run"),
    "upsert purus.bloodEntry {purus.bloodEntry} --set value=Zq7M0001 --dry-run",
    "link purus.bloodEntry {purus.bloodEntry} record {purus.medicalRecord} --dry-run",
    "unlink purus.bloodEntry {purus.bloodEntry} record {purus.medicalRecord} --dry-run",
    "dismiss sam.evidenceItem call --dry-run", "restore purus.bloodEntry {purus.bloodEntry} --dry-run",
    "delete purus.bloodEntry {purus.bloodEntry} --dry-run",
    "erase entity purus.medicalRecord {purus.medicalRecord} --with-belongings --dry-run", "erase status",
    "erase entity sam.person ann --with-belongings --with-referring sam.evidenceItem --dry-run",
    .init("erase withdraw 0193e0a4", statuses: [1]),
    .init("erase withdraw purus.medicalRecord {purus.medicalRecord} --with-belongings", statuses: [1]),
    "undo --dry-run", "undo --dry-run --by tester",
    "revert purus.bloodEntry {purus.bloodEntry} --as-of 2000-01-01 --dry-run", "conflicts",
    "conflicts --resolved",
    "resolve $(daybook conflicts --format jsonl 2>/dev/null | jq -r .conflict | head -1) --keep loser --dry-run",
    "get purus.medicalRecord {purus.medicalRecord}", "get purus.bloodEntry {purus.bloodEntry}",
    "get daybook.access {daybook.access}", "history purus.medicalRecord {purus.medicalRecord}",
    "history purus.bloodEntry {purus.bloodEntry}", "blame purus.medicalRecord {purus.medicalRecord}",
    "blame purus.bloodEntry {purus.bloodEntry}", "diff --from 2000-01-01", "query purus.medicalRecord",
    "query purus.bloodEntry --fields value,comment,record.personalAddress",
    "query purus.drugEntry --group-by name",
    "query daybook.access", "search zq7m0001 value", "schema list", "schema show purus.medicalRecord",
    .init("sql-views duckdb", hasFormats: false),
  ]

  private static let sam: [PlantedCase] = [
    "sam people list", "sam people add 'Cy Oh' --dry-run", "sam person ann", "sam contact ann",
    "sam duplicates",
    "sam contexts list",
    "sam contexts add 'The Ohs' --dry-run", "sam context lees", "sam participations list",
    "sam participations add ann lees --role client --dry-run",
    .init("sam participations end ben lees --dry-run", statuses: [1]),
    "sam evidence call", "sam review", "sam match --dry-run",
    .init("sam accept call --all --dry-run", statuses: [1]),
    .init("sam reject call --all --dry-run", statuses: [1]), "sam done call --dry-run",
    "sam reopen call --dry-run",
    "sam merge ann ben --dry-run", "sam note ann 'a note' --dry-run", "sam notes list ann",
    "sam notes edit said 'a word' --dry-run", "sam notes remove said --dry-run",
    "sam people edit ann --name 'Ann Oh' --dry-run", "sam people remove ann --dry-run",
    "sam contexts edit lees --kind business --dry-run", "sam contexts remove lees --dry-run",
    "sam products edit term --status Active --dry-run", "sam products remove term --dry-run",
    "sam link call ann --dry-run", "sam unlink call ann --dry-run",
    "sam timeline ann",
    "sam analyze --dry-run", "sam insights list", "sam insights generate --dry-run",
    "sam dismiss hint --dry-run",
    "sam restore hint --dry-run", "sam consents list", "sam consents require ann --type recording --dry-run",
    "sam consents grant form --dry-run", "sam consents expire form --dry-run",
    "sam consents require --context lees --dry-run", "sam consents decline form --dry-run",
    "sam consents revoke form --dry-run", "sam consents remove form --dry-run", "sam coverage list",
    "sam coverage add ann term --dry-run",
    .init("sam coverage end ben term --dry-run", statuses: [1]), "sam joint-interests list",
    "sam joint-interests add 'The house' ann ben --dry-run", "sam joint-interests end house --dry-run",
    "sam products list", "sam products add lees 'Term 30' --type life --dry-run", "sam responsibilities list",
    "sam responsibilities add ann ben --reason minor --dry-run",
    .init("sam responsibilities end ben ann --dry-run", statuses: [1]),
    "sam sync contacts \"$FIXTURES/contacts.vcf\" --dry-run",
    "sam sync calendar \"$FIXTURES/calendar.ics\" --dry-run",
    "sam sync mail \"$FIXTURES/mail/inbox.mbox\" --dry-run",
  ]

  private static let purus: [PlantedCase] = [
    "purus record list", "purus record new 'Cy Oh' --set personalAddress=Zq7M0001 --dry-run",
    "purus record edit ann personalAddress=Zq7M0001 --dry-run",
    "purus record share ann --name Zq7M0001 --dry-run",
    "purus record unshare ann --dry-run", "purus record export ann -o out-$RANDOM$RANDOM.json",
    .init("purus record export ann", statuses: [77]), "purus record import out.json --dry-run",
    "purus list",
    "purus list ann", "purus show ann", "purus card ann", "purus card ann --page out-$RANDOM$RANDOM.html",
    "purus print ann", "purus print ann --part medication --page out-$RANDOM$RANDOM.html",
    "purus blood ann", "purus blood ann glucose",
    "purus edit ann {purus.bloodEntry} comment=Zq7M0001 --dry-run",
    "purus remove ann {purus.bloodEntry} --dry-run", "purus vaccinations ann", "purus weights ann --plot",
    "purus costs",
    "purus document {purus.medicalDocumentEntry} -o out-$RANDOM$RANDOM.bin",
    .init("purus document {purus.medicalDocumentEntry} -o -", statuses: [77]),
    "purus add allergy ann Zq7M0001 --dry-run", "purus add illness ann Zq7M0001 --dry-run",
    "purus add risk ann Zq7M0001 --dry-run", "purus add history ann Zq7M0001 --dry-run",
    "purus add drug ann Zq7M0001 --dry-run", "purus add blood ann Zq7M0001 --dry-run",
    "purus add vaccination ann Flu --comment Zq7M0001 --dry-run",
    "purus add doctor ann Yu --phone Zq7M0001 --dry-run",
    "purus add contact ann Ben --phone Zq7M0001 --dry-run",
    "purus add weight ann 61 --comment Zq7M0001 --dry-run",
    "purus add cost ann 2026 5 --comment Zq7M0001 --dry-run",
    "purus add document ann essay.md --comment Zq7M0001 --dry-run",
  ]

  private static let freethoughts: [PlantedCase] = [
    "freethoughts document essay.md", "freethoughts note essay.md --quote fox hello --dry-run",
    "freethoughts notes", "freethoughts edit {note} changed --dry-run",
    "freethoughts remove {note} --dry-run",
    "freethoughts tag animals {note} --dry-run", "freethoughts tags", "freethoughts prompts list",
    "freethoughts prompts add Haiku --template 'A haiku: {selection}' --dry-run",
    "freethoughts prompts edit simplify --order 7 --dry-run", "freethoughts prompts remove expand --dry-run",
    "freethoughts prompts reset simplify --dry-run", "freethoughts provoke essay.md --quote fox --dry-run",
    "freethoughts provocations", "freethoughts reanchor essay.md --dry-run", "freethoughts export --all",
    "freethoughts export --all --as annotations",
    .init("freethoughts import notes.md --dry-run", statuses: [65]),
  ]

  private static let planner: [PlantedCase] = [
    "planner agenda", "planner meeting list", "planner meeting show budget",
    "planner meeting new Lunch --start today+12h --dry-run",
    "planner meeting edit budget --purpose figures --dry-run",
    "planner meeting summarize budget --dry-run", "planner note list", "planner note show minutes",
    "planner note add 'a thought' --dry-run", "planner note edit minutes 'another' --dry-run",
    "planner people list",
    "planner people show cy", "planner people edit cy --role clerk --dry-run",
    "planner people summarize cy --dry-run",
    "planner tag list", "planner tag add urgent --dry-run", "planner tag remove finance --dry-run",
    "planner tag rename finance money --dry-run", "planner tag color finance '#FF5733' --dry-run",
    "planner search budget", "planner embed", "planner sync calendar \"$FIXTURES/calendar.ics\" --dry-run",
  ]

  private static let messaging: [PlantedCase] =
    [
      "messaging me", "messaging people bo", "messaging inbox", "messaging read bo",
      "messaging new di=Di --text hello",
      "messaging send bo hello", "messaging edit {message} hi",
      .init("messaging unsend {message}", statuses: [0, 77]),
      .init("messaging attachment {message}", statuses: [1]), "messaging mark bo --read",
      "messaging outbox list",
      "messaging outbox retry", "messaging faq list", "messaging faq add 'Open?' 'Yes.'",
      .init("messaging faq match open", statuses: [1]),
      .init("messaging faq remove {message}", statuses: [1]), "messaging analyze",
      .init("messaging faq edit {message} --keyword x", statuses: [1]), "messaging answer",
      "messaging preferences", "messaging rename bo Boat", "messaging rename bo",
      "messaging sync --folder chat",
      // There is none, one, or one for each run of 'new'.
      .init("messaging leave di", statuses: [0, 1, 64]),
    ]

  private static let exchange: [PlantedCase] = [
    .init("export jsonl", .exports), .init("export jsonl --kind purus.bloodEntry -o -", .exports),
    .init("export csv --kind purus.drugEntry", .exports), .init("export json", .exports),
    .init("export json --system purus", .exports), .init("export fhir", .exports),
    "export jsonl -o out-$RANDOM$RANDOM.jsonl", "export csv -o out-$RANDOM$RANDOM",
    "export json -o out-$RANDOM$RANDOM.json", "export fhir -o out-$RANDOM$RANDOM.json",
    "export sqlite -o out-$RANDOM$RANDOM.db", "export markdown -o out-$RANDOM$RANDOM", "export vcf",
    "export ics",
    "sql 'SELECT * FROM purus_bloodEntry'", "sql 'SELECT * FROM daybook_history'",
    "sql \"SELECT * FROM daybook_search WHERE daybook_search MATCH 'zq7m0001'\"",
    "import jsonl all.jsonl --dry-run",
    "import json all.json --dry-run",
    "import csv drugs.csv --kind purus.drugEntry --record ann --map drug=name --dry-run",
    "import fhir all.fhir.json --dry-run", .init("import ccda all.fhir.json --dry-run", statuses: [65]),
    .init("import apple-health all.fhir.json --dry-run", statuses: [65]),
    "import files \"$FIXTURES/contacts.vcf\" --dry-run",
    "import vcf \"$FIXTURES/contacts.vcf\" --dry-run",
    "import ics \"$FIXTURES/calendar.ics\" --into sam --dry-run",
    "import mbox \"$FIXTURES/mail/inbox.mbox\" --dry-run",
    "import eml \"$FIXTURES/mail/inbox.mbox\" --dry-run",
    "import markdown notes.md --dry-run", .init("import annotations all.json --dry-run", statuses: [65]),
    .init("import whatsapp all.jsonl --chat Ann --dry-run", statuses: [65]),
    .init("import slack all.json --dry-run", statuses: [65]),
    .init("import matrix all.json --dry-run", statuses: [65]),
    .init("import telegram all.json --dry-run", statuses: [65]),
    .init("import signal all.json --dry-run", statuses: [65]),
    .init("import messenger all.json --dry-run", statuses: [65]),
    .init("import instagram all.json --dry-run", statuses: [65]),
    .init("import discord all.json --dry-run", statuses: [65]),
  ]
}
