import DaybookTestSupport
import Foundation

/// A real browser, without a window, if this machine has one.
struct Chromium {
  private let path: String
  private let folder: TemporaryFolder

  static let isHere = find() != nil

  private static func find() -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }

  init() throws {
    guard let found = Self.find() else { throw CocoaError(.executableNotLoadable) }
    (path, folder) = (found, try TemporaryFolder())
  }

  /// How wide the page is in windows of these widths, and which elements reach beyond them. Measured by a page around
  /// it, since the page itself runs nothing.
  func overflow(of page: String, widths: [Int]) throws -> [(width: Int, beyond: [String])] {
    let file = try write(page, "page.html")
    let frames = widths.map { width in
      "<iframe src=\"\(file.lastPathComponent)\" width=\"\(width)\" height=\"800\" style=\"border:0\"></iframe>"
    }
    let around = """
      <!DOCTYPE html><meta charset="utf-8"><title>around</title>
      \(frames.joined(separator: "\n"))
      <pre id="answer"></pre>
      <script>
        const frames = [...document.querySelectorAll("iframe")], answers = [];
        onload = () => {
          for (const frame of frames) {
            const root = frame.contentDocument.documentElement, width = Number(frame.width), beyond = [];
            for (const one of root.querySelectorAll("body *")) {
              const box = one.getBoundingClientRect();
              if (box.right > width + 1 && getComputedStyle(one).position !== "absolute")
                beyond.push(one.tagName + "." + one.className + " " + Math.round(box.right));
            }
            answers.push([root.scrollWidth, ...beyond.slice(0, 5)].join("|"));
          }
          document.getElementById("answer").textContent = "widths=" + answers.join(";") + "=end";
        };
      </script>
      """
    let wrapper = try write(around, "around.html")
    let answer = try run(["--allow-file-access-from-files", "--dump-dom", wrapper.absoluteString])
    guard let start = answer.range(of: "widths="),
      let end = answer.range(of: "=end", range: start.upperBound..<answer.endIndex)
    else { throw PageMarkup.Fault(description: "the browser gave no answer: \(answer.suffix(300))") }
    let answers = answer[start.upperBound..<end.lowerBound].split(separator: ";")
    return answers.map { answer in
      let parts = answer.split(separator: "|").map(String.init)
      return (Int(parts.first ?? "") ?? .max, Array(parts.dropFirst()))
    }
  }

  /// The page on paper: the text of each sheet.
  func paper(_ page: String) throws -> [String] {
    let file = try write(page, "paper.html")
    let paper = folder.path + "/paper.pdf"
    try run(["--no-pdf-header-footer", "--print-to-pdf=\(paper)", file.absoluteString])
    let text = try Process.output(of: "pdftotext", ["-layout", paper, "-"])
    return text.split(separator: "\u{c}").map(String.init)
  }

  /// A picture of the page, for whoever wants to look at it.
  func picture(of page: String, width: Int, height: Int, at path: String) throws {
    let file = try write(page, "picture.html")
    try run([
      "--screenshot=\(path)", "--window-size=\(width),\(height)", "--hide-scrollbars", file.absoluteString,
    ])
  }

  private func write(_ text: String, _ name: String) throws -> URL {
    let url = URL(fileURLWithPath: folder.path).appendingPathComponent(name)
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    try Process.output(
      of: path,
      ["--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile"] + arguments)
  }
}

extension Process {
  /// Runs a tool; its standard output, which goes through a file, so that no pipe can fill up and block.
  fileprivate static func output(of tool: String, _ arguments: [String]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool.hasPrefix("/") ? tool : "/usr/bin/env")
    process.arguments = tool.hasPrefix("/") ? arguments : [tool] + arguments
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.runToEnd()
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
