public import Daybook

/// Somebody who writes recipes down.
public struct Cook: Entity {
  public var id = ID()
  public var name = ""
  /// Two cooks cannot have the same address.
  public var email: String?
  public var recipes: [Ref<Recipe>] = []

  public init() {}

  public static let schema = Schema("recipes.cook") {
    Unique(\.email)
    // A cook with recipes cannot be deleted.
    Inverse(\.recipes, of: \Recipe.cook, onDelete: .deny)
    Names(\.name, addresses: [\.email])
  }
}
