import DaybookView

/// The name that a mistyped text most likely stands for. Case and accents do not count.
public struct NearestName {
  private var names: [(name: String, folded: String)]

  /// Keeps the names in their order, each as one line; empty ones and repetitions are left out.
  public init(_ names: [String]) {
    var met: Set<String> = []
    self.names = names.compactMap { name in
      let line = OneLine.of(name)
      return line.isEmpty || !met.insert(line).inserted ? nil : (line, Self.folded(line))
    }
  }

  /// The name that differs in a few places.
  public func whole(_ text: String) -> String? {
    let near = Suggestion.nearest(to: Self.folded(OneLine.of(text)), among: names.map(\.folded))
    return near.flatMap { near in names.first { $0.folded == near }?.name }
  }

  /// The name that has a word which differs in a few places. More words than one must all be near.
  public func holding(_ text: String) -> String? {
    let typed = Self.folded(OneLine.of(text)).split(separator: " ").map(String.init)
    guard !typed.isEmpty, typed.allSatisfy({ $0.count >= Self.countMin }) else { return nil }
    return names.first { name in
      let words = name.folded.split(separator: " ").map(String.init)
      return words.count >= typed.count
        && typed.allSatisfy { Suggestion.nearest(to: $0, among: words) != nil }
    }?.name
  }

  /// A shorter word is near to too many others.
  private static var countMin: Int { 3 }

  private static func folded(_ text: String) -> String {
    String(decoding: TextFolding.fold(text), as: UTF8.self)
  }
}
