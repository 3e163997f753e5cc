// swift-tools-version: 6.2
import PackageDescription

// A package of its own: it uses what Daybook makes public, as a package of yours does. Yours names Daybook by its address:
//
//     .package(url: "https://…/daybook", from: "1.0.0", traits: ["Commands"])
//
// Without traits, as for an app that has no command, Daybook resolves swift-crypto and swift-asn1 alone.
let package = Package(
  name: "daybook-examples",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Recipes", targets: ["Recipes"]),
    .executable(name: "mydaybook", targets: ["mydaybook"]),
    .executable(name: "import-contacts", targets: ["import-contacts"]),
    .executable(name: "follow", targets: ["follow"]),
  ],
  dependencies: [
    .package(name: "daybook", path: "../..", traits: ["Commands"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    // A system with kinds of its own.
    .target(name: "Recipes", dependencies: [.product(name: "Daybook", package: "daybook")]),
    // The command with this system, and a command for it.
    .executableTarget(
      name: "mydaybook",
      dependencies: [
        "Recipes", .product(name: "DaybookCommands", package: "daybook"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // A program that imports address books and mailboxes.
    .executableTarget(
      name: "import-contacts",
      dependencies: [
        .product(name: "Daybook", package: "daybook"), .product(name: "SAM", package: "daybook"),
        .product(name: "DaybookContacts", package: "daybook"),
        .product(name: "DaybookMail", package: "daybook"),
      ]),
    // A program that stays open, follows changes, writes from several tasks, replicates and resolves conflicts.
    .executableTarget(name: "follow", dependencies: ["Recipes"]),
    // The code in the README.
    .executableTarget(
      name: "tour",
      dependencies: [
        .product(name: "Daybook", package: "daybook"), .product(name: "SAM", package: "daybook"),
        .product(name: "DaybookPredicates", package: "daybook"),
      ]),
    .testTarget(
      name: "RecipesTests",
      dependencies: [
        "Recipes", "mydaybook", "import-contacts", "follow",
        .product(name: "DaybookPredicates", package: "daybook"),
      ]),
  ]
)
