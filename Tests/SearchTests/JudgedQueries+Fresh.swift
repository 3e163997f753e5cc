/// Questions written after the rules of the search were made, about files that the others do not ask for, and about
/// one more book. After they were asked, one rule was given up: that nearness orders equal scores.
extension JudgedCorpus {
  static let freshOfRustBookAndVault: [JudgedQuery] = [
    .init("attaching functions to a type", "ch05-03"),
    .init("compare a value with several patterns and run the first that fits", "ch06-02"),
    .init("why can't I get the fifth letter of a text by its number", "ch08-02"),
    .init("behaviour that several types have in common", "ch10-02"),
    .init("are iterators slower than loops", "ch13-04"),
    .init("one build folder for several related packages", "ch14-03"),
    .init("recursive type of unknown size on the heap", "ch15-01"),
    .init("code that runs when a value goes out of scope", "ch15-03"),
    .init("start a new thread and wait until it is done", "ch16-01"),
    .init("constants compared with variables that cannot change", "ch03-01"),
    .init("itinerary of a journey through Japan", "2023 Japan Trip"),
    .init("trading and building board game", "Catan"),
  ]

  static let freshOfDiary: [JudgedQuery] = [
    .init("an experiment in which a cat was poisoned", "1665-05-13"),
    .init("a storm threw chimneys and houses down", "1666-02-03"),
    .init("a joiner makes cases for my library", "1666-08-02", "1666-08-20", "1666-08-27"),
    .init("a very hot night with lightning and rain", "1666-07-17"),
    .init("a lady in disguise sells fruit in the street", "1665-03-03"),
    .init("guests were offered a rare fruit from the East", "1666-03-16"),
  ]

  static let freshOfConstitution: [JudgedQuery] = [
    .init("Gemeinden regeln ihre Angelegenheiten selbst", "028"),
    .init("einen Untersuchungsausschuss einsetzen", "044"),
    .init("Kriegsdienst verweigern", "004"),
    .init("wer ist Deutscher", "116"),
    .init("wann hört diese Verfassung auf zu gelten", "146"),
    .init("der Kanzler stellt die Vertrauensfrage", "068"),
    .init("Sondergerichte sind verboten", "101"),
    .init("wie viele Stimmen hat ein Land im Bundesrat", "051"),
  ]

  /// The Adventures of Sherlock Holmes, in parts of about 4,000 characters.
  static let stories = JudgedCorpus(
    name: "Sherlock Holmes", folder: "books/holmes",
    fresh: [
      .init("which animal killed the sister", "08-12"),
      .init("what an old hat says about its owner", "07-02"),
      .init("paid to copy an encyclopaedia by hand", "02-05"),
      .init("an employer demands that she wears her hair short", "12-03"),
      .init("a false fire alarm to find a hidden picture", "01-09", "01-10"),
      .init("typed letters can be told apart like handwriting", "03-07"),
      .init("he earned more as a beggar than at his job", "06-10", "06-11"),
      .init("a jewel swallowed by a bird", "07-09"),
      .init("a secret society that sent warnings to its victims", "05-07"),
      .init("a finger cut off while escaping through a window", "09-09"),
      .init("an Australian call between father and son", "04-07", "04-09"),
      .init("why is there milk in a room without a cat", "08-09", "08-13"),
    ])
}
