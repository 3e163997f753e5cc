/// Questions that a reader might ask, in the reader's words, with the files in which the answer stands.
struct JudgedQuery: Sendable {
  var text: String
  /// Beginnings of the names of files.
  var files: [String]

  init(_ text: String, _ files: String...) { (self.text, self.files) = (text, files) }
}

/// Texts that nobody here wrote, under `$DAYBOOK_REALDATA`, and what is asked about them.
struct JudgedCorpus: Sendable {
  var name: String
  /// Of Markdown files.
  var folder: String
  var isLarge = false
  /// Looked at while the rules were made.
  var tuning: [JudgedQuery] = []
  /// Only counted while the rules were made; one weight was chosen by what they came to, and later given up.
  var heldOut: [JudgedQuery] = []
  /// Written after the rules were made, and asked once before the last change.
  var fresh: [JudgedQuery] = []

  static let all = [rustBookAndVault, diary, constitution, stories]

  /// The Rust book and a vault of notes, in English.
  static let rustBookAndVault = JudgedCorpus(
    name: "the Rust book and a vault", folder: "markdown",
    tuning: [
      .init("memory freed automatically when a variable leaves its block", "ch04-01"),
      .init("two mutable borrows at the same time compile error", "ch04-02"),
      .init("part of a string without copying it", "ch04-03"),
      .init("how do I stop the program when something unfixable happens", "ch09-01", "ch09-03"),
      .init("question mark operator to pass failure to the caller", "ch09-02"),
      .init("counting how often each word appears", "ch08-03"),
      .init("run only some of the tests by name", "ch11-02"),
      .init("sharing data between threads with a lock", "ch16-03"),
      .init("several owners of the same value", "ch15-04"),
      .init("how long a reference must stay valid", "ch10-03"),
      .init("publishing my package for others to download", "ch14-02"),
      .init("anonymous functions that capture variables around them", "ch13-01"),
      .init("print errors separately from normal output", "ch12-06"),
      .init("recipe with fruit and pastry", "Brown butter nectarine tart"),
      .init("humanity living underground dependent on a device", "The Machine Stops"),
      .init("advice for living learned over years", "68 Bits"),
      .init("purchasing things that last a long time", "Buy wisely"),
      .init("turning the server off cleanly", "ch21-03"),
      .init("code that writes code", "ch20-05"),
      .init("calling functions written in C", "ch20-01"),
    ],
    heldOut: [
      .init("whole numbers and floating point kinds", "ch03-02"),
      .init("repeat code until a condition is false", "ch03-05"),
      .init("guess a random secret number program", "ch02-00"),
      .init("grouping related fields under a name", "ch05-01"),
      .init("a type that may be one of several variants", "ch06-01"),
      .init("absence of a value instead of null", "ch06-01"),
      .init("growable list of items", "ch08-01"),
      .init("hiding implementation details behind public functions of a module", "ch07-02", "ch18-01"),
      .init("sending values from one thread to another through a channel", "ch16-02"),
      .init("waiting for many asynchronous tasks at once", "ch17-02", "ch17-03"),
      .init("memory leak caused by cycles", "ch15-06"),
      .init("mutating through an immutable reference checked at runtime", "ch15-05"),
      .init("override addition for my own type", "ch20-02"),
      .init("inheritance and objects in the language", "ch18-01", "ch18-02"),
      .init("optimised builds versus debug builds settings", "ch14-01"),
      .init("installing the compiler on Windows and Linux", "ch01-01"),
      .init("reading configuration from environment", "ch12-05"),
      .init("movie about artificial humans", "Blade Runner"),
      .init("small ideas as building blocks of thinking", "Evergreen notes"),
      .init("keywords reserved by the language", "appendix-01"),
    ], fresh: freshOfRustBookAndVault)

  /// Two years of the diary of Samuel Pepys, an entry a file: English of 1665.
  static let diary = JudgedCorpus(
    name: "Pepys diary", folder: "books/pepys", isLarge: true,
    tuning: [
      .init("burying cheese and wine in a pit to save them from the fire", "1666-09-14"),
      .init("houses shut up because of plague with a sign on the door", "1665-06-17"),
      .init("are wigs safe to wear during an epidemic", "1665-09-13"),
      .init("my new pocket watch", "1665-05-23"),
      .init("lecture on comets at Gresham College", "1665-03-11"),
      .init("reading late about things seen under the microscope", "1665-01-30", "1665-01-31"),
      .init("toothache spoiled the dancing", "1666-01-13"),
      .init("how much money am I worth at the end of the year", "1666-01-10", "1667-01-10"),
      .init("books won in a lottery", "1666-03-01"),
      .init("putting gold on the spines of all my books", "1666-09-10", "1666-10-12", "1666-10-13"),
    ],
    heldOut: [
      .init("when did the great fire start", "1666-09-12"),
      .init("blood transfusion between dogs", "1666-11-24"),
      .init("buying glasses to help my sore eyes", "1667-01-03"),
      .init("promised my wife pearls", "1666-05-03", "1666-05-08", "1666-05-10"),
      .init("someone's tame bird pecked a visitor near the eye", "1665-03-29"),
      .init("women dressed like men in doublets and wigs", "1666-06-22"),
      .init("catching a cold from not wearing a wig", "1665-05-05"),
      .init("quarrel of two lords, hat struck off and wig pulled", "1666-12-29"),
      .init("sick man with hiccups", "1665-06-27", "1665-06-29"),
      .init("running from the flames with my gold by boat to Woolwich", "1666-09-15"),
    ], fresh: freshOfDiary)

  /// The German constitution as of 1949, an article a file.
  static let constitution = JudgedCorpus(
    name: "Grundgesetz", folder: "books/grundgesetz",
    tuning: [
      .init("darf ich frei meine Meinung äußern", "005"),
      .init("Demonstrationen und Versammlungen ohne Genehmigung", "008"),
      .init("Geheimnis von Briefen und Post", "010"),
      .init("Enteignungen und Entschädigungen", "014"),
      .init("Farben der Flagge", "022"),
      .init("wie lange amtiert der Präsident", "054"),
      .init("Misstrauensvotum gegen den Kanzler", "067"),
      .init("Änderungen der Verfassung mit zwei Dritteln der Stimmen", "079"),
      .init("Abschaffung der Todesstrafe", "102"),
      .init("haftet der Staat, wenn ein Beamter seine Pflichten verletzt", "034"),
      .init("festgenommene Personen müssen vor einen Richter", "104"),
      .init("wann treten Gesetze in Kraft", "082"),
    ],
    heldOut: [
      .init("Religionsunterricht an Schulen", "007"),
      .init("Vereine gründen", "009"),
      .init("Polizei durchsucht Wohnungen", "013"),
      .init("Asyl für Verfolgte", "016"),
      .init("Verbot verfassungswidriger Partei", "021"),
      .init("Eide bei der Übernahme des Amtes", "056"),
      .init("wer bestimmt die Richtlinie der Regierungspolitik", "065"),
      .init("sind Richter unabhängig", "097"),
      .init("zweimal für dieselbe Tat bestraft werden", "103"),
      .init("wie wird der Kanzler gewählt", "063"),
      .init("Abgeordnete dürfen nicht verhaftet werden", "046"),
      .init("gleiche Rechte von Mann und Frau", "003"),
    ], fresh: freshOfConstitution)
}
