// A conflict as it is presented: what may be shown of it, and its description in words.

import DaybookModel
package import DaybookView

extension EntityConflict {
  /// With hidden values masked, and the targets of hidden relations.
  package func shown(_ disclosure: Disclosure) -> EntityConflict {
    var shown = self
    shown.sides = sides.map { $0.shown(disclosure) }
    if let field { shown.to = disclosure.text(to, of: field, kind: kind) }
    return shown
  }

  /// The cause in words. How many values there are is counted, so ask before they are masked.
  package var sentence: String {
    switch cause {
    case .field: "\(Set(sides.map(\.value.description)).count) values"
    case .link: "linked and unlinked"
    case .presence: "its source has it, and has lost it"
    case .recreated: "deleted and made anew, which hides what it did not know of"
    case .revived: "deleted on one side, edited on the other; it exists"
    case .deleted: "edited, and deleted: it is gone"
    case .hiddenEdit: "its delete hides what it did not know of"
    case .hiddenChild:
      "hidden with \(others.first.map { "\($0.kind) \($0.entity)" } ?? "its owner"), whose delete did not know of it"
    case .unique: "\(sides.count) have the same"
    case .denied: "deleted, though \(others.first.map { "\($0.kind) \($0.entity)" } ?? "another") is there"
    default: cause.rawValue
    }
  }
}

extension EntityConflict.Side {
  package func shown(_ disclosure: Disclosure) -> Self {
    guard let field, isSensitive else { return self }
    var shown = self
    let hidden =
      field.split(separator: "+").map(String.init).first { disclosure.hides($0, of: kind) } ?? field
    shown.to = disclosure.text(to, of: hidden, kind: kind)
    // Whether it is linked is not what is hidden.
    if to == nil { shown.value = disclosure.value(value, of: hidden, kind: kind) }
    return shown
  }
}
