public import Daybook
public import Foundation

/// A dish, and how to cook it.
public struct Recipe: Entity {
  public var id = ID()
  public var title = ""
  /// The title by which lists sort: in lower case, without an article.
  public var sortTitle = ""
  /// How many it serves. Version 1 called this `people`.
  public var servings = 4
  public var difficulty: Difficulty = .easy
  /// Where it comes from: a book, a page, a grandmother. Nil if nobody knows.
  public var source: String?
  public var method = ""
  /// A large value: it is stored in a file of its own beside the log.
  public var photo: Data?
  /// Whether cooks other than its own may read it.
  public var isShared = false
  public var tags: [String] = []
  public var cook: Ref<Cook>?
  public var ingredients: [Ref<Ingredient>] = []

  public init() {}

  public enum Difficulty: String, Codable, Sendable, CaseIterable { case easy, medium, hard }

  public static let schema = Schema("recipes.recipe") {
    Renamed("people", to: \.servings)
    One(\.cook, inverse: \Cook.recipes)
    // Ingredients are deleted with their recipe.
    Inverse(\.ingredients, of: \Ingredient.recipe, onDelete: .cascade)
    Derived(\.sortTitle, from: \.title) { Recipe.sortTitle($0) }
    // If two machines add tags at once, the merged list has all of them.
    Merge(\.tags, .union)
    Check(value: \.title, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(value: \.servings, "must be from 1 to 100") { (1...100).contains($0) }
    Names(\.title)
  }

  static func sortTitle(_ title: String) -> String {
    let lower = title.lowercased()
    for article in ["the ", "a ", "an "] where lower.hasPrefix(article) {
      return String(lower.dropFirst(article.count))
    }
    return lower
  }
}
