import Foundation
import TestSupport
import Testing
import Workload

@Suite struct CityDayTests {
  @Test func filesAreWhatTheGeneratorMakes() throws {
    let day = CityDay()
    let folder = dataFolder.appending(path: "city-day")
    #expect(try Data(contentsOf: folder.appending(path: "fences.csv")) == Data(day.fencesCSV.utf8))
    #expect(try Data(contentsOf: folder.appending(path: "samples.csv")) == Data(day.samplesCSV.utf8))
  }

  @Test func otherSeedsMakeOtherDays() {
    #expect(CityDay(seed: 1).samplesCSV != CityDay(seed: 2).samplesCSV)
    #expect(CityDay(seed: 1).fencesCSV.split(separator: "\n").count == 201)
  }
}
