public import Daybook

extension System {
  /// A cookbook: cooks, their recipes, and what goes into them.
  public static let recipes = System(
    "recipes", version: 2, kinds: [Cook.self, Recipe.self, Ingredient.self], access: .recipes)
}

extension AccessRules {
  /// A cook reads their own recipes and those that others share, and writes their own.
  static let recipes = AccessRules(viewers: Cook.kind, names: ["email", "name"]) { entity, viewer in
    switch entity.kind {
    case Cook.kind: true
    case Recipe.kind: entity.isRecipe(readableBy: viewer)
    default: entity.map("recipe") { $0.isRecipe(readableBy: viewer) }.contains(true)
    }
  } writes: { mutations, view, viewer in
    for mutation in mutations {
      guard try isOwn(mutation, view, viewer) else {
        throw LedgerError(.refused, "this recipe belongs to another cook")
      }
    }
  }

  private static func isOwn(
    _ mutation: Mutation, _ view: borrowing ViewReader, _ viewer: String
  ) throws -> Bool {
    switch mutation.kind {
    case Cook.kind: return mutation.id == viewer
    case Recipe.kind:
      let owner = view.read(Recipe.kind, mutation.id) { $0.value("cook").string }
      return (owner ?? mutation.set?["cook"]?.string) == viewer
    default:
      let recipe = view.read(Ingredient.kind, mutation.id) { $0.value("recipe").string }
      guard let recipe = (recipe ?? nil) ?? mutation.set?["recipe"]?.string else { return false }
      return view.read(Recipe.kind, recipe) { $0.value("cook").string } == viewer
    }
  }
}

extension EntityReader {
  fileprivate func isRecipe(readableBy cook: String) -> Bool {
    value("cook").string == cook || value("isShared").bool == true
  }
}
