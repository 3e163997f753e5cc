import DaybookLog
import DaybookModel

/// The `set` of an event that names public keys, with a number and a signature of its own.
protocol SignedKeys {
  var keys: PublicKeys { get }
  /// From 1.
  var number: UInt64 { get }
  /// 64 bytes.
  var signature: [UInt8] { get }

  init(keys: PublicKeys, number: UInt64, signature: [UInt8])
}

extension SignedKeys {
  var set: JSONObject {
    var set = keys.json
    set["n"] = .int(Int64(clamping: number))
    set[SignedSet.key] = .string(Base64.text(signature))
    return set
  }

  /// Nil where one of the three is missing or has another form.
  init?(_ set: JSONObject) {
    guard let keys = PublicKeys(set), let number = PositiveNumber.read(set["n"]),
      let signature = SignedSet.signature(in: set)
    else { return nil }
    self.init(keys: keys, number: number, signature: signature)
  }
}
