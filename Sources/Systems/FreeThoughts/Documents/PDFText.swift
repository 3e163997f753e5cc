import Daybook
import DaybookProviders

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Extracts the text of a PDF with poppler's `pdftotext`, in a separate process, because a PDF is like a program from a
/// stranger. It is started without a shell, and stopped if it takes too long or writes too much.
struct PDFText {
  let reader: DocumentReader

  private static let tool = "pdftotext"
  /// Also distinguishes an error of the tool from one of its input.
  private static let advice = "install poppler: 'apt install poppler-utils', 'brew install poppler'"
  /// How much of the tool's messages is kept; the first one is reported.
  private static let errorBytesMax = 1 << 16

  /// - Parameters:
  ///   - path: absolute, so that it is never taken for an option.
  ///   - name: the caller's name for the file.
  func read(_ path: String, named name: String) throws(LedgerError) -> DocumentText {
    let result: ChildProcess.Result
    do {
      result = try ChildProcess.run(
        try toolPath(), arguments: ["-enc", "UTF-8", "-eol", "unix", path, "-"],
        outputBytesMax: reader.textBytesMax, errorBytesMax: Self.errorBytesMax, within: reader.timeLimit,
        advice: Self.advice)
    } catch  where error.advice == nil && error.file?.hasSuffix("/" + Self.tool) == true {
      // The document was too much for the tool.
      throw LedgerError(
        .badData, "the text of this PDF cannot be read: \(Self.tool) \(error.what)", file: name,
        advice: "open and save it with another program first")
    }
    let complaint = String(decoding: result.errors, as: UTF8.self)
    guard result.status == 0 else {
      if complaint.contains("password") {
        throw LedgerError(
          .badData, "this PDF is encrypted", file: name, advice: "save a copy of it without a password")
      }
      let first = OneLine.cut(String(complaint.prefix { !$0.isNewline }), countMax: 120)
      throw LedgerError(
        .badData, "this PDF is broken" + (first.isEmpty ? "" : " (\(first))"), file: name,
        advice: "get it again, or open and save it with another program")
    }
    guard let text = String(validating: result.output, as: UTF8.self) else {
      throw LedgerError(.badData, "the text of this PDF is not valid UTF-8", file: name)
    }
    return DocumentText(text.replacingNUL, hasPages: true)
  }

  private func toolPath() throws(LedgerError) -> String {
    let folders = reader.searchPath ?? getenv("PATH").map { String(cString: $0) } ?? ""
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(Self.tool)"
      if access(path, X_OK) == 0 { return path }
    }
    throw LedgerError(
      .unreachable, "reading a PDF needs '\(Self.tool)', which is not installed",
      advice: Self.advice)
  }
}

extension String {
  /// A font may map a glyph to nothing; text has no NUL.
  fileprivate var replacingNUL: String {
    guard utf8.contains(0) else { return self }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 })
    return String(view)
  }
}
