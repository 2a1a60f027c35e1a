import { mixColours } from './colour-mixing.ts'
import { contrast, hexColour, textOn } from './theme-contrast.ts'
import { heroButton, type ThemeOption, themeProperties, DEFAULT_THEME } from './theme.ts'

const DEFAULT_ACTIVE_INK = '#1d6b4d'

/** Minimum contrast of WCAG AA: for text, and for shapes. */
const TEXT_CONTRAST = 4.5
const SHAPE_CONTRAST = 3
const HOVER = { white: '#ffffff', black: '#000000' } as const

export const THEME_PARTS = [
  'button',
  'hero',
  'link',
  'heading',
  'chip',
  'number',
  'accent',
] as const
export type ThemePart = (typeof THEME_PARTS)[number]
export type ThemeState = {
  part: ThemePart
  state: 'rest' | 'hover' | 'focus' | 'disabled' | 'shape' | 'on' | 'tint' | 'soft'
  foreground: string
  background: string
  contrast: number
  requiredContrast: number
  isReadable: boolean
}

/** The contrast of every state of the parts of the shop that use theme colours. */
export function themeStates(options: readonly ThemeOption[]): ThemeState[] {
  const colours = new Map(options.map(({ reference, value }) => [reference, value]))
  const properties = new Map(themeProperties(options))
  const colour = (name: keyof typeof DEFAULT_THEME) =>
    hexColour(colours.get(name) ?? DEFAULT_THEME[name])
  const [active, heading, accent] = [colour('active'), colour('heading'), colour('accent')]
  const ink = properties.get('--active-ink') ?? DEFAULT_ACTIVE_INK
  const paper = '#ffffff'
  const tint = mixColours('#fbfbf9', active, 0.07)
  const soft = mixColours('#f7f7f4', active, 0.14)
  const onHeading = colours.has('heading') ? textOn(heading) : paper
  const focus = '#1b4ed1'
  const hero = heroButton(active, heading)
  const state = (
    part: ThemePart,
    name: ThemeState['state'],
    foreground: string,
    background: string,
    requiredContrast = TEXT_CONTRAST,
  ): ThemeState => {
    // Rounded as displayed, so that a displayed 4.5 always passes.
    const shownContrast = Math.floor(contrast(foreground, background) * 100) / 100
    return {
      part,
      state: name,
      foreground,
      background,
      contrast: shownContrast,
      requiredContrast,
      isReadable: shownContrast >= requiredContrast,
    }
  }
  return [
    state('button', 'rest', textOn(active), active),
    state('button', 'hover', textOn(active), mixColours(active, paper, 0.14)),
    state('button', 'focus', focus, paper, SHAPE_CONTRAST),
    state('button', 'disabled', '#4b5358', '#dcdcdd'),
    state('hero', 'shape', hero.button, heading, SHAPE_CONTRAST),
    state('hero', 'rest', hero.text, hero.button),
    state('hero', 'hover', hero.text, mixColours(hero.button, HOVER[hero.hover], 0.14)),
    state('link', 'rest', ink, paper),
    state('link', 'tint', ink, tint),
    state('link', 'soft', ink, soft),
    state('heading', 'rest', heading, paper),
    state('heading', 'tint', heading, tint),
    state('heading', 'soft', heading, soft),
    state('chip', 'rest', '#22302b', paper),
    state('chip', 'on', onHeading, heading),
    state('number', 'rest', onHeading, heading),
    state('accent', 'rest', textOn(accent), accent),
  ]
}
