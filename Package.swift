// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Whether another package builds a copy of this one that SwiftPM fetched: it refuses unsafe flags there.
let isDependency =
  Context.packageDirectory.contains("/checkouts/") || Context.packageDirectory.contains("/registry/")

/// Whether this is a checkout that somebody works in. While another package resolves its dependencies, SwiftPM reads this
/// manifest where there are no files; afterwards it lies in that package's build folder.
let isOwnCheckout =
  FileManager.default.fileExists(atPath: Context.packageDirectory + "/Package.swift")
  && !(isDependency && ["/.build/", "/SourcePackages/"].contains { Context.packageDirectory.contains($0) })

/// So that the linker can put each function where it is wanted (see `quickLinking`).
let placeable: [SwiftSetting] =
  isDependency
  ? []
  : [
    .unsafeFlags(
      ["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release))
  ]

/// Every Swift target: upcoming features on, warnings are errors.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
  ] + placeable

/// The command lies at a place of its own: a program that may lie anywhere has 76,000 addresses to relocate before it
/// starts. What `get` and `query` run lies together, in the order of tools/layout, so that few pages of it are touched;
/// no name of it can be looked up from outside. Measured on a cold `get` of 5.5 ms: its place and the archives save
/// 2.3 ms, the order 0.6 ms.
let layout = Context.packageDirectory + "/tools/layout"
let quickLinking: [String] =
  [
    "-use-ld=lld", "-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic", "-Xlinker",
    "--symbol-ordering-file=\(layout)/daybook.order", "-Xlinker", "--no-warn-symbol-ordering",
  ]
  // Where the archives come with the shared libraries.
  + (FileManager.default.fileExists(atPath: "/etc/debian_version")
    ? ["-L", layout + "/static", "-Xclang-linker", "-static-libgcc"] : [])

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Commands"]))
let yams = Target.Dependency.product(
  name: "Yams", package: "Yams", condition: .when(traits: ["Notes"]))

func grdb(_ name: String) -> Target.Dependency {
  .product(name: name, package: "GRDB.swift", condition: .when(traits: ["SQLite"]))
}

func nio(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-nio", condition: .when(traits: ["MessageServer"]))
}

func product(_ module: String) -> Product { .library(name: module, targets: [module]) }

func module(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, excluding: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, exclude: excluding, swiftSettings: strict)
}

/// A module that uses only what the modules below it make public, as another package's module does.
func outside(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, packageAccess: false, swiftSettings: strict)
}

/// Tests start little code often, so optimising it takes longer than it saves; what they test is optimised.
let quicklyBuilt: [SwiftSetting] =
  strict + (isDependency ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])

/// - Parameter isOptimised: for tests that compute much themselves, such as a model to compare with.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], excluding: [String] = [], isOptimised: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["DaybookTestSupport"], exclude: excluding,
    swiftSettings: isOptimised ? strict : quicklyBuilt)
}

