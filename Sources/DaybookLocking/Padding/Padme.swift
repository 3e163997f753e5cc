/// Lengths that tell little: a length L with e = ⌊log₂ L⌋ and s = ⌊log₂ e⌋ + 1 is allowed if its lowest e − s bits are zero.
/// So a length grows by less than 12 %, and tells O(log log L) bits.
/// (Nikitin, Barman, Lueks, Underwood, Hubaux and Ford, "Reducing Metadata Leakage from Encrypted Files and Communication
/// with PURBs", 2019.)
package enum Padme {
  /// The greatest length that it takes: far more than any file has, so that nothing overflows.
  package static let lengthMax = 1 << 48

  /// The smallest allowed length from `length` on.
  ///
  /// - Precondition: `length` is not negative and at most ``lengthMax``.
  package static func padded(_ length: Int) -> Int {
    precondition((0...lengthMax).contains(length), "not the length of a file")
    guard length >= 4 else { return length }
    let e = log2(length)
    let mask = 1 << (e - log2(e) - 1) - 1
    return (length + mask) & ~mask
  }

  /// Rounded down; of a positive number.
  private static func log2(_ number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }
}
