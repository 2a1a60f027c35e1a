/** The shop's own, where a channel names none that a mail program understands. */
export const DEFAULT_COLOUR = '#77ceab'
const DARK = '#17202a'
const LIGHT = '#ffffff'
const BLACK = '#000000'
/** What WCAG AA asks of text. */
const READABLE = 4.5

/** A colour of the theme as #rrggbb; mail programs know little else. */
export function hexColour(value: string | undefined): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value ?? '')
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase()
  return /^#[0-9a-f]{6}$/i.test(value ?? '') ? String(value).toLowerCase() : DEFAULT_COLOUR
}

/** The shop's dark or white, whichever reads; on the few greys between where neither does, black. */
export function textOn(colour: string): string {
  return [DARK, LIGHT].find((text) => contrast(colour, text) >= READABLE) ?? BLACK
}

/** As WCAG counts it: 1 for the same colour, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
