import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'

import { encode } from 'uqr'

import type { ExportedCode } from '#server/modules/vouchers/code-export/export-codes.ts'
import type { CodesFile } from '#server/modules/vouchers/code-export/code-table.ts'
import { Download } from '#server/http/raw-response.ts'
import { zipOf } from '#server/platform/write-zip.ts'

/** A ZIP file with a QR image per code, for printing cards. An image is named after the recipient, never after the code. */
export function createQrImages(
  { batchId, link }: CodesFile,
  codes: AsyncIterable<ExportedCode[]>,
): Download {
  async function* files() {
    for await (const part of codes) {
      yield part.map((voucher) => ({
        name: fileNameOf(voucher),
        bytes: qrPng(link + voucher.code),
      }))
    }
  }
  return new Download(
    `batch-${batchId}-qr.zip`,
    'application/zip',
    Readable.from(zipOf(files()), { objectMode: false }),
  )
}

function fileNameOf({ place, department, name }: ExportedCode) {
  const parts = [String(place).padStart(5, '0'), department, name]
    .map((part) =>
      part
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N} .-]+/gu, '')
        .trim(),
    )
    .map((part) => truncateToBytes(part, MAX_PART_BYTES).trim())
    .filter((part) => part !== '')
  return `${parts.join(' - ')}.png`
}

/** File names may have at most 255 bytes, including the extension. */
const MAX_PART_BYTES = 100
const letters = new Intl.Segmenter()

/** At most this many bytes, without cutting a character. */
function truncateToBytes(text: string, bytes: number) {
  let start = ''
  for (const { segment } of letters.segment(text)) {
    if (Buffer.byteLength(start + segment) > bytes) break
    start += segment
  }
  return start
}

/** Pixels per module, and the quiet zone in modules. */
const SCALE = 12
const QUIET_ZONE = 4

/** A PNG file with one bit per pixel. */
export function qrPng(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
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
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Bits per pixel.
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngPart('IHDR', header),
    pngPart('IDAT', deflateSync(Buffer.concat(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

function pngPart(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, checksum])
}
