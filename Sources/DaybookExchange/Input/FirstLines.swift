/// What is wrong with the first lines of a file, held back until a line is right: a file in which none of so many is, is of
/// another format, and that is said once.
public struct FirstLines<Failure> {
  public static var countMax: Int { 20 }

  private var held: [Failure] = []
  private var isOver = false

  public init() {}

  /// - Returns: whether it is held; false once a line was right.
  public mutating func hold(_ failure: Failure) -> Bool {
    guard !isOver else { return false }
    held.append(failure)
    return true
  }

  /// The first of the failures, once they are so many that the file is taken for another format.
  public var verdict: Failure? { held.count >= Self.countMax ? held.first : nil }

  /// What was held, now that a line is right or the file at its end.
  public mutating func release() -> [Failure] {
    isOver = true
    defer { held = [] }
    return held
  }
}
