import { assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'

import { contrast, DEFAULT_COLOUR, hexColour, textOn } from '#domain/channels/theme-contrast.ts'

it('calculates the contrast of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#77ceab', '#77ceab')).toBeCloseTo(1)
  expect(contrast('#77ceab', '#ffffff')).toBeCloseTo(1.88, 1)
  expect(contrast('#0a0a0a', '#000000')).toBeCloseTo(1.06, 2)
})

it('finds a readable text colour for any colour', () => {
  const colours = integer({ min: 0, max: 0xffffff }).map(
    (value) => `#${value.toString(16).padStart(6, '0')}`,
  )
  const reads = property(colours, (colour) => {
    expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5)
  })
  expect([textOn('#ffffff'), textOn('#000000')]).toEqual(['#17202a', '#ffffff'])
  assert(reads, { examples: [['#777777'], ['#7b7b7b'], ['#77ceab'], ['#000000'], ['#ffffff']] })
})

it('expands short colours, and uses the default for an invalid value', () => {
  expect(hexColour('#A1c')).toBe('#aa11cc')
  expect(hexColour('#12AB9F')).toBe('#12ab9f')
  const none = ['', 'green', 'rgb(0, 0, 0)', '#12345', '#1', '#000000;x:y', 'x#000', 'x#000000']
  for (const value of [undefined, ...none]) expect(hexColour(value)).toBe(DEFAULT_COLOUR)
  expect(DEFAULT_COLOUR).toBe('#77ceab')
})
