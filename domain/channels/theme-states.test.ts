import { expect, it } from 'vitest'

import { mixColours } from './colour-mixing.ts'
import { themeStates } from './theme-states.ts'

const unreadableStates = (options: Record<string, string>) =>
  themeStates(Object.entries(options).map(([reference, value]) => ({ reference, value })))
    .filter(({ isReadable }) => !isReadable)
    .map(({ part, state }) => `${part} ${state}`)

it('mixes colours as browsers do', () => {
  // The results of color-mix(in oklab, …) in CSS.
  expect(mixColours('#ff0000', '#0000ff', 0.5)).toBe('#8c53a2')
  expect(mixColours('#77ceab', '#ffffff', 0.14)).toBe('#8cd5b6')
  expect(mixColours('#123456', '#123456', 0.3)).toBe('#123456')
  expect(mixColours('#ffffff', '#000000', 0)).toBe('#ffffff')
})

it('finds every state of the default theme readable', () => {
  expect(unreadableStates({})).toEqual([])
  expect(unreadableStates({ active: '#77ceab', heading: '#1f3f36', accent: '#f2a46b' })).toEqual([])
})

it('checks the button on the hero: its shape, its text and its hover (PRODUCT-9)', () => {
  const hero = themeStates([
    { reference: 'active', value: '#1d5c86' },
    { reference: 'heading', value: '#0f2f4a' },
  ]).filter(({ part }) => part === 'hero')
  expect(
    hero.map(({ state, requiredContrast, isReadable }) => [state, requiredContrast, isReadable]),
  ).toEqual([
    ['shape', 3, true],
    ['rest', 4.5, true],
    ['hover', 4.5, true],
  ])
  expect(hero[0]?.background).toBe('#0f2f4a')
})

it('returns each state with unreadable text', () => {
  expect(unreadableStates({ heading: '#9fc7ff' })).toEqual([
    'heading rest',
    'heading tint',
    'heading soft',
  ])
  // White text on this colour just passes. Hover lightens the button, and then the text fails.
  expect(unreadableStates({ active: '#737373' })).toContain('button hover')
})

it('returns the contrast of each state, rounded down', () => {
  for (const { contrast, requiredContrast, isReadable } of themeStates([
    { reference: 'heading', value: '#767676' },
  ])) {
    expect(isReadable).toBe(contrast >= requiredContrast)
    expect(contrast).toBe(Math.floor(contrast * 100) / 100)
  }
})
