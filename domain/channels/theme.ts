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
export const DEFAULT_THEME = { active: '#77ceab', heading: '#1f3f36', accent: '#f2a46b' } as const

const REFERENCE = /^[a-z][\w-]*$/i
const SAFE_VALUE = /^[\w #.,%()/-]*$/
const LENGTH = /^(0|\d{1,4}(\.\d{1,4})?(px|rem|em))$/

/** Why an option is invalid, if it is. */
export function themeProblem({ reference, value }: ThemeOption): string | undefined {
  if (!REFERENCE.test(reference)) return `'${reference}' is not a reference: a letter comes first`
  const formats: Partial<Record<string, 'colour' | 'length'>> = THEME_REFERENCES
  const format = formats[reference]
  if (format === 'colour' && !COLOUR.test(value))
    return `'${value}' is not a colour for '${reference}', like '#77ceab' or '#7ca'`
  if (format === 'length' && !LENGTH.test(value))
    return `'${value}' is not a length for '${reference}', like '12px' or '0.75rem'`
  return SAFE_VALUE.test(value) ? undefined : `'${value}' is not a value that a page can use`
}

const VARIANT_STEPS = [20, 40, 60, 80]
const COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

/**
 * CSS custom properties of a channel's theme: each colour with lighter and darker variants, a readable text colour on
 * it, and an ink of the same hue that is readable on white. Values that are not colours pass unchanged.
 */
export function themeProperties(options: readonly ThemeOption[]): [name: string, value: string][] {
  const background = darkestTextBackground(valueOf(options, 'active'))
  const optionProperties = options
    .filter(({ reference }) => REFERENCE.test(reference))
    .flatMap(({ reference, value }): [string, string][] => {
      const name = `--${reference}`
      if (!COLOUR.test(value)) return SAFE_VALUE.test(value) ? [[name, value]] : []
      const colour = hexColour(value)
      return [
        [name, colour],
        ...VARIANT_STEPS.flatMap((step): [string, string][] => [
          [`${name}-light-${step}`, `color-mix(in oklab, var(${name}), white ${step}%)`],
          [`${name}-dark-${step}`, `color-mix(in oklab, var(${name}), black ${step}%)`],
        ]),
        [`--on-${reference}`, textOn(colour)],
        [`${name}-ink`, inkOf(colour, background)],
      ]
    })
  return [...optionProperties, ...heroProperties(options)]
}

const valueOf = (options: readonly ThemeOption[], wanted: keyof typeof THEME_REFERENCES) =>
  options.find(({ reference }) => reference === wanted)?.value

/** The button on the hero. Its colours depend on the active colour and on the heading colour behind it. */
function heroProperties(options: readonly ThemeOption[]): [name: string, value: string][] {
  const [active, heading] = [valueOf(options, 'active'), valueOf(options, 'heading')]
  if (![active, heading].some((value) => value !== undefined && COLOUR.test(value))) return []
  const { button, text, hover } = heroButton(
    hexColour(active ?? DEFAULT_THEME.active),
    hexColour(heading ?? DEFAULT_THEME.heading),
  )
  return [
    ['--hero-action', button],
    ['--on-hero-action', text],
    ['--hero-hover-towards', hover],
  ]
}

/** The minimum contrast of shapes in WCAG AA. */
const MIN_SHAPE_CONTRAST = 3
/** A button with too little contrast gets at least this contrast, and at least this share of the possible one. */
const MIN_BUTTON_CONTRAST = 4.5
const MIN_BUTTON_SHARE = 0.65

/** The active colour if it is visible on this background, or a lighter or darker one of its hue, with the text on it. */
export function heroButton(
  active: string,
  background: string,
): { button: string; text: string; hover: 'white' | 'black' } {
  const [onWhite, onBlack] = [contrast(background, '#ffffff'), contrast(background, '#000000')]
  const target = onWhite > onBlack ? 255 : 0
  let button = active
  if (contrast(active, background) < MIN_SHAPE_CONTRAST) {
    // With less contrast the button would look disabled.
    const wantedContrast = Math.max(
      MIN_BUTTON_CONTRAST,
      MIN_BUTTON_SHARE * Math.max(onWhite, onBlack),
    )
    for (let share = 0.05; contrast(button, background) < wantedContrast; share += 0.05) {
      button = mapParts(active, (part) => part + (target - part) * Math.min(1, share))
    }
  }
  const text = textOn(button)
  // On hover the button changes away from its text colour, as other buttons do.
  return { button, text, hover: text === '#ffffff' ? 'black' : 'white' }
}

export function themeCss(options: readonly ThemeOption[]): string {
  const lines = themeProperties(options).map(([name, value]) => `${name}:${value}`)
  return lines.length === 0 ? '' : `:root{${lines.join(';')}}`
}

/** The darkest background under text, `--paper-soft`: paper with a little of the active colour. */
function darkestTextBackground(active: string | undefined): string {
  const tint = hexColour(active)
  return mapParts('#f7f7f4', (part, start) => part * 0.86 + partOf(tint, start) * 0.14)
}

/** Slightly above the required 4.5, because the browser mixes the background in another colour space. */
const READABLE_CONTRAST = 4.7

function inkOf(colour: string, background: string): string {
  let ink = colour
  // Every colour but black becomes readable on the darkest background.
  while (contrast(ink, background) < READABLE_CONTRAST) ink = mapParts(ink, (part) => part * 0.92)
  return ink
}

/** The part of a colour whose two digits start at this index. */
const partOf = (colour: string, start: number) =>
  Number.parseInt(colour.slice(start, start + 2), 16)

const mapParts = (colour: string, change: (part: number, start: number) => number) =>
  `#${[1, 3, 5]
    .map((start) => Math.round(change(partOf(colour, start), start)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
