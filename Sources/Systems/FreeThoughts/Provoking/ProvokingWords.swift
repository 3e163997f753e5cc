/// Words that a reader may question, in English and German.
enum ProvokingWords {
  static let absolute: Set<String> = [
    "always", "never", "all", "none", "nobody", "nothing", "everybody", "everyone", "everything", "every",
    "only",
    "must", "cannot", "impossible", "inevitable", "completely", "entirely", "best", "worst", "purely", "any",
    "immer", "nie", "niemals", "alle", "alles", "keiner", "keine", "niemand", "nichts", "jeder", "jede",
    "nur",
    "muss", "müssen", "unmöglich", "völlig", "einzige", "stets",
  ]
  static let hedge: Set<String> = [
    "may", "might", "perhaps", "maybe", "probably", "possibly", "could", "seems", "seem", "appears", "likely",
    "usually", "often", "sometimes", "generally", "tend", "tends", "suggests", "roughly", "somewhat",
    "vielleicht", "wohl", "vermutlich", "wahrscheinlich", "könnte", "könnten", "scheint", "oft", "manchmal",
    "meist", "meistens", "ungefähr",
  ]
  static let cause: Set<String> = [
    "because", "therefore", "thus", "hence", "so", "causes", "cause", "leads", "lead", "makes", "since",
    "results",
    "means", "requires", "enables", "prevents", "consequently",
    "weil", "daher", "deshalb", "darum", "also", "folglich", "denn", "verursacht", "führt", "bewirkt",
    "sodass",
  ]
  static let vague: Set<String> = [
    "many", "some", "most", "few", "several", "much", "more", "less", "better", "worse", "large", "small",
    "fast",
    "slow", "good", "bad", "significant", "important", "simple", "easy", "great", "recent", "soon",
    "viele", "einige", "manche", "mehr", "weniger", "besser", "schlechter", "groß", "klein", "schnell",
    "langsam",
    "wichtig", "einfach", "bald",
  ]
  static let obvious: Set<String> = [
    "obviously", "clearly", "simply", "just", "naturally", "evidently", "certainly", "undoubtedly", "surely",
    "offensichtlich", "natürlich", "selbstverständlich", "zweifellos", "sicher", "klar",
  ]

  static let all = absolute.union(hedge).union(cause).union(vague).union(obvious)
}
