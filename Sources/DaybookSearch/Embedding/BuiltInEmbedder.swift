public import DaybookProviders

/// Vectors without a model: the words of a text, their stems and the pieces of them, each hashed to a few of 384
/// numbers with signs (Weinberger et al., Feature Hashing for Large Scale Multitask Learning, 2009).
///
/// Texts are near one another if they share words, in any form, not if they share a meaning: "car" is as far from
/// "automobile" as from "apple". The vector of a text is permanently the same on every machine; a different method
/// would have a different ``name``.
public struct BuiltInEmbedder: Embedder {
  /// The number of dimensions of each vector.
  public static let dimensions = 384

  /// The name that is recorded beside each vector; a different method would have a different name.
  public let name = "built-in-1"
  /// True: vectors are computed where they are needed and kept in the machine's cache, never in the ledger.
  public let isComputed = true

  public init() {}

  /// One vector for each text, in order, as ``vector(_:)`` makes it. Never throws and asks no server.
  public func embed(_ texts: [String]) async throws -> [[Float]] { texts.map(Self.vector) }

  /// Of length 1; all zeros for a text without a word.
  public static func vector(_ text: String) -> [Float] {
    var sums = [Double](repeating: 0, count: dimensions)
    for (feature, weight) in TextFeatures.weights(of: text).sorted(by: { $0.key < $1.key }) {
      // Each feature counts in several places, so that two features that collide in one place remain different.
      var hash = feature
      for _ in 0..<placesOfFeature {
        hash = mixed(hash)
        sums[Int(hash % UInt64(dimensions))] += hash >> 63 == 0 ? weight : -weight
      }
    }
    let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard length > 0 else { return [Float](repeating: 0, count: dimensions) }
    return sums.map { Float($0 / length) }
  }

  private static let placesOfFeature = 4

  /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9e37_79b9_7f4a_7c15
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
