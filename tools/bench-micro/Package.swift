// swift-tools-version: 6.2
import PackageDescription

// Micro-benchmarks of the library, by ordo-one/benchmark: a package of its own, so that nobody else depends on it. Its
// interposers (counts of allocations and retains) are left out, because their packages are not available everywhere.
let package = Package(
  name: "daybook-micro",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "daybook", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "LedgerBenchmarks",
      dependencies: [
        .product(name: "Daybook", package: "daybook"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/LedgerBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
