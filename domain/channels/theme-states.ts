import { mixColours } from './colour-mixing.ts'
import { contrast, hexColour, textOn } from './theme-contrast.ts'
import { heroButton, type ThemeOption, themeProperties, USUAL_THEME } from './theme.ts'

const USUAL_ACTIVE_INK = '#1d6b4d'

/** Minimum contrast of WCAG AA: for text, and for shapes. */
const WORDS = 4.5
const SHAPES = 3
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
  /** The foreground colour and the colour behind it. */
  front: string
  ground: string
  contrast: number
  least: number
  reads: boolean
}

/** The contrast of every state of the shop's parts that a theme colours. */
export function themeStates(options: readonly ThemeOption[]): ThemeState[] {
  const colours = new Map(options.map(({ reference, value }) => [reference, value]))
  const properties = new Map(themeProperties(options))
  const colour = (name: keyof typeof USUAL_THEME) =>
    hexColour(colours.get(name) ?? USUAL_THEME[name])
  const [active, heading, accent] = [colour('active'), colour('heading'), colour('accent')]
  const ink = properties.get('--active-ink') ?? USUAL_ACTIVE_INK
  const paper = '#ffffff'
  const tint = mixColours('#fbfbf9', active, 0.07)
  const soft = mixColours('#f7f7f4', active, 0.14)
  const onHeading = colours.has('heading') ? textOn(heading) : paper
  const focus = '#1b4ed1'
  const hero = heroButton(active, heading)
  const state = (
    part: ThemePart,
    name: ThemeState['state'],
    front: string,
    ground: string,
    least = WORDS,
  ): ThemeState => {
    const seen = contrast(front, ground)
    // Rounded as displayed, so that a displayed 4.5 always passes.
    const shown = Math.floor(seen * 100) / 100
    return { part, state: name, front, ground, contrast: shown, least, reads: shown >= least }
  }
  return [
    state('button', 'rest', textOn(active), active),
    state('button', 'hover', textOn(active), mixColours(active, paper, 0.14)),
    state('button', 'focus', focus, paper, SHAPES),
    state('button', 'disabled', '#4b5358', '#dcdcdd'),
    state('hero', 'shape', hero.button, heading, SHAPES),
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
