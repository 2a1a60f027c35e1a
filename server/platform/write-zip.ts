import { crc32 } from 'node:zlib'

type ZipFile = { name: string; bytes: Buffer }

/** Files are stored uncompressed, because their contents are compressed already. The directory comes last. */
export async function* zipOf(parts: AsyncIterable<ZipFile[]>): AsyncGenerator<Buffer> {
  const contents: Buffer[] = []
  let at = 0
  for await (const part of parts) {
    const chunks: Buffer[] = []
    for (const { name, bytes } of part) {
      const called = Buffer.from(name)
      const about = Buffer.alloc(26)
      about.writeUInt16LE(20, 0)
      // Names are UTF-8.
      about.writeUInt16LE(0x800, 2)
      // The earliest date of the format, so that files have no date of their own.
      about.writeUInt16LE(0x21, 8)
      about.writeUInt32LE(crc32(bytes), 10)
      about.writeUInt32LE(bytes.length, 14)
      about.writeUInt32LE(bytes.length, 18)
      about.writeUInt16LE(called.length, 22)
      const rest = Buffer.alloc(14)
      rest.writeUInt32LE(at, 10)
      contents.push(
        Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), about, rest, called]),
      )
      chunks.push(Buffer.from('PK\u0003\u0004', 'latin1'), about, called, bytes)
      at += 30 + called.length + bytes.length
    }
    yield Buffer.concat(chunks)
  }
  const list = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(contents.length, 8)
  end.writeUInt16LE(contents.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  yield Buffer.concat([list, end])
}