let package = Package(
  name: "daybook",
  platforms: [.macOS(.v15)],
  products: [
    // The ledger.
    product("Daybook"),
    product("DaybookPredicates"),
    product("DaybookReport"),
    // The systems.
    product("SAM"),
    product("PurusHealth"),
    product("FreeThoughts"),
    product("Planner"),
    .library(name: "Messaging", targets: ["Messaging", "MessagingFolder"]),
    // Language models and embedders.
    product("DaybookProviders"),
    product("DaybookOpenAI"),
    // Foreign formats.
    product("DaybookContacts"),
    product("DaybookCalendars"),
    product("DaybookMail"),
    product("DaybookHealthRecords"),
    product("DaybookChats"),
    product("DaybookNotes"),
    product("DaybookTables"),
    product("DaybookAppForms"),
    product("DaybookSQLite"),
    product("DaybookSQLViews"),
    product("DaybookFirestore"),
    // The command, for programs that add systems to it.
    product("DaybookCommands"),
    .executable(name: "daybook", targets: ["daybook-cli"]),
    .executable(name: "daybook-sync-calendar", targets: ["daybook-sync-calendar"]),
    .executable(name: "daybook-exchange", targets: ["daybook-exchange"]),
    .executable(name: "daybook-provider", targets: ["daybook-provider"]),
    .executable(name: "daybook-messaging-sync", targets: ["daybook-messaging-sync"]),
  ],
  // Each one is a package that only some products need. An app that uses none of these products resolves swift-crypto
  // and swift-asn1 alone. In a checkout of this package everything is built.
  traits: [
    .trait(name: "Commands", description: "DaybookCommands (swift-argument-parser)"),
    .trait(name: "Notes", description: "DaybookNotes (Yams)"),
    .trait(name: "SQLite", description: "DaybookSQLite (GRDB)"),
    .trait(name: "MessageServer", description: "daybook-messaging-sync (swift-nio)"),
    .default(enabledTraits: isOwnCheckout ? ["Commands", "Notes", "SQLite", "MessageServer"] : []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
  ],
  targets: [
    // C, by the system's own packages.
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CIcal", pkgConfig: "libical", providers: [.apt(["libical-dev"]), .brew(["libical"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive",
      providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(
      name: "CXml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CGMime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"]), .brew(["gmime"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .target(name: "CShim"),

    // Files that their recipients alone can read, as `age` does.
    module("DaybookAge", [crypto]),

    // The ledger, bottom to top.
    module("DaybookModel", []),
    module("DaybookLog", ["DaybookModel", "CZstd", "CShim", crypto]),
    // Who can read a locked ledger, and whose commits count.
    module("DaybookLocking", ["DaybookAge", "DaybookModel", "DaybookLog", crypto, cryptoExtras]),
    module("DaybookRecords", ["DaybookModel", "DaybookLog", "CShim", crypto]),
    module("DaybookView", ["DaybookModel", "DaybookLog", "DaybookRecords", crypto]),
    module("DaybookReplication", ["DaybookModel", "DaybookLog", "DaybookLocking"]),
    module("DaybookSearch", ["DaybookModel", "DaybookView", "DaybookProviders"]),
    module(
      "Daybook",
      [
        "DaybookModel", "DaybookAge", "DaybookLog", "DaybookLocking", "DaybookRecords", "DaybookView",
        "DaybookReplication", "DaybookSearch",
      ]),
    module("DaybookPredicates", ["Daybook"]),
    // What an auditor hands on, as a page.
    outside("DaybookReport", ["Daybook", "DaybookText"]),

    // Foreign formats, a target each, so that a program links only those that it uses.
    outside("DaybookText", ["DaybookModel"], path: "Sources/DaybookExchange/Text"),
    outside(
      "DaybookContacts", ["DaybookModel", "DaybookLog", "DaybookText", "Daybook", "SAM", "Planner"],
      path: "Sources/DaybookExchange/Contacts"),
    outside(
      "DaybookCalendars", ["DaybookModel", "DaybookText", "CIcal", "Daybook", "SAM", "Planner"],
      path: "Sources/DaybookExchange/Calendars"),
    // Text alone: the command prints it.
    module(
      "DaybookSQLViews", ["DaybookModel", "DaybookView", "DaybookText"],
      path: "Sources/DaybookExchange/SQLViews"),
    outside(
      "DaybookNotes",
      [
        "Daybook", "DaybookInput", "DaybookText", "Planner", "FreeThoughts",
        yams,
      ], path: "Sources/DaybookExchange/Notes"),
    outside(
      "DaybookTables",
      ["Daybook", "DaybookModel", "DaybookLog", "DaybookView", "DaybookText", "DaybookInput"],
      path: "Sources/DaybookExchange/Tables"),

    // The recovery key of a locked ledger, to be printed or written down.
    module("DaybookPaper", ["DaybookModel", "DaybookLocking", "DaybookText", "CQREncode"]),

    // Files, folders, archives: what an import is given.
    outside("DaybookInput", ["DaybookModel", "CArchive"], path: "Sources/DaybookExchange/Input"),
    outside(
      "DaybookAppForms", ["Daybook", "DaybookModel", "DaybookLog", "DaybookView", "DaybookInput"],
      path: "Sources/DaybookExchange/AppForms"),
    outside(
      "DaybookChats", ["Daybook", "DaybookModel", "DaybookText", "DaybookInput", "DaybookView", "Messaging"],
      path: "Sources/DaybookExchange/Chats"),
    outside(
      "DaybookMail", ["DaybookModel", "DaybookText", "DaybookInput", "CGMime", "Daybook", "SAM"],
      path: "Sources/DaybookExchange/Mail"),

    // The ledger as a SQLite file, and SQL over it.
    outside(
      "DaybookSQLite",
      [
        "Daybook", "DaybookModel", "DaybookLog", "DaybookView", "DaybookText",
        grdb("GRDB"), grdb("GRDBSQLite"),
      ], path: "Sources/DaybookExchange/SQLite"),

    // Exchanges over HTTP, bounded in time and size.
    module("DaybookHTTP", ["CCurl"]),

    // Providers of texts and vectors: the protocols, and language models, which link HTTP.
    module("DaybookProviders", ["DaybookModel"], excluding: ["OpenAI"]),
    module(
      "DaybookOpenAI", ["DaybookHTTP", "DaybookModel", "DaybookProviders"],
      path: "Sources/DaybookProviders/OpenAI"),

    // The systems a ledger hosts.
    outside("SAM", ["Daybook", "DaybookProviders", crypto], path: "Sources/Systems/SAM"),
    outside(
      "FreeThoughts", ["Daybook", "DaybookProviders", "CShim", crypto],
      path: "Sources/Systems/FreeThoughts"),
    outside("PurusHealth", ["Daybook", "DaybookText", crypto], path: "Sources/Systems/PurusHealth"),
    outside(
      "Planner", ["Daybook", "DaybookProviders", "DaybookSearch", "DaybookText"],
      path: "Sources/Systems/Planner"),
    outside("Messaging", ["Daybook", "DaybookProviders"], path: "Sources/Systems/Messaging"),
    // A folder that people share, as a message server. It uses the ledger's own file store.
    module(
      "MessagingFolder", ["Daybook", "DaybookAge", "DaybookLog", "Messaging"],
      path: "Sources/Systems/MessagingFolder"),

    // Health records from portals and phones.
    outside(
      "DaybookHealthRecords",
      ["Daybook", "DaybookModel", "DaybookLog", "DaybookText", "DaybookInput", "PurusHealth", "CXml2"],
      path: "Sources/DaybookExchange/HealthRecords"),

    // Another remote store for messages, which links HTTP.
    module("DaybookFirestore", ["DaybookHTTP", "DaybookModel", "Messaging"]),
    // A server of that kind on this machine, which the command starts.
    module(
      "DaybookFirestoreServer",
      [
        "DaybookFirestore", "DaybookModel", "DaybookLog", "Messaging", nio("NIOCore"), nio("NIOPosix"),
        nio("NIOHTTP1"),
      ]),

    // The command.
    .target(
      name: "DaybookCommands",
      dependencies: [
        "Daybook", "SAM", "FreeThoughts", "PurusHealth", "Planner", "Messaging", "MessagingFolder",
        "DaybookContacts", "DaybookProviders", "DaybookText", "DaybookReport", "DaybookSQLViews", arguments,
      ], swiftSettings: strict, plugins: ["Revision"]),
    .plugin(name: "Revision", capability: .buildTool(), path: "Sources/Plugins/Revision"),
    .executableTarget(
      name: "daybook-cli", dependencies: ["DaybookCommands"], swiftSettings: strict,
      linkerSettings: [.unsafeFlags(quickLinking, .when(platforms: [.linux], configuration: .release))]),
    .executableTarget(
      name: "daybook-sync-calendar",
      dependencies: ["DaybookCommands", "Daybook", "DaybookCalendars", "DaybookInput"],
      swiftSettings: strict),
    .executableTarget(
      name: "daybook-exchange",
      dependencies: [
        "DaybookCommands", "Daybook", "DaybookInput", "DaybookAppForms", "DaybookChats", "DaybookModel",
        "DaybookNotes", "DaybookTables", "DaybookSQLite", "DaybookHealthRecords", "PurusHealth",
        "DaybookMail", "DaybookContacts", "DaybookCalendars", "DaybookLocking", "DaybookPaper",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "daybook-messaging-sync",
      dependencies: ["DaybookCommands", "Messaging", "DaybookFirestore", "DaybookFirestoreServer"],
      swiftSettings: strict),
    .executableTarget(
      name: "daybook-provider", dependencies: ["DaybookModel", "DaybookProviders", "DaybookOpenAI"],
      swiftSettings: strict),

    // The seeds of tests need Testing, which a benchmark does not link.
    module(
      "DaybookTestSupport", ["Daybook"],
      excluding: Context.environment["DAYBOOK_BENCH_TARGETS"] == nil ? [] : ["Seeds"]),
    // What every remote store must do, for the tests of each, and one in memory.
    module("MessagingTestSupport", ["Daybook", "DaybookModel", "Messaging"]),
    // The command with a system of hidden fields, for tests.
    .executableTarget(
      name: "daybook-vault", dependencies: ["DaybookCommands", "Daybook"], swiftSettings: strict),
    tests("AgeTests", ["DaybookAge"]),
    tests(
      "LockingTests", ["DaybookLocking", "DaybookAge", "DaybookModel", "DaybookLog", crypto],
      isOptimised: true),
    // It starts age-keygen and zbarimg, where they are there.
    tests("PaperTests", ["DaybookPaper", "DaybookLocking", "DaybookAge", "DaybookModel"]),
    tests("ModelTests", ["DaybookModel"]),
    tests("LogTests", ["DaybookLog"]),
    tests("RecordsTests", ["DaybookRecords"]),
    tests("ViewTests", ["DaybookView"]),
    // It runs the executable itself.
    tests("ReplicationTests", ["DaybookReplication", "Daybook", "daybook-cli"]),
    tests("DaybookTests", ["Daybook"]),
    tests("PredicatesTests", ["DaybookPredicates"]),
    tests("ReportTests", ["DaybookReport", "Daybook", "SAM", "PurusHealth"]),
    // It runs the executable itself.
    tests("ProvidersTests", ["DaybookModel", "DaybookProviders", "DaybookOpenAI", "daybook-provider"]),
    tests(
      "AppFormsTests",
      ["DaybookAppForms", "Daybook", "SAM", "PurusHealth", "FreeThoughts", "Planner", "Messaging"]),
    tests(
      "ChatTests", ["DaybookChats", "DaybookInput", "DaybookText", "DaybookModel", "Daybook", "Messaging"]),
    tests("InputTests", ["DaybookInput", "DaybookModel"]),
    tests(
      "ExchangeTests",
      [
        "DaybookText", "DaybookContacts", "DaybookCalendars", "CIcal", "DaybookModel", "Daybook", "SAM",
        "Planner",
      ]),
    tests("MailTests", ["DaybookMail", "DaybookInput", "DaybookModel", "Daybook", "SAM"]),
    tests(
      "SAMTests",
      [
        "SAM", "DaybookPredicates", "DaybookContacts", "DaybookCalendars", "DaybookCommands",
      ]),
    tests("FreeThoughtsTests", ["FreeThoughts", "DaybookPredicates", "DaybookProviders"]),
    tests("PurusTests", ["PurusHealth", "DaybookPredicates", "DaybookCommands"]),
    tests("HealthTests", ["DaybookHealthRecords", "DaybookInput", "PurusHealth", "Daybook"]),
    tests(
      "PlannerTests",
      [
        "Planner", "DaybookPredicates", "DaybookProviders", "DaybookCalendars", "DaybookCommands",
      ]),
    tests(
      "MessagingTests",
      ["Messaging", "MessagingFolder", "DaybookPredicates", "DaybookProviders", "MessagingTestSupport"]),
    // It runs the executables themselves.
    tests(
      "FirestoreTests",
      [
        "DaybookFirestore", "DaybookFirestoreServer", "Messaging", "MessagingTestSupport",
        "daybook-messaging-sync", "daybook-cli", "Daybook", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
      ]),
    tests("NotesTests", ["DaybookNotes", "Planner", "FreeThoughts"]),
    tests("TablesTests", ["DaybookTables", "DaybookModel", "PurusHealth", "Planner", "SAM"]),
    tests("SearchTests", ["DaybookSearch", "DaybookProviders", "Daybook", "Planner"]),
    tests("LinesTests", ["DaybookTables", "DaybookCommands", "Daybook"]),
    tests(
      "SQLiteTests",
      ["DaybookSQLite", "DaybookCommands", "Daybook", grdb("GRDB")]),
    tests(
      "SystemsTests",
      ["DaybookCommands", "Daybook", "SAM", "Planner", "PurusHealth", "FreeThoughts"]),
    // Its scripts are run by DuckDB and Spark, where they are there.
    tests(
      "SQLViewsTests", ["DaybookSQLViews", "DaybookCommands", "Daybook", "DaybookLog"],
      excluding: ["Scripts"]),
    // It runs the executables themselves.
    tests(
      "CommandTests",
      [
        "DaybookCommands", "daybook-cli", "daybook-exchange", "daybook-sync-calendar", "daybook-vault",
        "MessagingTestSupport", arguments,
      ],
      excluding: ["Transcripts"]),
    // It runs the executable itself, and tools that copy files.
    tests("ToolTests", ["Daybook", "DaybookLog", "daybook-cli"]),
    tests("ConcurrencyTests", ["Daybook", "SAM"]),
    tests(
      "SimulationTests",
      [
        "DaybookAge", "DaybookLocking", "DaybookLog", "DaybookReplication", "Daybook", "SAM", "Messaging",
        "MessagingTestSupport",
      ], isOptimised: true),
  ]
)

// Built by tools/fuzz alone.
if Context.environment["DAYBOOK_FUZZ_TARGETS"] != nil {
  package.products.append(.library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"]))
  package.targets.append(
    module(
      "FuzzTargets", ["DaybookAge", "DaybookLocking", "DaybookModel", "DaybookLog"],
      path: "tools/fuzz-targets"))
}

// Built by tools/bench alone.
if Context.environment["DAYBOOK_BENCH_TARGETS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "daybook-bench",
      dependencies: [
        "Daybook", "DaybookModel", "DaybookLog", "DaybookReplication", "DaybookProviders", "DaybookSearch",
        "SAM", "Messaging", "Planner", "DaybookTestSupport", "DaybookPredicates",
        grdb("GRDB"),
      ],
      path: "tools/bench-targets", swiftSettings: strict))
  // Small, since a process starts out with the peak memory of the process that starts it.
  package.targets.append(
    .executableTarget(name: "bench-runner", path: "tools/bench-runner", swiftSettings: strict))
}

// Only these test targets, where tools/test builds some in a way of their own: in release (which closes the
// modules that other tests look into), or with a sanitizer.
if let wanted = Context.environment["DAYBOOK_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
