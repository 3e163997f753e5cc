#if canImport(Darwin)
  import Foundation
#else
  // The standard library normalises strings to compare them; outside of Darwin, where Foundation says
  // it, this is the door to it.
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
