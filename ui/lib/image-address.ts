/** Widths for `srcset`. The server serves each of them (`image-variant.ts`). */
const WIDTHS = [80, 160, 240, 320, 480, 640, 800, 960, 1280, 1600, 1920]

/** Whether there is a picture. '', '/' and '/media/' mean none. */
export const hasPicture = (file: string) => file !== '' && file !== '/' && file !== '/media/'

/** Whether a picture has several widths. A drawing scales to any width. */
export const isRaster = (file: string) => hasPicture(file) && !file.endsWith('.svg')

/** The address of a file at the image proxy. A path or a complete address stays as it is. */
export function pictureUrl(file: string, width?: number): string {
  const base = file.startsWith('/') || file.includes('://') ? file : `/images/local/${file}`
  return width === undefined ? base : `${base}?w=${width}`
}

/** The `srcset` of a picture: all widths, from which the browser chooses. */
export const pictureSet = (file: string, maxWidth = Infinity) =>
  WIDTHS.filter((width) => width <= maxWidth)
    .map((width) => `${pictureUrl(file, width)} ${width}w`)
    .join(', ')

/** The focal point that must stay visible in every crop, if the file name contains one: 'hash.f30x70.webp'. */
export function focusOf(file: string): string | undefined {
  const [, x, y] = /\.f(\d{1,3})x(\d{1,3})\./.exec(file) ?? []
  return x === undefined ? undefined : `${x}% ${y}%`
}

/** The style for a focal point that is known as two percentages. */
export const focusStyle = ({ x, y }: { x: number; y: number }) => ({
  objectPosition: `${x}% ${y}%`,
})
