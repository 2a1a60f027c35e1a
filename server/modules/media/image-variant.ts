/** Only these widths are served, so that no client can fill the cache with arbitrary sizes. */
export const WIDTHS = [
  80, 120, 160, 200, 240, 320, 400, 480, 600, 640, 800, 960, 1080, 1200, 1280, 1440, 1600, 1920,
] as const
/** The storefront requests only the higher one. The lower one is for clients that save data. */
export const QUALITIES = [50, 70] as const

const DEFAULT_WIDTH = 1920
const DEFAULT_QUALITY = 70

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png'

/** Formats that every mail program shows, with their file extensions. */
export const FIXED_FORMATS: Readonly<Record<string, PictureFormat>> = { jpg: 'jpeg', png: 'png' }

/** A variant of a stored image. */
export type PictureVariant = { hash: string; width: number; quality: number; format: PictureFormat }

/** The unique name of a variant. PNG is lossless, so all its qualities are one variant. */
export const variantName = ({ hash, width, quality, format }: PictureVariant) =>
  `${hash}-${width}-${format === 'png' ? DEFAULT_QUALITY : quality}.${format}`

/** The requested variant, or the name of the invalid field. */
export function parseVariant(query: Record<string, unknown>) {
  const width = parseWidth(query['w'])
  if (width === undefined) return { wrong: 'w' as const }
  const quality = nearestQuality(query['q'])
  return quality === undefined ? { wrong: 'q' as const } : { width, quality }
}

function parseWidth(text: unknown): number | undefined {
  if (text === undefined) return DEFAULT_WIDTH
  return WIDTHS.find((width) => String(width) === text)
}

/** Any quality is accepted and rounded to the nearest available one. */
function nearestQuality(text: unknown): number | undefined {
  if (text === undefined) return DEFAULT_QUALITY
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return undefined
  const wanted = Number(text)
  if (wanted < 1 || wanted > 100) return undefined
  return [...QUALITIES].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]
}

/** The best format that the browser names. A wildcard does not count, because browsers without WebP send it too. */
export function acceptedFormat(accept: string | undefined): PictureFormat {
  const entries = (accept ?? '').toLowerCase().split(',')
  const accepts = (type: string) =>
    entries.some((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  if (accepts('image/avif')) return 'avif'
  return accepts('image/webp') ? 'webp' : 'jpeg'
}
