import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import {
  type LaneName,
  ParseFailed,
  parserTask,
  withParser,
} from '#server/platform/parsing/parser-pool.ts'
import {
  extensionOf,
  MEDIA_TYPES,
  type MediaType,
  mediaTypeOf,
} from '#server/modules/media/image-type.ts'
import type { inspectBytes, InspectedPicture, PictureProblem } from './inspect-image.ts'

const MAX_BYTES = 20_000_000
const MAX_ASPECT_RATIO = 20
/** The CPU time to render an SVG in the largest size. An SVG that needs more is refused. */
const DRAWING_CPU_MS = 4000

const inspect = parserTask<typeof inspectBytes>('inspect-picture')

/** An image as stored. Its bytes are read again when needed. */
export type PictureFile = {
  /** The file name without its extension. */
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

/** The image's reference in the database. */
export const pictureReference = ({ hash, mediaType }: PictureFile) =>
  `${hash}.${extensionOf(mediaType)}`

/** Reads an image file. An SVG that is `known` was rendered before and is not rendered again. */
export async function readPicture(file: string, { known = false } = {}): Promise<PictureReading> {
  const { size } = await stat(file)
  if (size === 0) return { problem: 'this file is empty' }
  if (size > MAX_BYTES) return { problem: 'this file is larger than 20 MB' }
  const bytes = await readFile(file)
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType)
    return {
      problem: 'the content of this file is not PNG, JPEG, WebP, AVIF, SVG, WebM, MP4 or WebVTT',
    }
  const extension = path.extname(file).slice(1).toLowerCase()
  const extensions: readonly string[] = MEDIA_TYPES[mediaType]
  if (!extensions.includes(extension))
    return {
      problem: `the content of this file is ${mediaType}, so its name must end in .${extensions.join(' or .')}`,
    }
  const inspected = await inspectPicture(
    { lane: 'import', client: '' },
    { bytes, mediaType, reencode: false, draw: !known },
  )
  if ('wrong' in inspected) return { problem: PROBLEM_MESSAGES[inspected.wrong](mediaType) }
  const { removed, ...image } = inspected
  const picture = {
    name: path.basename(file, path.extname(file)),
    path: file,
    hash: pictureHash(image.bytes),
    mediaType,
    width: image.width,
    height: image.height,
  }
  return { picture, bytes: image.bytes, removed }
}

const PROBLEM_MESSAGES = {
  'cut-off': () => 'this file ends too early: it was cut off',
  damaged: (mediaType: string) => `this ${mediaType} file cannot be read: it is damaged`,
  'too-many-pixels': () => 'this image has more than 50 megapixels',
  moving: () =>
    'this image is animated, and the shop shows only still images: use a video (WebM or MP4)',
  'too-narrow': () =>
    `one side of this image is more than ${MAX_ASPECT_RATIO} times as long as the other: crop it`,
  'too-complex': () =>
    'this image takes too much time or memory to render: use fewer elements and effects, or save it as PNG',
} satisfies Record<PictureProblem, (mediaType: string) => string>

export const pictureHash = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Inspects an image in a separate process. Throws if no process is free. */
export async function inspectPicture(
  { lane, client }: { lane: LaneName; client: string },
  input: Parameters<typeof inspectBytes>[0],
): Promise<InspectedPicture> {
  const isDrawing = input.mediaType === 'image/svg+xml'
  try {
    return await withParser(lane, client, (turn) =>
      inspect(turn, input, isDrawing ? { cpuMs: DRAWING_CPU_MS } : {}),
    )
  } catch (error) {
    if (!(error instanceof ParseFailed) || error.mayBeUnrelatedToInput) throw error
    return { wrong: error.failure === 'error' ? 'damaged' : 'too-complex' }
  }
}
