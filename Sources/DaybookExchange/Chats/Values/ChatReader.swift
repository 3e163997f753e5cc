import DaybookModel

/// Reads one network's files.
protocol ChatReader {
  /// The next thing that they say; nil at the end.
  ///
  /// - Throws: if the rest of the file cannot be read.
  mutating func nextStep() throws -> ChatStep?
}

/// Several steps from one value of a file, returned one by one.
struct ChatSteps {
  private var steps: ArraySlice<ChatStep> = []

  mutating func add(_ event: ChatEvent, at place: ChatPlace) { steps.append(.event(event, at: place)) }
  mutating func add(_ step: ChatStep) { steps.append(step) }
  mutating func next() -> ChatStep? { steps.popFirst() }
}

extension JSONObject {
  /// A text that is not empty.
  func text(_ key: String) -> String? {
    guard let text = self[key]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// A number, with or without quotes: identifiers have them in some versions of a network and not in others.
  func identifier(_ key: String) -> String? {
    if let text = text(key) { return text }
    return self[key]?.int.map { String($0) }
  }

  /// An integer, also one in quotes.
  func integer(_ key: String) -> Int64? { self[key]?.int ?? self[key]?.string.flatMap { Int64($0) } }
}

extension Instant {
  /// A time within the years that a ledger can hold; nil beyond.
  init?(checked milliseconds: Int64) {
    guard (0..<253_370_764_800_000).contains(milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// Seconds, perhaps with a fraction, such as Slack's `1434139102.000002`.
  init?(seconds text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int64($0) }), (0..<253_370_764_800).contains(whole) else {
      return nil
    }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      fraction = Int64((parts[1] + "000").prefix(3)) ?? 0
    }
    self.init(milliseconds: whole * 1000 + fraction)
  }
}

extension String {
  /// The last part of a path.
  var lastPathPart: String {
    split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? self
  }

  /// A file's name without its ending.
  var stem: String {
    let name = lastPathPart
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
