import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'

import { encode } from 'uqr'

import type { GivenCode } from '#server/desk/code-hand-over.ts'
import type { CodesFile } from '#server/desk/code-table.ts'
import { Download } from '#server/desk/csv-download.ts'

/** A picture of each code, for whoever prints cards of their own; named by whom it is for, never by the code. */
export function qrPictures(
  { batchId, link }: CodesFile,
  codes: AsyncIterable<GivenCode[]>,
): Download {
  async function* files() {
    for await (const part of codes) {
      yield part.map((given) => ({ name: nameOf(given), bytes: qrPng(link + given.code) }))
    }
  }
  return new Download(
    `batch-${batchId}-qr.zip`,
    'application/zip',
    Readable.from(zipOf(files()), { objectMode: false }),
  )
}

function nameOf({ place, department, name }: GivenCode) {
  const words = [String(place).padStart(5, '0'), department, name]
    .map((word) =>
      word
        .normalize('NFC')
        .replace(/[^\p{L}\p{N} .-]+/gu, '')
        .trim(),
    )
    .filter((word) => word !== '')
  return `${words.join(' - ')}.png`
}

/** Pixels a module, and modules of white around. */
const SCALE = 12
const QUIET = 4

/** One bit a pixel: black and white is all there is. */
export function qrPng(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const side = size * SCALE
  const bytesARow = Math.ceil(side / 8)
  const rows: Buffer[] = []
  for (const cells of data) {
    const row = Buffer.alloc(bytesARow + 1)
    for (let x = 0; x < side; x++) {
      if (!cells[Math.floor(x / SCALE)])
        row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    }
    for (let times = 0; times < SCALE; times++) rows.push(row)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.concat(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

function pngPart(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([frame, typed, sum])
}

type ZipFile = { name: string; bytes: Buffer }

/** Stored, not packed: what is in it is packed already. Its list of contents is the last thing that leaves. */
async function* zipOf(parts: AsyncIterable<ZipFile[]>): AsyncGenerator<Buffer> {
  const contents: Buffer[] = []
  let at = 0
  for await (const part of parts) {
    const made: Buffer[] = []
    for (const { name, bytes } of part) {
      const called = Buffer.from(name)
      const about = Buffer.alloc(26)
      about.writeUInt16LE(20, 0)
      // Names are UTF-8.
      about.writeUInt16LE(0x800, 2)
      // Of no day: the first that there is.
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
      made.push(Buffer.from('PK\u0003\u0004', 'latin1'), about, called, bytes)
      at += 30 + called.length + bytes.length
    }
    yield Buffer.concat(made)
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
