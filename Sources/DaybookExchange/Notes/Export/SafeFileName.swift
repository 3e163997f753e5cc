import Daybook

/// Names of files that every system takes, for titles and paths that nobody checked.
enum SafeFileName {
  /// Of one name, with its extension.
  static let bytesMax = 200

  /// - Parameter suffix: such as `.md`; counted in ``bytesMax``.
  static func of(_ title: String, suffix: String = "") -> String {
    var name = ""
    for scalar in KeyNormalizer.trimmedComposed.normalized(title).unicodeScalars {
      if scalar.properties.isWhitespace {
        name += " "
      } else if isUnseen(scalar) || "/\\:*?\"<>|".unicodeScalars.contains(scalar) {
        name += "_"
      } else {
        name.unicodeScalars.append(scalar)
      }
    }
    // Hidden names and those that Windows cuts.
    while let first = name.first, first == "." || first == " " { name.removeFirst() }
    name = cut(name, to: bytesMax - suffix.utf8.count)
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    if name.isEmpty { name = "untitled" }
    if isReserved(name) { name = "_" + name }
    return name + suffix
  }

  /// A path with each part made safe; it never leads out of the folder.
  static func path(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    return parts.map { part in
      // A safe part stays as it is, even if a title would be written differently.
      isSafe(part) ? part : of(part)
    }.joined(separator: "/")
  }

  private static func isSafe(_ part: String) -> Bool {
    !part.hasPrefix(".") && part.utf8.count <= bytesMax
      && !part.unicodeScalars.contains { isUnseen($0) || $0 == "\\" }
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
      // Joiners: names and emoji need them.
      scalar != "\u{200c}" && scalar != "\u{200d}"
    default: false
    }
  }

  private static func cut(_ text: String, to bytes: Int) -> String {
    var text = text
    while text.utf8.count > bytes { text.removeLast() }
    return text
  }

  private static func isReserved(_ name: String) -> Bool {
    let stem =
      name.split(separator: ".", omittingEmptySubsequences: false).first.map { $0.uppercased() } ?? ""
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && (stem.last?.isNumber ?? false)
  }
}

/// Gives each file a unique name, on file systems with and without case sensitivity.
struct FileNames {
  private var taken: Set<String> = []

  init() {}

  /// `Notes/Idea.md`, or where that is taken `Notes/Idea (2).md`.
  mutating func unique(_ path: String) -> String {
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    var name = path
    var number = 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = path[..<dot] + " (\(number))" + path[dot...]
    }
    return name
  }
}
