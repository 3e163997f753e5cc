// Names of kinds and fields as names in SQL.

/// Names in use in one database or table: no two differ only by case.
public struct SQLNames {
  private var taken: Set<String>

  /// Names besides some that are taken, whatever their case.
  public init(taken: [String] = []) { self.taken = Set(taken.map { $0.lowercased() }) }

  /// The wanted name, or where it is taken the first of `name_2`, `name_3` … that is not.
  public mutating func take(_ wanted: String) -> String {
    // Avoids the names that SQLite reserves, and characters that no text can have.
    var name = wanted.lowercased().hasPrefix("sqlite_") ? "_" + wanted : wanted
    name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 ? "_" : $0 }))
    if name.isEmpty { name = "_" }
    var (candidate, number) = (name, 1)
    while !taken.insert(candidate.lowercased()).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    return candidate
  }

  /// `sam.person` as `sam_person`: a name that needs no quotes.
  public mutating func take(kind: String) -> String {
    let scalars = kind.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.isASCII && !(scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar))
        ? "_" : scalar
    }
    return take(String(String.UnicodeScalarView(scalars)))
  }
}
