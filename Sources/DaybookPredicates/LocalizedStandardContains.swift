import DaybookView
public import Foundation

#if canImport(Darwin)
  extension PredicateExpressions.StringLocalizedStandardContains: Translatable {
    func term(_ translator: inout Translator) throws -> Term {
      .condition(try translator.folded(root, contains: other))
    }
  }
#else
  // `#Predicate` writes `PredicateExpressions.build_localizedStandardContains` for a text's
  // `localizedStandardContains`, and Foundation has that function only on Apple's platforms.

  extension PredicateExpressions {
    /// Whether one text contains another, regardless of case and diacritics.
    public struct TextContains<Whole: PredicateExpression, Part: PredicateExpression>: PredicateExpression
    where Whole.Output == String, Part.Output == String {
      /// True if ``root`` contains ``other``.
      public typealias Output = Bool

      /// The text that is searched.
      public let root: Whole
      /// The text to look for. An empty one is contained in every text.
      public let other: Part

      /// Folds both texts and compares them. Throws what evaluating either operand throws.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        FoldedNeedle(try other.evaluate(bindings)).isIn(try root.evaluate(bindings))
      }
    }

    // The macro's own spelling.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Makes the expression to which `#Predicate` expands `root.localizedStandardContains(other)`.
    public static func build_localizedStandardContains<Whole, Part>(
      _ root: Whole, _ other: Part
    ) -> TextContains<Whole, Part> { TextContains(root: root, other: other) }
  }

  extension PredicateExpressions.TextContains: Sendable where Whole: Sendable, Part: Sendable {}
  extension PredicateExpressions.TextContains: Codable where Whole: Codable, Part: Codable {}
  extension PredicateExpressions.TextContains: StandardPredicateExpression
  where Whole: StandardPredicateExpression, Part: StandardPredicateExpression {}

  extension PredicateExpressions.TextContains: Translatable {
    func term(_ translator: inout Translator) throws -> Term {
      .condition(try translator.folded(root, contains: other))
    }
  }
#endif
