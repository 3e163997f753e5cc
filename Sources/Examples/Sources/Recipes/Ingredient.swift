public import Daybook

/// What goes into a dish, and how much of it.
public struct Ingredient: Entity {
  public var id = ID()
  public var name = ""
  /// In ``unit``; nil for "to taste".
  public var amount: Double?
  public var unit: String?
  public var recipe: Ref<Recipe>?

  public init() {}

  public static let schema = Schema("recipes.ingredient") {
    One(\.recipe, inverse: \Recipe.ingredients)
    Check(value: \.amount, "must be more than 0") { ($0 ?? 1) > 0 }
    Names(\.name)
  }
}
