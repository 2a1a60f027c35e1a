import { isMediaType, type MediaType } from '#server/pictures/picture-type.ts'

/** Asked for by nothing else, so that nobody can fill the cache with sizes of their own. */
export const WIDTHS = [
  80, 120, 160, 200, 240, 320, 400, 480, 600, 640, 800, 960, 1080, 1200, 1280, 1440, 1600, 1920,
] as const
export const QUALITIES = [50, 60, 70, 80] as const

const WIDEST = 1920
const DEFAULT_QUALITY = 70
const MOST_PIXELS = 50_000_000

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png'

/** Every mail program shows these two, and an address that ends so: the others few of them. */
export const FIXED_FORMATS: Readonly<Record<string, PictureFormat>> = { jpg: 'jpeg', png: 'png' }

/** One of the shapes in which a stored picture is served. */
export type PictureForm = { hash: string; width: number; quality: number; format: PictureFormat }

export const formName = ({ hash, width, quality, format }: PictureForm) =>
  `${hash}-${width}-${quality}.${format}`

/** The form that the query asks for, or the name of the field that asks for none there is. */
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

/** Any quality may be asked for, and one of the few there are is given: only widths are a promise. */
function nearestQuality(text: unknown): number | undefined {
  if (text === undefined) return DEFAULT_QUALITY
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return undefined
  const asked = Number(text)
  if (asked < 1 || asked > 100) return undefined
  return [...QUALITIES].sort((a, b) => Math.abs(a - asked) - Math.abs(b - asked))[0]
}

/**
 * Only what the browser names counts: those that cannot show WebP say that they take anything.
 */
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

/** With the first picture that is made: a start needs none, and it takes some thirty megabytes. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Several pictures at a time use the cores better than several threads on one.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** What is stored cannot be made into a picture: it is damaged, or would unfold into far too many pixels. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture'
}

/** Never larger than the original; upright, and without what a camera wrote into it. */
export async function render(original: Buffer, form: PictureForm): Promise<Buffer> {
  try {
    return await renderForm(original, form)
  } catch (error) {
    throw new UnusablePicture(`picture ${form.hash} cannot be read`, { cause: error })
  }
}

/** No page shows more: twice the widest form. */
const MOST_KEPT = 2 * WIDEST

/**
 * A picture as the shop keeps what was sent to it: upright, without what a camera or a program wrote into it, in the
 * shop's own colours.
 */
export async function encodeAnew(
  sent: Buffer,
  mediaType: string,
): Promise<{ bytes: Buffer; mediaType: MediaType; width: number; height: number }> {
  const sharp = await loadSharp()
  const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize({ width: MOST_KEPT, height: MOST_KEPT, fit: 'inside', withoutEnlargement: true })
  const made = await (
    mediaType === 'image/jpeg'
      ? picture.jpeg({ quality: 92, progressive: true })
      : mediaType === 'image/webp'
        ? picture.webp({ quality: 92 })
        : picture.png({ compressionLevel: mediaType === 'image/png' ? 9 : 1 })
  ).toBuffer({ resolveWithObject: true })
  // AVIF takes a hundred times as long to write, and is made wherever it is asked for; a photo as PNG is far too large.
  const isKept = KEPT_TYPES.has(mediaType) && made.data.length <= MOST_BYTES
  const { data, info } = isKept
    ? made
    : await sharp(made.data).webp({ quality: 92 }).toBuffer({ resolveWithObject: true })
  const type = isKept && isMediaType(mediaType) ? mediaType : 'image/webp'
  return { bytes: data, mediaType: type, width: info.width, height: info.height }
}

const KEPT_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp'])
const MOST_BYTES = 20_000_000

const densityFor = (times: number) => Math.min(2400, Math.max(1, Math.ceil(72 * times)))

async function renderForm(original: Buffer, { width, quality, format }: PictureForm) {
  const sharp = await loadSharp()
  const options = { limitInputPixels: MOST_PIXELS, sequentialRead: true }
  const { format: from, width: drawn } = await sharp(original, options).metadata()
  // A drawing has no size of its own that would be its largest: it is drawn as wide as it is wanted.
  const density = from === 'svg' && drawn > 0 ? densityFor(width / drawn) : undefined
  const picture = sharp(original, { ...options, ...(density ? { density } : {}) })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      // Its scale is another one: at 20 less it looks like the others. More effort costs far more time than it
      // saves bytes: 800 px take 0.2 s with 2 and 1.1 s with 4, 1600 px 0.4 s with 1 and 0.7 s to 2 s with 2.
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
