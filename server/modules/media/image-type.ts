/** Media types with their file extensions. */
export const MEDIA_TYPES = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'video/webm': ['webm'],
  'video/mp4': ['mp4'],
  'text/vtt': ['vtt'],
} as const
export type MediaType = keyof typeof MEDIA_TYPES

export const extensionOf = (type: MediaType) => MEDIA_TYPES[type][0]

export function isMediaType(type: string): type is MediaType {
  return Object.hasOwn(MEDIA_TYPES, type)
}

const latin = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** The type of a file from its bytes, because file names cannot be trusted. */
export function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  if (latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (latin(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (latin(bytes, 4, 8) === 'ftyp') return isoType(bytes)
  if (latin(bytes, 0, 4) === '\x1a\x45\xdf\xa3')
    return latin(bytes, 0, 80).includes('webm') ? 'video/webm' : undefined
  const start = bytes.toString('utf8', 0, 4000).replace(/^\uFEFF/, '')
  if (/^WEBVTT([ \t\r\n]|$)/.test(start)) return 'text/vtt'
  return startsAsSvg(start) ? 'image/svg+xml' : undefined
}

/** Whether the root element is svg. Skips the prolog by searching for its ends, which takes linear time for any input. */
function startsAsSvg(start: string): boolean {
  let remaining = start.trimStart()
  for (;;) {
    const end = prologEnd(remaining)
    if (end === undefined) return /^<svg[\s>]/i.test(remaining)
    if (end === 0) return false
    remaining = remaining.slice(end).trimStart()
  }
}

/** The end of a declaration, comment or document type; 0 if it is not closed; undefined if the text starts with none. */
function prologEnd(text: string): number | undefined {
  const endOf = (mark: string, from: number) => {
    const index = text.indexOf(mark, from)
    return index < 0 ? 0 : index + mark.length
  }
  if (text.startsWith('<!--')) return endOf('-->', 4)
  if (/^<\?xml/i.test(text)) return endOf('?>', 5)
  if (!/^<!DOCTYPE/i.test(text)) return undefined
  const subset = text.indexOf('[')
  const end = endOf('>', 9)
  if (subset < 0 || (end > 0 && end < subset)) return end
  const subsetEnd = endOf(']', subset)
  return subsetEnd === 0 ? 0 : endOf('>', subsetEnd)
}

/** AVIF and MP4 share their container; the brands in its header distinguish them. */
function isoType(bytes: Buffer): MediaType | undefined {
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0
  const brands = latin(bytes, 8, Math.min(length, 64))
  if (/avif|avis/.test(brands)) return 'image/avif'
  return /isom|iso[2-9]|mp4[12]|avc1|M4V /.test(brands) ? 'video/mp4' : undefined
}

/** Whether the file has its end. A truncated upload still has a valid header. */
export function isComplete(bytes: Buffer, type: MediaType) {
  switch (type) {
    case 'image/png':
      return bytes.includes('IEND', Math.max(0, bytes.length - 1000), 'latin1')
    case 'image/jpeg':
      return bytes.includes(Buffer.from([0xff, 0xd9]), Math.max(0, bytes.length - 1000))
    case 'image/webp':
      return bytes.length >= bytes.readUInt32LE(4) + 8
    case 'image/avif':
    case 'video/mp4':
      return endOfBoxes(bytes) <= bytes.length
    case 'image/svg+xml':
      return endsAsSvg(bytes.toString('utf8'))
    case 'video/webm':
    case 'text/vtt':
      return true
  }
}

/** Whether the text ends with the closing tag of the root, apart from comments. */
function endsAsSvg(text: string): boolean {
  let remaining = text.trimEnd()
  while (remaining.endsWith('-->')) {
    const start = remaining.lastIndexOf('<!--')
    if (start < 0) return false
    remaining = remaining.slice(0, start).trimEnd()
  }
  if (!remaining.endsWith('>')) return false
  if (remaining.endsWith('/>'))
    return /^<svg/i.test(remaining.slice(remaining.lastIndexOf('<')).slice(0, 4))
  return remaining.slice(0, -1).trimEnd().slice(-5).toLowerCase() === '</svg'
}

/** The position after the last box of an ISO container, by the sizes of its boxes. */
function endOfBoxes(bytes: Buffer) {
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    // 0: up to the end of the file; 1: a 64-bit length follows.
    if (size === 0) return bytes.length
    if (size === 1 && at + 16 > bytes.length) return bytes.length + 1
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
    if (length < 8) return bytes.length + 1
    at += length
  }
  return at
}
