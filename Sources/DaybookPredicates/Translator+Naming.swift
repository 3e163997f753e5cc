import Daybook
import DaybookView
import Foundation

// How errors name what a predicate asks for: `title.count`, never an address.

extension Translator {
  /// A property that cannot be asked for, and what can.
  static func unknown<Root>(
    _ keyPath: PartialKeyPath<Root>, of root: Term, as type: Any.Type
  ) -> Untranslatable {
    let place = if case .path(let place) = root { place.names.joined(separator: ".") } else { "" }
    let property = name(of: keyPath) ?? "a computed property of type \(type)"
    let owner = place.isEmpty ? "\(Root.self)" : "'\(place)'"
    let what =
      name(of: keyPath).map { name in "'\(place.isEmpty ? name : place + "." + name)'" }
      ?? "\(property) of \(owner)"
    return Untranslatable(
      what: what + ", which is not a stored field", advice: advice(on: Root.self), isProperty: true)
  }

  /// What is not stored, of the standard library's own; nil for an app's computed property, whose name no key path has.
  private static func name(of path: AnyKeyPath) -> String? {
    let texts: [(AnyKeyPath, String)] = [
      (\String.count, "count"), (\String.first, "first"), (\String.last, "last"), (\String.utf8, "utf8"),
      (\String.capitalized, "capitalized"), (\String.hash, "hash"), (\String.hashValue, "hashValue"),
    ]
    let dates: [(AnyKeyPath, String)] = [
      (\Date.timeIntervalSince1970, "timeIntervalSince1970"),
      (\Date.timeIntervalSinceNow, "timeIntervalSinceNow"),
      (\Date.wholeDay, "wholeDay"), (\UUID.uuidString, "uuidString"), (\URL.absoluteString, "absoluteString"),
      (\URL.host, "host"), (\Data.count, "count"), (\Int.magnitude, "magnitude"),
      (\Double.magnitude, "magnitude"),
    ]
    return (texts + dates).first { $0.0 == path }?.1
  }

  private static func advice<Root>(on type: Root.Type) -> String {
    switch type {
    case is String.Type:
      return "of a text ask ==, isEmpty, contains, starts(with:) or localizedStandardContains"
    case is any ListValue.Type:
      return "of a list ask isEmpty, count, contains or allSatisfy"
    case is Date.Type: return "compare the date itself with dates that you work out before"
    case let entity as any Entity.Type:
      return "its stored fields are \(entity.storedNames); store what you ask for, or filter what was fetched"
    case is any AnyRef.Type: return "ask for a stored field of the entity that it refers to"
    default: return "ask for the value itself, or filter what was fetched"
    }
  }

  /// The fields that an expression reads, for errors: ` on 'number'`.
  mutating func fields(in expression: Any, depth: Int = 0) -> [String] {
    if let known = expression as? any Translatable, case .path(let place)? = try? known.term(&self) {
      return [place.path.description]
    }
    guard depth < 12 else { return [] }
    var names: [String] = []
    for child in Mirror(reflecting: expression).children {
      for name in fields(in: child.value, depth: depth + 1) where !names.contains(name) { names.append(name) }
    }
    return names
  }
}

extension Entity {
  /// For errors: `title, number and place`.
  fileprivate static var storedNames: String {
    let names = PropertyNames.of(Self.self).properties.map(\.name)
    return names.dropLast().joined(separator: ", ")
      + (names.last.map { names.count > 1 ? " and " + $0 : $0 } ?? "")
  }
}
