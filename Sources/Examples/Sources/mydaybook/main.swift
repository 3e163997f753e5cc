// `daybook` with one more system, and a command for it. Everything that `daybook` does works for recipes too: get, query,
// history, undo, conflicts, replicate, export json, …

import DaybookCommands
import Recipes

await DaybookCommand.main(systems: [.recipes], commands: [RecipesCommand.self])
