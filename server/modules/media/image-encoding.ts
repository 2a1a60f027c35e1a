import type { Sharp } from 'sharp'

import type { PictureFormat } from '#server/modules/media/image-variant.ts'
import { isMediaType, type MediaType } from '#server/modules/media/image-type.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

/** The most pixels of a decoded image. */
const MOST_PIXELS = 50_000_000
/** No page needs more: twice the widest variant. */
const MOST_KEPT = 3840
const STORED_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp'])
const MOST_BYTES = 20_000_000
const WIDEST_FORM = 1920

/** Loads sharp with the first image: it takes about 30 MB. */
async function openPicture(bytes: Buffer, more: { density?: number } = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Several images in parallel use the cores better than several threads for one image.
  sharp.concurrency(1)
  sharp.cache(false)
  // Without the library's timeout, which counts elapsed time: a paused machine must not fail an image.
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, ...more })
}

/** Reads only the header; undefined if there is none that can be read. */
export async function measurePicture(
  bytes: Buffer,
): Promise<{ width: number; height: number; moves: boolean } | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const options = { limitInputPixels: false }
    const { width, height, pages = 1, autoOrient } = await sharp(bytes, options).metadata()
    // An animation is decoded frame by frame, so each of them counts.
    if (width * height * pages > MOST_PIXELS)
      return { width: width * pages, height, moves: pages > 1 }
    return { width: autoOrient.width, height: autoOrient.height, moves: pages > 1 }
  } catch {
    return undefined
  }
}
export const hasTooManyPixels = ({ width, height }: { width: number; height: number }) =>
  width * height > MOST_PIXELS

/** Encodes an upload for storage: upright, without metadata, in sRGB. */
export async function reencodeImage(
  sent: Buffer,
  mediaType: string,
): Promise<{ bytes: Buffer; mediaType: MediaType; width: number; height: number }> {
  const picture = (await openPicture(sent))
    .autoOrient()
    .resize({ width: MOST_KEPT, height: MOST_KEPT, fit: 'inside', withoutEnlargement: true })
  const encoded = await (
    mediaType === 'image/jpeg'
      ? picture.jpeg({ quality: 92, progressive: true })
      : mediaType === 'image/webp'
        ? picture.webp({ quality: 92 })
        : picture.png({ compressionLevel: mediaType === 'image/png' ? 9 : 1 })
  ).toBuffer({ resolveWithObject: true })
  // AVIF takes a hundred times as long to encode and is created on demand. A photo as PNG is far too large.
  const isPreserved = STORED_TYPES.has(mediaType) && encoded.data.length <= MOST_BYTES
  const { data, info } = isPreserved
    ? encoded
    : await (
        await openPicture(encoded.data)
      )
        .webp({ quality: 92 })
        .toBuffer({ resolveWithObject: true })
  const type = isPreserved && isMediaType(mediaType) ? mediaType : 'image/webp'
  return { bytes: data, mediaType: type, width: info.width, height: info.height }
}

/** Renders an SVG once, in the largest size that is served. An upload that exceeds the limits is refused. */
export async function drawOnce(svg: Buffer, size: { width: number; height: number }) {
  const density = densityFor(WIDEST_FORM / Math.max(1, size.width, size.height))
  await (await openPicture(svg, { density })).png({ compressionLevel: 1 }).toBuffer()
}

const densityFor = (times: number) => Math.min(2400, Math.max(1, Math.ceil(72 * times)))

type Asked = { bytes: Buffer; width: number; quality: number; format: PictureFormat }

/** Renders a variant: never larger than the original, upright and without metadata. */
export async function drawForm({ bytes, width, quality, format }: Asked): Promise<Buffer> {
  const { format: from, width: drawn } = await (await openPicture(bytes)).metadata()
  // An SVG has no maximum size, so it is rendered in the requested width.
  const density = from === 'svg' && drawn > 0 ? densityFor(width / drawn) : undefined
  const picture = (await openPicture(bytes, density ? { density } : {}))
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      // AVIF has another quality scale: 20 less looks the same. More effort costs far more time than it saves bytes:
      // 800 px take 0.2 s with 2 and 1.1 s with 4, 1600 px 0.4 s with 1 and 0.7 s to 2 s with 2.
      return picture
        .avif({ quality: quality - 20, effort: width > 800 ? 1 : 2, chromaSubsampling: '4:2:0' })
        .toBuffer()
    case 'webp':
      return picture.webp({ quality, effort: 3 }).toBuffer()
    case 'jpeg':
      return picture
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, progressive: true })
        .toBuffer()
    case 'png':
      return picture.png({ compressionLevel: 9, palette: true }).toBuffer()
  }
}

/** In a format that PDF documents accept. */
export async function drawForPrint({
  bytes,
  width,
}: {
  bytes: Buffer
  width: number
}): Promise<Buffer> {
  return (await openPicture(bytes, { density: 300 }))
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
}
