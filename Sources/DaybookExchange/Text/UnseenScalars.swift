extension String {
  /// Without invisible characters, but with its line ends and tabs.
  public var withoutUnseen: String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\n", "\t": scalars.append(scalar)
      case "\u{2028}", "\u{2029}": scalars.append("\n")
      default: if !scalar.isUnseen { scalars.append(scalar) }
      }
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Controls (C0, DEL, C1), bidirectional controls, line separators, invisible format characters and tags. Joiners are
  /// not among them: names and emoji need them.
  public var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7f...0x9f: true
    case 0xad, 0x061c, 0x180e: true
    case 0x200b, 0x200e, 0x200f: true
    case 0x2028...0x202e: true
    case 0x2060...0x206f: true
    case 0xfeff, 0xfff9...0xfffb: true
    case 0xe0000...0xe007f: true
    default: false
    }
  }
}
