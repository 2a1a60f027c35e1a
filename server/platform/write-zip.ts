import { crc32 } from 'node:zlib'

type ZipFile = { name: string; bytes: Buffer }

/** Files are stored uncompressed, because their contents are compressed already. The directory comes last. */
export async function* zipOf(parts: AsyncIterable<ZipFile[]>): AsyncGenerator<Buffer> {
  const contents: Buffer[] = []
  let offset = 0
  for await (const part of parts) {
    const chunks: Buffer[] = []
    for (const { name, bytes } of part) {
      const nameBytes = Buffer.from(name)
      const header = Buffer.alloc(26)
      header.writeUInt16LE(20, 0)
      // Names are UTF-8.
      header.writeUInt16LE(0x800, 2)
      // The earliest date of the format, so that files have no date of their own.
      header.writeUInt16LE(0x21, 8)
      header.writeUInt32LE(crc32(bytes), 10)
      header.writeUInt32LE(bytes.length, 14)
      header.writeUInt32LE(bytes.length, 18)
      header.writeUInt16LE(nameBytes.length, 22)
      const directoryFields = Buffer.alloc(14)
      directoryFields.writeUInt32LE(offset, 10)
      contents.push(
        Buffer.concat([
          Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
          header,
          directoryFields,
          nameBytes,
        ]),
      )
      chunks.push(Buffer.from('PK\u0003\u0004', 'latin1'), header, nameBytes, bytes)
      offset += 30 + nameBytes.length + bytes.length
    }
    yield Buffer.concat(chunks)
  }
  const directory = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(contents.length, 8)
  end.writeUInt16LE(contents.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([directory, end])
}
