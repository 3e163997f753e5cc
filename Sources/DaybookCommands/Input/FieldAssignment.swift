package import DaybookModel
import DaybookView

/// One `k=v` of `--set`, before the field's type is known.
package struct FieldAssignment: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// `k=v`
    case set(Source)
    /// `k+=v`: adds to a list or a to-many relation.
    case add(Source)
    /// `k=`: writes null.
    case clear
  }

  /// Where the value is.
  package enum Source: Sendable, Equatable {
    case text(String)
    /// `@path`; `@-` is the standard input.
    case file(String)
  }

  package var field: String
  package var action: Action

  /// - Parameter mayBeHidden: whether what was typed may be the value of a hidden field; then errors do not repeat it.
  package init(_ text: String, mayBeHidden: Bool = false) throws(LedgerError) {
    let typed = mayBeHidden ? Disclosure.mask : text
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw LedgerError(
        .usage, "'\(typed)' is not an assignment",
        advice: "write field=value, field+=value, field= to clear it, or field=@file")
    }
    var name = text[..<equals]
    let value = String(text[text.index(after: equals)...])
    let isAdding = name.hasSuffix("+")
    if isAdding { name.removeLast() }
    guard !name.isEmpty else {
      throw LedgerError(.usage, "'\(typed)' names no field", advice: "write field+=value")
    }
    field = String(name)
    guard !value.isEmpty else {
      guard !isAdding else {
        throw LedgerError(.usage, "'\(text)' adds nothing", advice: "write field+=value")
      }
      action = .clear
      return
    }
    let source = Self.source(value)
    action = isAdding ? .add(source) : .set(source)
  }

  /// `@path` names a file; `@@` begins a text that begins with `@`.
  private static func source(_ value: String) -> Source {
    if value.hasPrefix("@@") { return .text(String(value.dropFirst())) }
    return value.hasPrefix("@") && value.utf8.count > 1 ? .file(String(value.dropFirst())) : .text(value)
  }
}
