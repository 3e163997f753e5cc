#if canImport(Darwin)
  import Foundation
#else
  // The standard library normalises strings to compare them; outside Darwin, where Foundation offers it, this is how to
  // use it.
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// Unicode's canonical composition (NFC).
  public var composed: String {
    #if canImport(Darwin)
      return precomposedStringWithCanonicalMapping
    #else
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: _nfc)
      return String(scalars)
    #endif
  }
}
