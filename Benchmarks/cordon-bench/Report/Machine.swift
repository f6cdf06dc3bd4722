import CommandLineSupport
import Foundation

/// On what was measured: numbers from different machines or toolchains do not compare.
struct Machine {
  /// The moment, in UTC.
  let date = Date().formatted(.iso8601)
  /// The processor's name as the system gives it.
  let processor: String
  let processorCount = ProcessInfo.processInfo.activeProcessorCount
  let memoryBytes = Int(clamping: ProcessInfo.processInfo.physicalMemory)
  let system: String
  /// When the system backs memory with huge pages, where it tells.
  let hugePages: String?
  /// The compiler that built this program.
  let toolchain = Toolchain.compiler
  /// Whether this program was built to be measured.
  let isOptimized = isReleaseBuild

  /// This machine.
  init() {
    let information =
      (try? InputFile(path: "/proc/cpuinfo").readAll()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let name = information.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    processor = name.map { $0.trimmingCharacters(in: .whitespaces) } ?? Toolchain.architecture
    system = ProcessInfo.processInfo.operatingSystemVersionString
    let setting = (try? InputFile(path: "/sys/kernel/mm/transparent_hugepage/enabled").readAll()) ?? []
    // The setting in force stands in brackets.
    hugePages = String(decoding: setting, as: UTF8.self).split(separator: "[").dropFirst().first?
      .split(separator: "]").first.map { String($0) }
  }

  /// The machine in a line.
  var summary: String {
    let memory = ResultTable.short(Double(memoryBytes) / 1e9)
    return "\(processor), \(processorCount) processors, \(memory) GB, \(system), \(toolchain)"
  }

  /// Whether the compiler was asked for speed.
  static var isReleaseBuild: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}
