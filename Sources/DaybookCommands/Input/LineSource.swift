import DaybookModel

/// The lines of a file, one at a time. Memory is one chunk and one line, which may not exceed the
/// log's own limit.
struct LineSource: ~Copyable {
  private let file: InputFile
  private var chunk: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// The line that `next` returned last, from 1.
  private(set) var number = 0

  init(_ path: String) throws(LedgerError) { file = try InputFile(path) }

  var name: String { file.name }

  /// Whether `next` would return without waiting for the other side of a pipe.
  func isReady() -> Bool {
    isAtEnd || chunk[position...].contains(UInt8(ascii: "\n")) || file.isReady()
  }

  /// The next line without its end (LF or CR LF); nil at the end.
  mutating func next() throws(LedgerError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = chunk[position...].firstIndex(of: UInt8(ascii: "\n")) {
        line += chunk[position..<end]
        position = end + 1
        return try finish(line)
      }
      line += chunk[position...]
      try checkLength(line)
      chunk = isAtEnd ? [] : try file.read()
      position = 0
      if chunk.isEmpty {
        isAtEnd = true
        return line.isEmpty ? nil : try finish(line)
      }
    }
  }

  private mutating func finish(_ line: [UInt8]) throws(LedgerError) -> [UInt8] {
    try checkLength(line)
    number += 1
    return line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
  }

  private func checkLength(_ line: [UInt8]) throws(LedgerError) {
    guard line.count <= JSONLimit.lineSizeBytesMax + 1 else {
      throw LedgerError(
        .badData, "a line longer than \(JSONLimit.lineSizeBytesMax) bytes", file: name, line: number + 1,
        advice: "keep large values in files of their own (--set field=@file)")
    }
  }
}
