/** Only these widths are served, so that no client can fill the cache with arbitrary sizes. */
export const WIDTHS = [
  80, 120, 160, 200, 240, 320, 400, 480, 600, 640, 800, 960, 1080, 1200, 1280, 1440, 1600, 1920,
] as const
/** The shop itself requests only the higher one. The lower one is for clients that save data. */
export const QUALITIES = [50, 70] as const

const WIDEST = 1920
const DEFAULT_QUALITY = 70

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png'

/** Formats that every mail program shows, with their file extensions. */
export const FIXED_FORMATS: Readonly<Record<string, PictureFormat>> = { jpg: 'jpeg', png: 'png' }

/** A variant of a stored image. */
export type PictureForm = { hash: string; width: number; quality: number; format: PictureFormat }

/** PNG is lossless, so all qualities are one variant. */
export const formName = ({ hash, width, quality, format }: PictureForm) =>
  `${hash}-${width}-${format === 'png' ? DEFAULT_QUALITY : quality}.${format}`

/** The requested variant, or the name of the invalid field. */
export function askedForm(query: Record<string, unknown>) {
  const width = listed(query['w'], WIDTHS, WIDEST)
  if (width === undefined) return { wrong: 'w' as const }
  const quality = nearestQuality(query['q'])
  return quality === undefined ? { wrong: 'q' as const } : { width, quality }
}

function listed(text: unknown, list: readonly number[], absent: number): number | undefined {
  if (text === undefined) return absent
  return list.find((value) => String(value) === text)
}

/** Any quality is accepted and mapped to the nearest available one. Only widths are exact. */
function nearestQuality(text: unknown): number | undefined {
  if (text === undefined) return DEFAULT_QUALITY
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return undefined
  const asked = Number(text)
  if (asked < 1 || asked > 100) return undefined
  return [...QUALITIES].sort((a, b) => Math.abs(a - asked) - Math.abs(b - asked))[0]
}

/** Only formats that the browser names count: browsers without WebP also accept any type. */
export function acceptedFormat(accept: string | undefined): PictureFormat {
  const named = (accept ?? '').toLowerCase().split(',')
  const takes = (type: string) =>
    named.some((part) => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  if (takes('image/avif')) return 'avif'
  return takes('image/webp') ? 'webp' : 'jpeg'
}
