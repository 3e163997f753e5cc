import DaybookAge
import DaybookLocking
import DaybookModel
import DaybookTestSupport

@testable import DaybookPaper

enum Samples {
  static let ledger = "0f8fad5b-d9cb-469f-a165-70867728950e"

  static func key(_ random: inout SeededRandom) -> RecoveryKey {
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    return RecoveryKey(AgeIdentity { _ in bytes })
  }

  static func key(_ seed: UInt64) -> RecoveryKey {
    var random = SeededRandom(seed: seed)
    return key(&random)
  }

  static func paper(_ key: RecoveryKey, name: String? = nil) -> RecoveryPaper {
    RecoveryPaper(ledger: ledger, name: name, key: key, made: CivilDay(daysSince1970: 20_000))
  }

  /// The lines of the text that are the key, from its beginning on.
  static func keyLines(_ key: RecoveryKey) -> [String] {
    let lines = paper(key).text(width: 80, code: .none).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    return Array(lines.drop { $0 != "    AGE-SECRET-KEY-1" }.prefix { !$0.isEmpty })
  }

  /// The characters behind the beginning.
  static func characters(_ key: RecoveryKey) -> [Character] { Array(key.paper.dropFirst(16)) }

  static let alphabet = KeyLayout.alphabet.map { Character(Unicode.Scalar($0)) }
}

/// What a typed text gives: the key's text, or the reason.
func typed(_ text: String) -> Result<String, RecoveryPaperError> {
  do throws(RecoveryPaperError) {
    return .success(try RecoveryPaper.key(typed: text).paper)
  } catch {
    return .failure(error)
  }
}

extension Result where Failure == RecoveryPaperError {
  var reason: RecoveryPaperError.Reason? {
    switch self {
    case .success: nil
    case .failure(let error): error.reason
    }
  }
}
