import DaybookTestSupport
import Foundation
import Testing

/// A file of 200 MB goes into a ledger, onto another machine and out again, in little memory.
@Suite struct LargeFileTests {
  private static let sizeBytes = 200_000_000
  /// As the processes used it, in bytes; what it takes is about 35 MB.
  private static let memoryMax = 100 << 20

  /// Runs a command and prints the most memory it had, in KiB (Linux) or bytes (macOS).
  private static let measuring = """
    import resource, subprocess, sys
    code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    sys.exit(code)
    """

  /// Bytes that hardly compress.
  private func makeFile(_ path: String) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    var random = SeededRandom(seed: 1)
    let block = (0..<1 << 17).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
    var left = Self.sizeBytes
    var number: UInt64 = 0
    while left > 0 {
      // No two blocks are the same.
      number += 1
      let bytes = withUnsafeBytes(of: number) { Array($0) } + block
      let part = bytes.prefix(left)
      try file.write(contentsOf: Data(part))
      left -= part.count
    }
  }

  private func memory(_ sandbox: Sandbox, _ arguments: [String]) throws -> Int {
    let outcome = try sandbox.run(
      "/usr/bin/env", ["python3", "-c", Self.measuring, BuiltCommand.path] + arguments)
    #expect(outcome.status == 0, "\(arguments.first ?? ""): \(outcome.errors)")
    let measured = Int(outcome.output.split(separator: "\n").last ?? "") ?? .max
    #if os(macOS)
      return measured
    #else
      return measured.multipliedReportingOverflow(by: 1024).partialValue
    #endif
  }

  @Test func itStreamsInAndOut() throws {
    let sandbox = try Sandbox()
    let (source, copy) = (sandbox.work + "/scan.bin", sandbox.work + "/copy.bin")
    try makeFile(source)
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
    let other = sandbox.work + "/other"
    let kind = "purus.medicalDocumentEntry"
    #expect(try sandbox.daybook("purus", "record", "new", "Ann Lee", "--ledger", sandbox.ledger).status == 0)
    let runs: [[String]] = [
      ["purus", "add", "document", "ann", source, "--ledger", sandbox.ledger],
      ["upsert", kind, "d", "--new", "--set", "documentData=@\(source)", "--ledger", sandbox.ledger],
      ["verify", "--ledger", sandbox.ledger],
      ["replicate", other, "--ledger", sandbox.ledger],
      ["purus", "document", "d", "-o", copy + ".2", "--ledger", other],
      ["get", kind, "d", "--data", "documentData", "-o", copy, "--ledger", other],
    ]
    for arguments in runs {
      let memory = try memory(sandbox, arguments)
      #expect(memory < Self.memoryMax, "\(arguments[0]) used \(memory >> 20) MiB")
    }
    for copy in [copy, copy + ".2"] {
      #expect(try sandbox.run("/usr/bin/env", ["cmp", source, copy]).status == 0)
    }
    let piped = try sandbox.shell(
      "daybook get \(kind) d --data documentData --reveal --ledger \(other) | cmp - \(source)")
    #expect(piped.status == 0, "\(piped.errors)")
  }

  @Test func whatIsNotThereIsSaidInOneLine() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
    let file = sandbox.work + "/photo"
    try Data(repeating: 7, count: 40_000).write(to: URL(fileURLWithPath: file))
    _ = try sandbox.shell(
      "daybook upsert sam.person p --new --set photoThumbnailCache=@photo --ledger ledger")
    func get(_ arguments: String...) throws -> (Int32, String) {
      let outcome = try sandbox.run(
        BuiltCommand.path, ["get", "sam.person", "p", "--ledger", sandbox.ledger] + arguments)
      return (outcome.status, outcome.errors)
    }
    #expect(try get("--data", "notes").0 == 65)
    #expect(try get("--data", "emailCache").0 == 64)
    #expect(try get("-o", file).0 == 64)
    #expect(try get("--data", "photoThumbnailCache", "-o", sandbox.work).0 == 74)
    #expect(try get("--data", "photoThumbnailCache", "-o", sandbox.work + "/none/x").0 == 73)
    // Without the blob the file that is there stays.
    _ = try sandbox.shell("rm -r ledger/blobs")
    let (status, errors) = try get("--data", "photoThumbnailCache", "-o", file)
    #expect(status == 1 && errors.split(separator: "\n").count == 1, "\(errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count == 40_000)
  }
}
