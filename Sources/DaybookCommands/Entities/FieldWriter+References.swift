import ArgumentParser
import Daybook
import DaybookView

enum DanglingHelp {
  static let flag: ArgumentHelp =
    "Allow a link to an entity that does not exist here yet, by its whole id."
}

// The other ends of relations, named in the same ways as any entity.

extension FieldWriter {
  /// The id that the kind's natural key gives; nil if the fields hold no key.
  func derivedID() async throws -> String? {
    guard let key = schema?.key, let value = set[key.field]?.string else { return nil }
    return try await ledger.read { [kind] in $0.newID(kind, key: value) }
  }

  /// The fields, with ids in place of the entities that relations name.
  func resolvedSet() async throws -> JSONObject {
    var resolved = set
    for field in schema?.fields ?? [] where field.name != "id" {
      guard let value = set[field.name] else { continue }
      switch (field.type, value) {
      case (.one(let target), .string(let text)):
        resolved[field.name] = .string(try await reference(text, of: field.name, to: target))
      case (.array(.one(let target)), .array(let values)):
        var ids: [JSONValue] = []
        for value in values {
          if let text = value.string {
            ids.append(.string(try await reference(text, of: field.name, to: target)))
          } else {
            ids.append(value)
          }
        }
        resolved[field.name] = .array(ids)
      default: continue
      }
    }
    return resolved
  }

  /// The links that are added, with the ids of their targets.
  func resolvedLinks() async throws -> [(rel: String, to: String)] {
    var resolved: [(rel: String, to: String)] = []
    for link in links {
      guard case .many(let target)? = try fieldType(link.rel) else { continue }
      resolved.append((link.rel, try await reference(link.to, of: link.rel, to: target)))
    }
    return resolved
  }

  private func reference(_ text: String, of field: String, to target: String) async throws -> String {
    // The command may be about to make the entity itself.
    if target == kind, text == id { return text }
    let hides = schema?.hides(field) ?? false
    // A mask is refused later, with a better error.
    if hides, text == Disclosure.mask { return text }
    return try await ledger.reference(
      text, to: [target], as: viewer, mayDangle: mayDangle, isHidden: hides)
  }
}

extension Ledger {
  /// The id of the entity of these kinds that a text names as the other end of a relation.
  ///
  /// - Parameters:
  ///   - mayDangle: a text that matches no entity counts as an id.
  ///   - isHidden: the text may be a hidden value, which errors do not repeat.
  nonisolated func reference(
    _ text: String, to kinds: [String], as viewer: Viewer?, mayDangle: Bool, isHidden: Bool = false
  ) async throws -> String {
    do {
      return try await withView(as: viewer) { view in
        let found =
          kinds.count == 1
          ? try view.entity(text, of: kinds[0]) : try view.entity(text, among: kinds, noun: "entity")
        guard view.isThere(found.kind, found.id) else {
          throw LedgerError(
            .notFound, "there is no \(found.kind) '\(OneLine.cut(text))'",
            advice: "it was deleted or is hidden; see 'daybook history \(found.kind) \(found.id)'")
        }
        return found.id
      }
    } catch var error as LedgerError
      where isHidden && error.code == .usage && !OneLine.of(text).isEmpty
    {
      // The text and the names that it matches.
      error.what = "the value of a hidden relation matches several entities"
      error.advice = "give the whole id"
      throw error
    } catch var error as LedgerError where error.code == .notFound {
      if mayDangle { return text }
      // The message is the same for an entity that the viewer may not see.
      if let viewer, !isHidden {
        throw LedgerError.noAccess(viewer, to: kinds.joined(separator: ", "), OneLine.cut(text))
      }
      error.advise("use --dangling to link to it anyway")
      if isHidden {
        error.what = "there is no \(kinds.joined(separator: ", ")) '\(Disclosure.mask)'"
        error.advice = "give its id, or use --dangling to link to it anyway"
      }
      throw error
    }
  }
}
