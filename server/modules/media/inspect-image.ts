import { svgProblem } from '#server/modules/media/svg-limits.ts'
import { cleanSvg } from '#server/modules/media/svg-cleaning.ts'
import {
  renderOnce,
  reencodeImage,
  hasTooManyPixels,
  measurePicture,
} from '#server/modules/media/image-encoding.ts'
import { isComplete, type MediaType } from '#server/modules/media/image-type.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

const MAX_ASPECT_RATIO = 20

export type PictureProblem =
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
  | { wrong: PictureProblem }

type InspectInput = {
  bytes: Buffer
  mediaType: MediaType
  /** Encodes the image again: upright and without camera metadata. */
  reencode: boolean
  /** Renders an SVG once, unless the same bytes were rendered before. */
  draw: boolean
}

/** Checks that the shop can show the image. An SVG is returned without scripts and external references. */
export async function inspectBytes({
  bytes,
  mediaType,
  reencode,
  draw,
}: InspectInput): Promise<InspectedPicture> {
  if (!isComplete(bytes, mediaType)) return { wrong: 'cut-off' }
  if (mediaType === 'image/svg+xml') return inspectDrawing(bytes, draw)
  if (!mediaType.startsWith('image/')) return { bytes, mediaType, width: 0, height: 0, removed: [] }
  const measured = await measurePicture(bytes)
  if (!measured) return { wrong: 'damaged' }
  if (hasTooManyPixels(measured)) return { wrong: 'too-many-pixels' }
  const { isAnimated, width, height } = measured
  if (isAnimated) return { wrong: 'moving' }
  if (Math.max(width, height) > MAX_ASPECT_RATIO * Math.min(width, height))
    return { wrong: 'too-narrow' }
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
    if (draw) await renderOnce(svg, measured)
  } catch {
    return { wrong: 'too-complex' }
  }
  const { width, height } = measured
  return { bytes: svg, mediaType: 'image/svg+xml', width, height, removed }
}
