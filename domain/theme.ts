import { contrast, hexColour, textOn } from './theme-contrast.ts'

export type ThemeOption = { reference: string; value: string }

const STEPS = [20, 40, 60, 80]
const COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

/**
 * The custom properties of a channel's theme: each colour with its light and dark variants, the text colour that
 * reads on it, and an ink of its own hue that reads on white. What is no colour is passed on as it is.
 */
export function themeProperties(options: readonly ThemeOption[]): [name: string, value: string][] {
  return options
    .filter(({ reference }) => /^[a-z][\w-]*$/i.test(reference))
    .flatMap(({ reference, value }): [string, string][] => {
      const name = `--${reference}`
      if (!COLOUR.test(value)) return /^[\w #.,%()/-]*$/.test(value) ? [[name, value]] : []
      const colour = hexColour(value)
      return [
        [name, colour],
        ...STEPS.flatMap((step): [string, string][] => [
          [`${name}-light-${step}`, `color-mix(in oklab, var(${name}), white ${step}%)`],
          [`${name}-dark-${step}`, `color-mix(in oklab, var(${name}), black ${step}%)`],
        ]),
        [`--on-${reference}`, textOn(colour)],
        [`${name}-ink`, inkOf(colour)],
      ]
    })
}

export function themeCss(options: readonly ThemeOption[]): string {
  const lines = themeProperties(options).map(([name, value]) => `${name}:${value}`)
  return lines.length === 0 ? '' : `:root{${lines.join(';')}}`
}

/** On the tinted grounds of the page, too, which are a little darker than white. */
const GROUND = '#eef3ef'

function inkOf(colour: string): string {
  let ink = colour
  for (let step = 0; step < 20 && contrast(ink, GROUND) < 4.6; step += 1) ink = darker(ink)
  return ink
}

const darker = (colour: string) =>
  `#${[1, 3, 5]
    .map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.92))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
