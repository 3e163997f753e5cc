import Testing

@testable import DaybookNotes

/// Names that every file system takes, whatever a title says.
@Suite struct SafeFileNameTests {
  @Test(arguments: [
    ("Idea", "Idea.md"), ("a/b\\c:d", "a_b_c_d.md"), ("..", "untitled.md"), (".hidden", "hidden.md"),
    ("", "untitled.md"),
    ("CON", "_CON.md"), ("nul.txt", "_nul.txt.md"), ("com1", "_com1.md"), ("com", "com.md"),
    ("a\u{0}\u{1b}[31mb", "a__[31mb.md"),
    ("x\u{202e}y", "x_y.md"), ("end. ", "end.md"), ("two\nlines", "two lines.md"), ("e\u{301}", "\u{e9}.md"),
  ])
  func aTitleBecomesASafeFileName(_ title: String, _ name: String) {
    #expect(SafeFileName.of(title, suffix: ".md") == name)
  }

  @Test func aFileNameIsBounded() {
    let long = SafeFileName.of(String(repeating: "\u{1f332}", count: 300), suffix: ".md")
    #expect(long.utf8.count <= SafeFileName.bytesMax)
    #expect(long.hasSuffix("\u{1f332}.md"))
  }

  @Test(arguments: [
    ("Notes/Idea.md", "Notes/Idea.md"), ("../../etc/passwd", "untitled/untitled/etc/passwd"),
    ("/etc/passwd", "etc/passwd"),
    ("a//b/./c.md", "a/b/untitled/c.md"), ("What? \"so\".md", "What? \"so\".md"),
    (".git/config", "git/config"),
  ])
  func aPathStaysWithinItsFolder(_ path: String, _ safe: String) { #expect(SafeFileName.path(path) == safe) }

  @Test func noTwoAreTheSame() {
    var names = FileNames()
    #expect(
      ["a/Idea.md", "a/idea.md", "A/IDEA.md", "b/idea.md"].map { names.unique($0) } == [
        "a/Idea.md", "a/idea (2).md", "A/IDEA (3).md", "b/idea.md",
      ])
  }
}
