package import ArgumentParser
package import Daybook

/// Whether hidden values are shown: taken by every command that shows values.
package struct RevealOptions: ParsableArguments {
  @Flag(name: .long, help: "Show hidden values too, which otherwise read \(Disclosure.mask).")
  package var reveal = false

  package init() {}

  /// What this command may show of the ledger; it counts what it masks, and the command ends by saying so.
  package func disclosure(_ ledger: Ledger) -> Disclosure { disclosure(ledger.schemas) }

  package func disclosure(_ schemas: SchemaRegistry) -> Disclosure {
    Disclosure(schemas, reveals: reveal, count: HiddenValues.current)
  }
}

/// What one run of the command has masked.
enum HiddenValues {
  @TaskLocal static var current = HiddenCount()

  /// Says so, once a command, and only where something was masked.
  static func tell(_ messages: Messages) {
    guard let count = current.take() else { return }
    let values = count == 1 ? "1 hidden value" : "\(count) hidden values"
    messages.show(Notice("hidden", "\(values); --reveal shows \(count == 1 ? "it" : "them")"))
  }
}

/// A command that takes values as arguments: what is wrong with the arguments is said without repeating them where
/// they may be values of hidden fields.
package protocol ValueArguments: ParsableCommand {
  static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool
}

extension ValueArguments {
  /// Whether an argument names a kind that has hidden fields.
  package static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool {
    arguments.contains { schemas.hidesAnything(of: $0) }
  }
}
