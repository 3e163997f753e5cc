public import DaybookView
public import Foundation

// `#Predicate` writes `PredicateExpressions.build_KeyPath` for `$0.host?.name`. Of a reference, the key path of the entity
// referred to is taken, so that `Ref` needs no fields that other code could read.

extension PredicateExpressions {
  /// A field of the entity that a reference leads to. To evaluate it without the ledger is an error, which
  /// `Predicate.evaluate` throws.
  // The macro's own spelling.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static func build_KeyPath<Root: PredicateExpression, Target: Entity, Value>(
    root: Root, keyPath: any Swift.KeyPath<Target, Value> & Sendable
  ) -> ForcedUnwrap<KeyPath<Root, Value?>, Value> where Root.Output == Ref<Target> {
    build_ForcedUnwrap(build_KeyPath(root: root, keyPath: \Ref<Target>[field: keyPath]))
  }
}
