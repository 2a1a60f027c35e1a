/** A colour in Oklab. The constants below are those of its definition. */
type Lab = readonly [light: number, a: number, b: number]

/** CSS `color-mix(in oklab, from, to share%)` as browsers calculate it, but with a share from 0 to 1. All colours are #rrggbb. */
export function mixColours(from: string, to: string, share: number): string {
  const [start, end] = [labOf(from), labOf(to)]
  const mixPart = (index: 0 | 1 | 2) => start[index] + (end[index] - start[index]) * share
  return hexOf([mixPart(0), mixPart(1), mixPart(2)])
}

function labOf(colour: string): Lab {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

function hexOf([light, a, b]: Lab): string {
  const long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  return `#${parts.map(byteOf).join('')}`
}

function byteOf(linear: number): string {
  const part = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  const byte = Math.round(Math.min(1, Math.max(0, part)) * 255)
  return byte.toString(16).padStart(2, '0')
}
