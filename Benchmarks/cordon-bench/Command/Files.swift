import Foundation

/// Files, read whole and written whole.
enum Files {
  /// All bytes of an input.
  static func read(_ path: String) throws(BenchEnd) -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw .failure(.noInput, "\(path): cannot be opened: \(Console.describe(errno)); check the path")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      bytes.append(contentsOf: chunk[..<count])
      if count == chunk.count { continue }
      guard ferror(file) == 0 else {
        throw .failure(.noInput, "\(path): cannot be read: \(Console.describe(errno)); check the path")
      }
      return bytes
    }
  }

  /// Finds out before a long run whether an output can be made where it is wanted.
  static func checkWritable(_ path: String) throws(BenchEnd) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(folder, W_OK) == 0, access(path, F_OK) != 0 || access(path, W_OK) == 0 else {
      throw .failure(
        .inputOutput,
        "\(path): cannot be created: \(Console.describe(errno)); name a file in a directory that may be written")
    }
  }

  /// Writes an output beside its place and renames it when complete.
  static func write(_ bytes: [UInt8], to path: String) throws(BenchEnd) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .failure(.inputOutput, "\(path): cannot be written: \(error.localizedDescription); name another file")
    }
  }
}
