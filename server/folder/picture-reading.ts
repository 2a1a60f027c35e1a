import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'

import {
  extensionOf,
  isWhole,
  MEDIA_TYPES,
  type MediaType,
  mediaTypeOf,
} from '#server/pictures/picture-type.ts'
import { cleanSvg } from './svg-cleaning.ts'

const MOST_BYTES = 20_000_000
const MOST_PIXELS = 50_000_000
/** So many times as long as wide or as wide as long: no page has a place for more than a line. */
const MOST_TIMES = 20

/** A picture as the shop stores it; its bytes are read again when they are needed. */
export type PictureFile = {
  /** Its name without the extension. */
  name: string
  path: string
  hash: string
  mediaType: MediaType
  width: number
  height: number
}
export type PictureReading =
  | { picture: PictureFile; bytes: Buffer; removed: string[] }
  | { problem: string }

/** How the database names it. */
export const pictureReference = ({ hash, mediaType }: PictureFile) =>
  `${hash}.${extensionOf(mediaType)}`

export async function readPicture(file: string): Promise<PictureReading> {
  const { size } = await stat(file)
  if (size === 0) return { problem: 'this file is empty' }
  if (size > MOST_BYTES) return { problem: 'this file is larger than 20 MB' }
  const bytes = await readFile(file)
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType)
    return {
      problem: 'this is no PNG, JPEG, WebP, AVIF, SVG, WebM, MP4 or WebVTT file by its content',
    }
  const extension = path.extname(file).slice(1).toLowerCase()
  const extensions: readonly string[] = MEDIA_TYPES[mediaType]
  if (!extensions.includes(extension))
    return {
      problem: `this is ${mediaType} by its content, so its name must end in .${extensions.join(' or .')}`,
    }
  const judged = await judgePicture(bytes, mediaType)
  if ('wrong' in judged) return { problem: SENTENCES[judged.wrong](mediaType) }
  const { removed, ...kept } = judged
  const picture = {
    name: path.basename(file, path.extname(file)),
    path: file,
    hash: pictureHash(kept.bytes),
    mediaType,
    width: kept.width,
    height: kept.height,
  }
  return { picture, bytes: kept.bytes, removed }
}

const SENTENCES = {
  'cut-off': () => 'this file ends too early: it was cut off',
  damaged: (mediaType: string) => `this ${mediaType} file cannot be read: it is damaged`,
  'too-many-pixels': () => 'this picture has more than 50 megapixels',
  moving: () =>
    'this picture moves, and the shop shows pictures that stand still: take a film (WebM or MP4)',
  'too-narrow': () =>
    `one side of this picture is more than ${MOST_TIMES} times the other: no page has a place for it`,
}
export type PictureFault = keyof typeof SENTENCES

export const pictureHash = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Whether the shop can show it, found out by its head alone; a drawing without what runs or leads out. */
export async function judgePicture(
  bytes: Buffer,
  mediaType: MediaType,
): Promise<
  { bytes: Buffer; width: number; height: number; removed: string[] } | { wrong: PictureFault }
> {
  if (!isWhole(bytes, mediaType)) return { wrong: 'cut-off' }
  const svg = mediaType === 'image/svg+xml' ? cleanSvg(bytes.toString('utf8')) : undefined
  const kept = svg ? Buffer.from(svg.clean) : bytes
  const measured = mediaType.startsWith('image/')
    ? await measure(kept)
    : { width: 0, height: 0, moves: false }
  if (!measured) return { wrong: 'damaged' }
  if (measured.width * measured.height > MOST_PIXELS) return { wrong: 'too-many-pixels' }
  const { moves, ...size } = measured
  if (moves) return { wrong: 'moving' }
  // A drawing has no size of its own.
  const isRaster = mediaType.startsWith('image/') && !svg
  if (
    isRaster &&
    Math.max(size.width, size.height) > MOST_TIMES * Math.min(size.width, size.height)
  ) {
    return { wrong: 'too-narrow' }
  }
  return { bytes: kept, ...size, removed: svg?.removed ?? [] }
}

async function measure(bytes: Buffer) {
  try {
    const {
      width,
      height,
      pages = 1,
      autoOrient,
    } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata()
    // An animation is decoded frame by frame, so each of them counts.
    if (width * height * pages > MOST_PIXELS)
      return { width: width * pages, height, moves: pages > 1 }
    return { width: autoOrient.width, height: autoOrient.height, moves: pages > 1 }
  } catch {
    return undefined
  }
}
