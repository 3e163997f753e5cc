/// Colours, on a terminal only, and never under NO_COLOR (no-color.org) or on a dumb terminal.
package struct TextStyle: Sendable {
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func heading(_ text: String) -> String { styled("1", text) }
  package func error(_ text: String) -> String { styled("31", text) }
  package func faint(_ text: String) -> String { styled("2", text) }

  private func styled(_ code: String, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
