import DaybookProviders
import DaybookSearch
import Testing

struct BuiltInEmbedderTests {
  private static func cosine(_ left: String, _ right: String) async throws -> Float {
    let vectors = try await BuiltInEmbedder().vectors(of: [left, right])
    return zip(vectors[0], vectors[1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  @Test func vectorsAreOfLengthOne() async throws {
    for vector in try await BuiltInEmbedder().vectors(of: ["Budget", "Ärger im Café", "会議の議事録"]) {
      #expect(vector.count == BuiltInEmbedder.dimensions)
      let length = vector.reduce(0) { $0 + $1 * $1 }
      #expect(abs(length - 1) < 1e-5)
    }
  }

  @Test(arguments: ["", " \n", "the of and", "…!?"])
  func aTextWithoutAMatterIsZero(text: String) async throws {
    #expect(try await BuiltInEmbedder().vectors(of: [text])[0].allSatisfy { $0 == 0 })
  }

  @Test func formsOfAWordAreNear() async throws {
    let near = try await Self.cosine("borrowing a reference", "borrowed references")
    let far = try await Self.cosine("borrowing a reference", "the harbour at night")
    #expect(near > 0.6)
    #expect(far < 0.2)
    #expect(try await Self.cosine("CAFÉ", "cafe") > 0.999)
  }

  @Test(arguments: [
    ("borrowing", "borrow"), ("borrowed", "borrow"), ("borrows", "borrow"), ("references", "referenc"),
    ("reference", "referenc"), ("iterators", "iterat"), ("iterating", "iterat"), ("iteration", "iterat"),
    ("stopped", "stop"), ("stopping", "stop"), ("cities", "city"), ("city", "city"), ("need", "need"),
    ("ownership", "own"), ("bus", "bus"), ("class", "class"), ("classes", "class"), ("es", "es"),
    ("ärger", "ärger"),
  ])
  func formsOfAWordHaveOneStem(word: String, stem: String) { #expect(WordStem.stem(word) == stem) }
}
