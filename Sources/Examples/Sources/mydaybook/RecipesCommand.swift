import ArgumentParser
import Daybook
import DaybookCommands
import Recipes

/// `mydaybook recipes …`
struct RecipesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes",
    abstract: "List recipes and scale them.",
    subcommands: [List.self, Scale.self], defaultSubcommand: List.self)

  /// `mydaybook recipes list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the recipes, by title.")

    @OptionGroup var ledger: LedgerSelection
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let recipes = try await ledger.open().fetch(Recipe.self, sort: [SortKey("sortTitle")])
      try output.show(
        columns: ["title", "servings", "difficulty", "id"],
        rows: recipes.map { recipe in
          [
            "title": .string(recipe.title), "servings": .int(Int64(recipe.servings)),
            "difficulty": .string(recipe.difficulty.rawValue), "id": .string(recipe.id.rawValue),
          ]
        })
    }
  }

  /// `mydaybook recipes scale TITLE SERVINGS`
  struct Scale: WritingCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change the servings of a recipe, and scale the amounts of its ingredients.")

    @Argument(help: "The recipe's title, or the beginning of its id.")
    var recipe: String

    @Argument(help: "The new number of servings.")
    var servings: Int

    @OptionGroup var ledger: LedgerSelection
    @OptionGroup var author: AuthorOptions

    func run() async throws {
      let ledger = try await ledger.open()
      let id: Recipe.ID = try await ledger.find(recipe)
      try await ledger.write(by: author.author, why: author.why) { [servings] tx in
        guard let found = try tx.get(id) else { return }
        let factor = Double(servings) / Double(found.servings)
        tx.update(found) { $0.servings = servings }
        for ingredient in found.ingredients {
          tx.update(ingredient) { $0.amount = $0.amount.map { $0 * factor } }
        }
      }
    }
  }
}
