/** The default colour, if a channel has none that mail programs understand. */
export const DEFAULT_COLOUR = '#77ceab'
const DARK = '#17202a'
const LIGHT = '#ffffff'
const BLACK = '#000000'
/** The minimum contrast of text in WCAG AA. */
const READABLE_CONTRAST = 4.5

/** A theme colour as #rrggbb, the only format that all mail programs support. */
export function hexColour(value: string | undefined): string {
  const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value ?? '')
  if (shortHex) {
    const digits = shortHex.slice(1).map((digit) => digit + digit)
    return `#${digits.join('')}`.toLowerCase()
  }
  return /^#[0-9a-f]{6}$/i.test(value ?? '') ? String(value).toLowerCase() : DEFAULT_COLOUR
}

/** The shop's dark colour or white, whichever is readable. Black for the few greys on which neither is. */
export function textOn(colour: string): string {
  return [DARK, LIGHT].find((text) => contrast(colour, text) >= READABLE_CONTRAST) ?? BLACK
}

/** The contrast ratio of WCAG: 1 for the same colour, 21 for black on white. */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The relative luminance of an sRGB colour, with the constants of WCAG 2. */
function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
