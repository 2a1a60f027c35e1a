import type { Sharp } from 'sharp'

import type { PictureFormat } from '#server/modules/media/image-variant.ts'
import { isMediaType, type MediaType } from '#server/modules/media/image-type.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

/** The most pixels of a decoded image. */
const MAX_PIXELS = 50_000_000
/** The longest side of a stored image: twice the widest variant. */
const MAX_STORED_SIDE = 3840
const STORED_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp'])
const MAX_BYTES = 20_000_000
const WIDEST_VARIANT = 1920

/** Imports sharp with the first image, because it takes about 30 MB. */
async function openPicture(bytes: Buffer, options: { density?: number } = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Several images in parallel use the cores better than several threads for one image.
  sharp.concurrency(1)
  sharp.cache(false)
  // The library's timeout is not used. It counts elapsed time, so an image would fail on a paused machine.
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, ...options })
}

/** Reads only the header; undefined if it cannot be read. */
export async function measurePicture(
  bytes: Buffer,
): Promise<{ width: number; height: number; isAnimated: boolean } | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const options = { limitInputPixels: false }
    const { width, height, pages = 1, autoOrient } = await sharp(bytes, options).metadata()
    // An animation is decoded frame by frame, so each of them counts.
    if (width * height * pages > MAX_PIXELS)
      return { width: width * pages, height, isAnimated: pages > 1 }
    return { width: autoOrient.width, height: autoOrient.height, isAnimated: pages > 1 }
  } catch {
    return undefined
  }
}
export const hasTooManyPixels = ({ width, height }: { width: number; height: number }) =>
  width * height > MAX_PIXELS

/** Encodes an upload for storage: upright, without metadata, in sRGB. */
export async function reencodeImage(
  upload: Buffer,
  mediaType: string,
): Promise<{ bytes: Buffer; mediaType: MediaType; width: number; height: number }> {
  const picture = (await openPicture(upload)).autoOrient().resize({
    width: MAX_STORED_SIDE,
    height: MAX_STORED_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const encoded = await encodeAs(picture, mediaType).toBuffer({ resolveWithObject: true })
  // Other types become WebP: AVIF takes a hundred times as long to encode, and a large PNG is usually a photo.
  const keepsType = STORED_TYPES.has(mediaType) && encoded.data.length <= MAX_BYTES
  const { data, info } = keepsType
    ? encoded
    : await (
        await openPicture(encoded.data)
      )
        .webp({ quality: 92 })
        .toBuffer({ resolveWithObject: true })
  const type = keepsType && isMediaType(mediaType) ? mediaType : 'image/webp'
  return { bytes: data, mediaType: type, width: info.width, height: info.height }
}

function encodeAs(picture: Sharp, mediaType: string): Sharp {
  if (mediaType === 'image/jpeg') return picture.jpeg({ quality: 92, progressive: true })
  if (mediaType === 'image/webp') return picture.webp({ quality: 92 })
  return picture.png({ compressionLevel: mediaType === 'image/png' ? 9 : 1 })
}

/** Renders an SVG in the largest size that is served, so that an upload that exceeds the limits is refused. */
export async function renderOnce(svg: Buffer, size: { width: number; height: number }) {
  const density = densityFor(WIDEST_VARIANT / Math.max(1, size.width, size.height))
  await (await openPicture(svg, { density })).png({ compressionLevel: 1 }).toBuffer()
}

/** The resolution that renders an SVG at this scale. */
const densityFor = (scale: number) => Math.min(2400, Math.max(1, Math.ceil(72 * scale)))

type VariantInput = { bytes: Buffer; width: number; quality: number; format: PictureFormat }

/** Renders a variant: never larger than the original, upright and without metadata. */
export async function renderVariant({
  bytes,
  width,
  quality,
  format,
}: VariantInput): Promise<Buffer> {
  const { format: storedFormat, width: ownWidth } = await (await openPicture(bytes)).metadata()
  // An SVG has no maximum size, so it is rendered in the requested width.
  const density = storedFormat === 'svg' && ownWidth > 0 ? densityFor(width / ownWidth) : undefined
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

/** Renders an image in a format that PDF documents accept. */
export async function renderForPrint({
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
