import CommandLineSupport
import Foundation
import Testing

@testable import cordon_bench

@Suite struct LadderPictureTests {
  static func series() -> [LadderPicture.Series] {
    LadderPicture.variants.enumerated().map { index, variant in
      LadderPicture.Series(
        variant: variant.0,
        points: [1000.0, 10_000, 100_000, 1e6].map { fences in
          // Two that scan, and two that hardly differ.
          (fences, index < 2 ? fences * Double(90 - 70 * index) : 150 - Double(index) + fences / 2000)
        })
    }
  }

  @Test func labelsKeepTheirDistanceAndOrder() {
    let wanted = [10.0, 11, 12, 200, 203, 100]
    let placed = LadderPicture.spread(wanted, gap: 17)
    for a in wanted.indices {
      for b in wanted.indices where wanted[a] < wanted[b] { #expect(placed[b] - placed[a] >= 17 - 1e-9) }
    }
    // The one that has room stays.
    #expect(placed[5] == 100)
    #expect(abs(placed[1] - 11) < 1e-9)
    #expect(LadderPicture.spread([], gap: 1).isEmpty)
  }

  @Test func axesEndAtPowersOfTen() {
    #expect(LadderPicture.decades([1000, 1e6]) == 3...6)
    #expect(LadderPicture.decades([101, 9000]) == 2...4)
    #expect(LadderPicture.decades([1000]) == 3...4)
    let axis = LogAxis(3...6, from: 100, to: 400)
    #expect(abs(axis.place(1e4) - 200) < 1e-9)
    #expect(abs(axis.place(1e6) - 400) < 1e-9)
  }

  @Test func drawsEachLineWithItsName() throws {
    let picture = try #require(LadderPicture(Self.series(), caption: "a < b & c"))
    let svg = picture.svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    for (_, name) in LadderPicture.variants { #expect(svg.contains(">\(name), ")) }
    #expect(svg.contains("a &lt; b &amp; c"))
    #expect(svg.contains("prefers-color-scheme: dark"))
    #expect(svg.components(separatedBy: "<circle").count == 17)
    #expect(!svg.contains("http://") || svg.components(separatedBy: "http").count == 2)
    // All places of text lie in the picture.
    for part in svg.components(separatedBy: "<text x=\"").dropFirst() {
      let numbers = part.components(separatedBy: "\"")
      let x = try #require(Double(numbers[0]))
      let y = try #require(Double(numbers[2]))
      #expect((0...820).contains(x) && (0...470).contains(y), "\(part.prefix(60))")
    }
  }

  @Test func aLineOfOnePointIsLeftOut() {
    let one = LadderPicture.Series(variant: "skip", points: [(1000, 5)])
    #expect(LadderPicture([one], caption: "") == nil)
    #expect(LadderPicture([one] + Self.series(), caption: "")?.series.count == 4)
  }

  @Test(arguments: [(150.0, "150 ns"), (999.9, "1 µs"), (1500, "1.5 µs"), (93e6, "93 ms"), (2e9, "2 s")])
  func times(_ nanoseconds: Double, _ text: String) {
    #expect(LadderPicture.time(nanoseconds) == text)
  }

  @Test func aPictureNeedsTwoSizes() throws {
    #expect(LadderPicture.family(of: ["a-1k", "a-10k", "b-1k"]) == "a")
    #expect(LadderPicture.family(of: ["a-1k", "b-1k"]) == nil)
    #expect(throws: UsageError.self) { try RunCommand(RunOptions(["--svg", "x.svg", "--filter", "mall"])) }
  }
}
