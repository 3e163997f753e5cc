/// Questions that a reader of the books might ask, in the reader's words, with the files in which the answer stands.
/// Written before anything was tuned; every other one was looked at while tuning, the rest only counted.
struct JudgedQuery: Sendable {
  var text: String
  /// Beginnings of the names of files.
  var files: [String]

  init(_ text: String, _ files: String...) { (self.text, self.files) = (text, files) }

  static let tuning: [JudgedQuery] = [
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
  ]

  static let heldOut: [JudgedQuery] = [
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
  ]
}
