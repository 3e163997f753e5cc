// A logical line, `item1.EMAIL;TYPE="work,home";PREF=1:ann@example.com`, taken apart. Its value stays
// bytes: which charset and which encoding they are in, the parameters say.

import DaybookText

struct VCardProperty {
  struct Parameter {
    /// Upper case. Empty for a bare word of vCard 2.1, `TEL;HOME:…`.
    var name: String
    var values: [String]
  }

  /// Upper case, without the group.
  var name: String
  var parameters: [Parameter]
  /// The name with its group and the parameters, as they stand in the line.
  private(set) var words: [String]
  var value: [UInt8]

  /// More than any program writes; a line of nothing else must not become a million of them.
  private static let parametersMax = 256

  /// nil for a line that is not a property: no colon, no name before it, or parameters without end.
  init?(_ line: [UInt8]) {
    guard let (colon, semicolons) = VCardProperty.marks(in: line) else { return nil }
    let bounds = [-1] + semicolons + [colon]
    let parts = zip(bounds, bounds.dropFirst()).map { line[($0 + 1)..<$1] }
    let fullName = Charset.decode(parts[0]).uppercased().filter { !$0.isWhitespace }
    name = fullName.split(separator: ".").last.map(String.init) ?? ""
    guard !name.isEmpty else { return nil }
    parameters = parts.dropFirst().map { Parameter($0) }
    words = parts.map { Charset.decode($0) }
    value = Array(line[(colon + 1)...])
  }

  /// One without parameters.
  init(name: String, _ value: String = "") {
    (self.name, parameters, words, self.value) = (name, [], [name], Array(value.utf8))
  }

  var head: String { words.joined(separator: ";") }
  /// The line again.
  var text: String { "\(head):\(Charset.decode(value))" }

  mutating func drop(_ parameter: String) {
    parameters.removeAll { $0.name == parameter }
    words = words.enumerated().filter { $0 == 0 || !$1.uppercased().hasPrefix(parameter + "=") }.map(
      \.element)
  }

  /// Where name and parameters end, and the semicolons before that; what stands in quotes does not count.
  private static func marks(in line: [UInt8]) -> (colon: Int, semicolons: [Int])? {
    // A quote that is never closed is an ordinary character.
    for quotesCount in [true, false] {
      var isQuoted = false
      var semicolons: [Int] = []
      for (index, byte) in line.enumerated() {
        switch byte {
        case UInt8(ascii: "\"") where quotesCount: isQuoted.toggle()
        case UInt8(ascii: ";") where !isQuoted:
          guard semicolons.count < parametersMax else { return nil }
          semicolons.append(index)
        case UInt8(ascii: ":") where !isQuoted: return (index, semicolons)
        default: break
        }
      }
      if !isQuoted { return nil }
    }
    return nil
  }

  /// All values of the parameter, with `TYPE=a,b` and `TYPE=a;TYPE=b` alike.
  func values(_ name: String) -> [String] {
    parameters.lazy.filter { $0.name == name }.flatMap(\.values)
  }

  /// Whether `word` stands as a TYPE or bare.
  func hasType(_ word: String) -> Bool {
    parameters.contains {
      ($0.name == "TYPE" || $0.name.isEmpty) && $0.values.contains { $0.uppercased() == word }
    }
  }

  /// 1 is the most preferred; 101 is a property that says nothing about it.
  var preference: Int {
    if let number = values("PREF").lazy.compactMap({ Int($0) }).first { return min(max(number, 1), 100) }
    return hasType("PREF") ? 1 : 101
  }

  enum Encoding { case none, quotedPrintable, base64 }

  var encoding: Encoding {
    for parameter in parameters where parameter.name == "ENCODING" || parameter.name.isEmpty {
      for value in parameter.values {
        switch value.uppercased() {
        case "QUOTED-PRINTABLE", "Q": return .quotedPrintable
        case "BASE64": return .base64
        case "B" where !parameter.name.isEmpty: return .base64
        default: break
        }
      }
    }
    return .none
  }
}

extension VCardProperty.Parameter {
  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      self.init(name: "", values: [Charset.decode(bytes).trimmed])
      return
    }
    let name = Charset.decode(bytes[..<equals]).trimmed.uppercased()
    var values: [String] = []
    var value: [UInt8] = []
    var isQuoted = false
    for byte in bytes[(equals + 1)...] {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      // vCard 4.0 writes TYPE="work,voice" and means two types.
      case UInt8(ascii: ",") where !isQuoted || name == "TYPE":
        values.append(VCardText.parameter(value))
        value = []
      default: value.append(byte)
      }
    }
    self.init(name: name, values: values + [VCardText.parameter(value)])
  }
}
