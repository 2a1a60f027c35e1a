import { svgProblem } from '#server/modules/media/svg-limits.ts'
import { cleanSvg } from '#server/modules/media/svg-cleaning.ts'
import {
  drawOnce,
  reencodeImage,
  hasTooManyPixels,
  measurePicture,
} from '#server/modules/media/image-encoding.ts'
import { isWhole, type MediaType } from '#server/modules/media/image-type.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

/** The longest allowed aspect ratio. */
const MOST_TIMES = 20

export type PictureFault =
  | 'cut-off'
  | 'damaged'
  | 'too-many-pixels'
  | 'moving'
  | 'too-narrow'
  | 'too-complex'

export type InspectedPicture =
  | {
      bytes: Buffer
      mediaType: MediaType
      width: number
      height: number
      removed: string[]
    }
  | { wrong: PictureFault }

type Sent = {
  bytes: Buffer
  mediaType: MediaType
  /** Encode it again: upright and without what a camera wrote into it. */
  reencode: boolean
  /** Renders an SVG once, unless the same bytes were rendered before. */
  draw: boolean
}

/** Whether the shop can show the image. An SVG is returned without scripts and external references. */
export async function inspectBytes({
  bytes,
  mediaType,
  reencode,
  draw,
}: Sent): Promise<InspectedPicture> {
  if (!isWhole(bytes, mediaType)) return { wrong: 'cut-off' }
  if (mediaType === 'image/svg+xml') return inspectDrawing(bytes, draw)
  if (!mediaType.startsWith('image/')) return { bytes, mediaType, width: 0, height: 0, removed: [] }
  const measured = await measurePicture(bytes)
  if (!measured) return { wrong: 'damaged' }
  if (hasTooManyPixels(measured)) return { wrong: 'too-many-pixels' }
  const { moves, width, height } = measured
  if (moves) return { wrong: 'moving' }
  if (Math.max(width, height) > MOST_TIMES * Math.min(width, height)) return { wrong: 'too-narrow' }
  if (!reencode) return { bytes, mediaType, width, height, removed: [] }
  try {
    return { ...(await reencodeImage(bytes, mediaType)), removed: [] }
  } catch {
    return { wrong: 'damaged' }
  }
}

async function inspectDrawing(bytes: Buffer, draw: boolean): Promise<InspectedPicture> {
  const { clean, removed } = cleanSvg(bytes.toString('utf8'))
  const svg = Buffer.from(clean)
  const problem = svgProblem(clean)
  if (problem) return { wrong: problem }
  const measured = await measurePicture(svg)
  if (!measured) return { wrong: 'damaged' }
  if (hasTooManyPixels(measured)) return { wrong: 'too-many-pixels' }
  try {
    if (draw) await drawOnce(svg, measured)
  } catch {
    return { wrong: 'too-complex' }
  }
  const { width, height } = measured
  return { bytes: svg, mediaType: 'image/svg+xml', width, height, removed }
}
