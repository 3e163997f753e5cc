import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum JSONFile {
  static func write(_ value: JSONValue, to path: String) throws {
    guard let file = fopen(path, "w") else {
      throw LedgerError(.inputOutput, "cannot write the figures", file: path)
    }
    defer { fclose(file) }
    fputs("\(value)\n", file)
  }
}
