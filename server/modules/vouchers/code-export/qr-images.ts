import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'

import { encode } from 'uqr'

import type { GivenCode } from '#server/modules/vouchers/code-export/export-codes.ts'
import type { CodesFile } from '#server/modules/vouchers/code-export/code-table.ts'
import { Download } from '#server/http/raw-response.ts'
import { zipOf } from '#server/platform/write-zip.ts'

/** A QR image per code, for printing cards. The file is named after the recipient, never after the code. */
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
        .replace(/[^\p{L}\p{M}\p{N} .-]+/gu, '')
        .trim(),
    )
    .map((word) => startOf(word, MOST_BYTES_EACH).trim())
    .filter((word) => word !== '')
  return `${words.join(' - ')}.png`
}

/** File names may have at most 255 bytes, including the extension. */
const MOST_BYTES_EACH = 100
const letters = new Intl.Segmenter()

/** At most this many bytes, without cutting a character. */
function startOf(text: string, bytes: number) {
  let start = ''
  for (const { segment } of letters.segment(text)) {
    if (Buffer.byteLength(start + segment) > bytes) break
    start += segment
  }
  return start
}

/** Pixels per module, and the quiet zone in modules. */
const SCALE = 12
const QUIET = 4

/** One bit per pixel: black or white. */
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
