/** The widths the image proxy serves. */
const WIDTHS = [80, 160, 240, 320, 480, 640, 800, 960, 1280, 1600, 1920]

/** '', '/' and '/media/' mean none. */
export const hasPicture = (file: string) => file !== '' && file !== '/' && file !== '/media/'

/** A picture with several widths. A drawing scales to any. */
export const isRaster = (file: string) => hasPicture(file) && !file.endsWith('.svg')

/** Through the image proxy, given the asset host and file name. */
export function pictureUrl(file: string, width?: number): string {
  const base = file.startsWith('/') || file.includes('://') ? file : `/images/local/${file}`
  return width === undefined ? base : `${base}?w=${width}`
}

/** All forms of a picture, for the browser to choose from. */
export const pictureSet = (file: string, widest = Infinity) =>
  WIDTHS.filter((width) => width <= widest)
    .map((width) => `${pictureUrl(file, width)} ${width}w`)
    .join(', ')

/** The focal point that must stay visible in every crop, if the file name contains one: 'hash.f30x70.webp'. */
export function focusOf(file: string): string | undefined {
  const [, x, y] = /\.f(\d{1,3})x(\d{1,3})\./.exec(file) ?? []
  return x === undefined ? undefined : `${x}% ${y}%`
}

/** The same for a focal point that is given directly. */
export const focusStyle = ({ x, y }: { x: number; y: number }) => ({
  objectPosition: `${x}% ${y}%`,
})
