#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the process was started with.
package enum Environment {
  /// The value of an environment variable; nil when it is not set.
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Like the subscript, but an empty value counts as not set.
  package static func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  package static var currentDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The user's login name, as an author of last resort.
  package static var userName: String {
    if let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name { return String(cString: name) }
    return nonEmpty("USER") ?? "\(geteuid())"
  }

  /// The absolute path of this executable; nil where the system does not say.
  package static var executablePath: String? {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
      }
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    #else
      return realpath(CommandLine.arguments[0], nil).map { path in
        defer { free(path) }
        return String(cString: path)
      }
    #endif
  }
}
