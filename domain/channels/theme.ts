import { contrast, hexColour, textOn } from './theme-contrast.ts'

export type ThemeOption = { reference: string; value: string }

/** The theme settings of a channel and their formats. Other references are passed on, for pages that know them. */
export const THEME_REFERENCES = {
  active: 'colour',
  heading: 'colour',
  accent: 'colour',
  'radius-s': 'length',
  'radius-m': 'length',
  'radius-l': 'length',
} as const

/** The default theme. */
export const USUAL_THEME = { active: '#77ceab', heading: '#1f3f36', accent: '#f2a46b' } as const

const REFERENCE = /^[a-z][\w-]*$/i
const PASSED_ON = /^[\w #.,%()/-]*$/
const LENGTH = /^(0|\d{1,4}(\.\d{1,4})?(px|rem|em))$/

/** Why an option has no effect, if it has none. */
export function themeProblem({ reference, value }: ThemeOption): string | undefined {
  if (!REFERENCE.test(reference)) return `'${reference}' is not a reference: a letter comes first`
  const known: Partial<Record<string, 'colour' | 'length'>> = THEME_REFERENCES
  const form = known[reference]
  if (form === 'colour' && !COLOUR.test(value))
    return `'${value}' is not a colour for '${reference}', like '#77ceab' or '#7ca'`
  if (form === 'length' && !LENGTH.test(value))
    return `'${value}' is not a length for '${reference}', like '12px' or '0.75rem'`
  return PASSED_ON.test(value) ? undefined : `'${value}' is not a value that a page can use`
}

const STEPS = [20, 40, 60, 80]
const COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

/**
 * CSS custom properties of a channel's theme: each colour with lighter and darker variants, a readable text colour on
 * it, and an ink of the same hue that is readable on white. Values that are not colours pass unchanged.
 */
export function themeProperties(options: readonly ThemeOption[]): [name: string, value: string][] {
  const ground = tintedGround(valueOf(options, 'active'))
  const single = options
    .filter(({ reference }) => REFERENCE.test(reference))
    .flatMap(({ reference, value }): [string, string][] => {
      const name = `--${reference}`
      if (!COLOUR.test(value)) return PASSED_ON.test(value) ? [[name, value]] : []
      const colour = hexColour(value)
      return [
        [name, colour],
        ...STEPS.flatMap((step): [string, string][] => [
          [`${name}-light-${step}`, `color-mix(in oklab, var(${name}), white ${step}%)`],
          [`${name}-dark-${step}`, `color-mix(in oklab, var(${name}), black ${step}%)`],
        ]),
        [`--on-${reference}`, textOn(colour)],
        [`${name}-ink`, inkOf(colour, ground)],
      ]
    })
  return [...single, ...heroProperties(options)]
}

const valueOf = (options: readonly ThemeOption[], wanted: keyof typeof THEME_REFERENCES) =>
  options.find(({ reference }) => reference === wanted)?.value

/** The button on the hero, whose background is the heading colour. Both colours together determine its look. */
function heroProperties(options: readonly ThemeOption[]): [name: string, value: string][] {
  const [active, heading] = [valueOf(options, 'active'), valueOf(options, 'heading')]
  if (![active, heading].some((value) => value !== undefined && COLOUR.test(value))) return []
  const { button, text, hover } = heroButton(
    hexColour(active ?? USUAL_THEME.active),
    hexColour(heading ?? USUAL_THEME.heading),
  )
  return [
    ['--hero-action', button],
    ['--on-hero-action', text],
    ['--hero-hover-towards', hover],
  ]
}

/** The minimum contrast of shapes in WCAG AA. */
const VISIBLE_ON_GROUND = 3
/** For a button with too little contrast: as distinct as text, and this share of the possible brightness. */
const DISTINCT_ON_GROUND = 4.5
const BRIGHT_SHARE = 0.65

/** The active colour if it is visible on this ground, or a lighter or darker one of its hue, with the text on it. */
export function heroButton(
  active: string,
  ground: string,
): { button: string; text: string; hover: 'white' | 'black' } {
  const [onWhite, onBlack] = [contrast(ground, '#ffffff'), contrast(ground, '#000000')]
  const towards = onWhite > onBlack ? 255 : 0
  let button = active
  if (contrast(active, ground) < VISIBLE_ON_GROUND) {
    // A darker button would look disabled.
    const bright = Math.max(DISTINCT_ON_GROUND, BRIGHT_SHARE * Math.max(onWhite, onBlack))
    for (let share = 0.05; contrast(button, ground) < bright; share += 0.05) {
      button = mapParts(active, (part) => part + (towards - part) * Math.min(1, share))
    }
  }
  const text = textOn(button)
  // Away from the text colour, as for other buttons.
  return { button, text, hover: text === '#ffffff' ? 'black' : 'white' }
}

export function themeCss(options: readonly ThemeOption[]): string {
  const lines = themeProperties(options).map(([name, value]) => `${name}:${value}`)
  return lines.length === 0 ? '' : `:root{${lines.join(';')}}`
}

/** The darkest background under text, `--paper-soft`: paper with a little of the active colour. */
function tintedGround(active: string | undefined): string {
  const tint = hexColour(active)
  return mapParts('#f7f7f4', (part, at) => part * 0.86 + partOf(tint, at) * 0.14)
}

/** Slightly above the required 4.5, because the browser mixes the background in another colour space. */
const READABLE_ON_GROUND = 4.7

function inkOf(colour: string, ground: string): string {
  let ink = colour
  // Every colour but black becomes readable on the darkest background.
  while (contrast(ink, ground) < READABLE_ON_GROUND) ink = mapParts(ink, (part) => part * 0.92)
  return ink
}

const partOf = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)

const mapParts = (colour: string, change: (part: number, at: number) => number) =>
  `#${[1, 3, 5]
    .map((at) => Math.round(change(partOf(colour, at), at)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
