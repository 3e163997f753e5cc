import DaybookLog
package import DaybookModel

/// Digests that tell whether what a text was written for has changed since.
package enum Basis {
  /// 32 hex digits of the SHA-256 of the canonical JSON.
  package static func digest(_ value: JSONValue) -> String {
    String(Hash256.of(value.canonicalBytes.span).description.prefix(32))
  }
}
