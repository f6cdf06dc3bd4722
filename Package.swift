// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], in folder: String = "Sources") -> Target {
  .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

func command(_ name: String, _ dependencies: [Target.Dependency], in folder: String = "Sources") -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], fixtures: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)", exclude: fixtures,
    swiftSettings: settings)
}

let package = Package(
  name: "Cordon",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "GeoPolicy", targets: ["GeoPolicy"]),
    .library(name: "MultiFence", targets: ["MultiFence"]),
    .library(name: "FenceData", targets: ["FenceData"]),
    .library(name: "FenceReplay", targets: ["FenceReplay"]),
    .executable(name: "cordon", targets: ["cordon"]),
  ],
  targets: [
    library("GeoPolicy"),
    library("NaiveScan", ["GeoPolicy"]),
    .target(name: "CellKernel"),
    library("MultiFence", ["CellKernel", "GeoPolicy"]),
    library("FenceData", ["GeoPolicy"]),
    library("FenceReplay", ["GeoPolicy", "MultiFence", "FenceData"]),
    library("CommandLineSupport"),
    command("cordon", ["CommandLineSupport", "FenceData", "FenceReplay", "GeoPolicy"]),

    library("Workload", ["GeoPolicy"], in: "Benchmarks"),
    .target(name: "CBench", path: "Benchmarks/CBench"),
    command(
      "cordon-bench",
      [
        "CBench", "CommandLineSupport", "FenceData", "GeoPolicy", "MultiFence", "NaiveScan", "Workload",
      ], in: "Benchmarks"),

    library("TestSupport", in: "Tests"),
    tests("GeoPolicyTests", ["GeoPolicy"]),
    tests("MultiFenceTests", ["CellKernel", "GeoPolicy", "MultiFence", "NaiveScan", "Workload"]),
    tests("FenceDataTests", ["FenceData", "GeoPolicy", "Workload"]),
    tests("FenceReplayTests", ["FenceData", "FenceReplay", "GeoPolicy", "NaiveScan", "Workload"]),
    tests("CordonTests", ["CommandLineSupport", "cordon"]),
    tests(
      "BenchTests",
      ["CommandLineSupport", "FenceData", "GeoPolicy", "MultiFence", "NaiveScan", "Workload", "cordon-bench"],
      fixtures: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)
