import Daybook
import DaybookPredicates
import Foundation
import Recipes
import Testing

@Suite struct RecipesTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger.inMemory(systems: [.recipes]) }

  @Test func deletingARecipeDeletesItsIngredients() async throws {
    let soup = Recipe { $0.title = "A Soup" }
    let salt = Ingredient {
      $0.name = "salt"
      $0.recipe = soup.id
    }
    try await ledger.commit(by: "ann") { batch in
      try batch.upsert(soup)
      try batch.upsert(salt)
    }
    #expect(try await ledger.get(soup.id)?.sortTitle == "soup")
    try await ledger.commit(by: "ann") { $0.delete(soup) }
    #expect(try await ledger.get(salt.id) == nil)
  }

  @Test func aCookWithRecipesCannotBeDeleted() async throws {
    let ann = Cook { $0.name = "Ann" }
    let soup = Recipe {
      $0.title = "Soup"
      $0.cook = ann.id
    }
    try await ledger.commit(by: "ann") { batch in
      try batch.upsert(ann)
      try batch.upsert(soup)
    }
    await #expect(throws: LedgerError.self) { try await ledger.commit(by: "ann") { $0.delete(ann) } }
  }

  @Test func twoCooksCannotHaveOneAddress() async throws {
    try await ledger.commit(by: "ann") { try $0.upsert(Cook { $0.email = "ann@example.com" }) }
    await #expect(throws: LedgerError.self) {
      try await ledger.commit(by: "bo") { try $0.upsert(Cook { $0.email = "ann@example.com" }) }
    }
  }

  @Test func aValueOfVersion1ReadsUnderItsNewName() async throws {
    try await ledger.append([
      Mutation(.upsert, kind: "recipes.recipe", id: "r1", set: ["title": "Stew", "people": 6])
    ])
    #expect(try await ledger.get(Recipe.ID("r1"))?.servings == 6)
  }

  @Test func aPhotoIsReadBackByteForByte() async throws {
    let photo = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let soup = Recipe {
      $0.title = "Soup"
      $0.photo = photo
    }
    try await ledger.commit(by: "ann") { try $0.upsert(soup) }
    #expect(try await ledger.get(soup.id)?.photo == photo)
  }

  @Test func aCookReadsOwnAndSharedRecipesOnly() async throws {
    let (ann, bo) = (Cook { $0.name = "Ann" }, Cook { $0.name = "Bo" })
    let recipes = ["own": (bo, false), "shared": (ann, true), "secret": (ann, false)].map { title, facts in
      Recipe {
        $0.title = title
        $0.cook = facts.0.id
        $0.isShared = facts.1
      }
    }
    try await ledger.commit(by: "ann") { batch in
      for cook in [ann, bo] { try batch.upsert(cook) }
      for recipe in recipes { try batch.upsert(recipe) }
    }
    let viewer = try await ledger.viewer(named: "Bo")
    let seen = try await ledger.fetch(Recipe.self, as: viewer).map(\.title)
    #expect(seen.sorted() == ["own", "shared"])
    let hard = try await ledger.fetch(Recipe.self, where: #Predicate { $0.servings > 4 })
    #expect(hard.isEmpty)
  }
}
