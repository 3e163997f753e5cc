package import DaybookModel

/// Reads instants written as ISO 8601.
package enum DateText {
  /// With a zone: `Z` or an offset. Seconds and their fraction may be left out.
  package static func instant(_ text: String) -> Instant? { Instant(text) }
}
