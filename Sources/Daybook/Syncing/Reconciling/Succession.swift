package import DaybookModel
package import DaybookView

/// What a source says anew of an entity that turned out to be another one, as it goes to that other one.
package struct Succession {
  /// The one that was deleted. It keeps what its source said last, so that the same is no news the next time.
  package let former: SyncedEntity
  package let successor: SyncedEntity
  package let rule: SuccessorRule

  package init(_ former: SyncedEntity, to successor: SyncedEntity, _ rule: SuccessorRule) {
    (self.former, self.successor, self.rule) = (former, successor, rule)
  }

  /// - Parameter news: the fields that the source gives other values than it did.
  /// - Returns: what the successor gets of them; empty where it has it all.
  package func fields(_ news: JSONObject) -> JSONObject {
    var set = JSONObject()
    for field in rule.others {
      guard let value = news[field], !Self.isEmpty(value), Self.isEmpty(successor.values[field]) else {
        continue
      }
      set[field] = value
    }
    let known = rule.texts + [rule.list]
    let held = known.flatMap { Self.texts(former.values[$0]) + Self.texts(successor.values[$0]) }
    let more = EmailAddress.distinct(
      rule.texts.flatMap { Self.texts(news[$0]) }, besides: held + known.flatMap { Self.texts(set[$0]) })
    if !more.isEmpty {
      let list = Self.texts(successor.values[rule.list]) + more
      set[rule.list] = .array(list.map { .string($0) })
    }
    return set
  }

  private static func isEmpty(_ value: JSONValue?) -> Bool { value?.isNull ?? true || value == "" }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.string.map { [$0] } ?? (value?.array ?? []).compactMap(\.string)
  }
}
