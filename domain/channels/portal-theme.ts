import { contrast, hexColour, textOn } from './theme-contrast.ts'
import { type ThemeOption, themeProperties, DEFAULT_THEME } from './theme.ts'

/** A channel's colours for the employer portal, each readable where the portal uses it. */
export type PortalTheme = {
  heading: string
  on_heading: string
  active: string
  on_active: string
  /** Text, lines and buttons on a light and on a dark page. */
  ink: string
  ink_dark: string
  on_ink_dark: string
}

/** Slightly above the required 4.5. */
const READABLE_CONTRAST = 4.7
/** The lightest background of the dark theme: `--raised` in backoffice.css. */
const DARK_BACKGROUND = '#1f2924'

export function portalTheme(options: readonly ThemeOption[]): PortalTheme {
  const colours = new Map(options.map(({ reference, value }) => [reference, value]))
  const heading = hexColour(colours.get('heading') ?? DEFAULT_THEME.heading)
  const active = hexColour(colours.get('active') ?? DEFAULT_THEME.active)
  const properties = new Map(themeProperties([{ reference: 'active', value: active }]))
  const dark = inkOnDark(active)
  return {
    heading,
    on_heading: textOn(heading),
    active,
    on_active: textOn(active),
    ink: properties.get('--active-ink') ?? active,
    ink_dark: dark,
    on_ink_dark: textOn(dark),
  }
}

/** The same hue, light enough for text on this dark background. */
export function inkOnDark(colour: string, background = DARK_BACKGROUND): string {
  let ink = colour
  while (contrast(ink, background) < READABLE_CONTRAST) ink = lighten(ink)
  return ink
}

const lighten = (colour: string) =>
  `#${[1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
    .map((part) => Math.round(part + (255 - part) * 0.08))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
