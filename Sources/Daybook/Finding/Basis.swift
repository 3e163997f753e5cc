import DaybookLog
public import DaybookModel

/// Digests that tell whether what a text was written for has changed since.
public enum Basis {
  /// 32 hex digits of the SHA-256 of the canonical JSON.
  public static func digest(_ value: JSONValue) -> String {
    String(Hash256.of(value.canonicalBytes.span).description.prefix(32))
  }
}
