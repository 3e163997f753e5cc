import DaybookCommands
import DaybookTestSupport
import Foundation
import Testing

/// Runs cases against a ledger and looks for markers in whatever they print.
final class DisclosureHarness {
  let sandbox: Sandbox
  /// The executable that `daybook` stands for.
  let executable: String

  static let formats = OutputFormat.allCases.map(\.rawValue)

  init(executable: String = "daybook") throws {
    (sandbox, self.executable) = (try Sandbox(), executable)
    try run("init ledger").expectDone()
  }

  /// Runs `daybook LINE` by the shell, in the folder that holds the ledger.
  @discardableResult
  func run(
    _ line: String, by other: String? = nil, input: String = "", terminal: Bool = false,
    environment: [String: String] = [:]
  ) throws -> Run {
    let path = "\(BuiltCommand.folder)/\(other ?? executable)"
    try input.write(toFile: sandbox.work + "/.input", atomically: true, encoding: .utf8)
    var command = "\(path) \(line)"
    if terminal {
      try command.write(toFile: sandbox.work + "/.command", atomically: true, encoding: .utf8)
      // Standard output and error are the terminal both.
      command = "script -qec 'bash .command < .input' /dev/null </dev/null"
    } else {
      command += " < .input"
    }
    var variables = environment
    variables["DAYBOOK_LEDGER"] = variables["DAYBOOK_LEDGER"] ?? sandbox.ledger
    let outcome = try sandbox.shell(command, environment: variables)
    return Run(line: line, status: outcome.status, output: outcome.output, errors: outcome.errors)
  }

  struct Run {
    var line: String
    var status: Int32
    var output: String
    var errors: String

    @discardableResult
    func expectDone() -> Run {
      #expect(status == 0, "\(line): \(errors)")
      return self
    }

    var marker: String? { HiddenMarker.found(in: output + errors) }

    /// How often it says that it hides something.
    var notices: Int { (errors + output).components(separatedBy: "--reveal shows").count - 1 }
  }

  /// In every format to a pipe, and to a terminal as people have it.
  func check(_ item: DisclosureCase) throws {
    for format in Self.formats {
      let run = try run(Self.line(item, "--format \(format)"), input: item.input)
      expectHidden(run, item, format)
    }
    if Self.hasTerminals {
      expectHidden(try run(Self.line(item, ""), input: item.input, terminal: true), item, "terminal")
    }
    guard item.sees != .nothing else { return }
    let revealed = try run(Self.line(item, "--format json --reveal"), input: item.input)
    if item.sees == .values || item.sees == .leftOut {
      #expect(
        revealed.marker != nil, "\(item.line) --reveal shows nothing: \(revealed.output)\(revealed.errors)")
      #expect(!revealed.output.contains("•••") && !revealed.errors.contains("hidden value"), "\(item.line)")
    } else {
      #expect(revealed.marker == nil, "\(item.line) --reveal: \(revealed.marker ?? "") in \(revealed.errors)")
    }
  }

  private func expectHidden(_ run: Run, _ item: DisclosureCase, _ format: String) {
    #expect(
      run.marker == nil, "\(item.line) (\(format)) shows \(run.marker ?? ""): \(run.output)\(run.errors)")
    let isTold = run.notices
    switch item.sees {
    case .values:
      // A terminal cuts what does not fit; what a command is about to do is a notice.
      #expect(
        (run.output + run.errors).contains("•••") || format == "terminal",
        "\(item.line) (\(format)) masks nothing: \(run.output)\(run.errors)")
      #expect(isTold == 1, "\(item.line) (\(format)) says \(isTold) times that it hides: \(run.errors)")
    case .nothing, .leftOut:
      #expect(run.status == 0 || run.status == 1, "\(item.line) (\(format)): \(run.errors)")
      #expect(isTold == 0, "\(item.line) (\(format)): \(run.errors)")
    case .refusal: #expect(run.status != 0, "\(item.line) (\(format)) is taken: \(run.output)")
    }
  }

  private static func line(_ item: DisclosureCase, _ options: String) -> String {
    item.line.contains("{}")
      ? item.line.replacingOccurrences(of: "{}", with: options) : "\(item.line) \(options)"
  }

  static let hasTerminals = (try? Sandbox().shell("script -qec true /dev/null </dev/null").status) == 0
}
