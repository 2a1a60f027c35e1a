import { assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'

import { contrast, DEFAULT_COLOUR, hexColour, textOn } from '#domain/theme-contrast.ts'

it('counts contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#77ceab', '#77ceab')).toBeCloseTo(1)
  expect(contrast('#77ceab', '#ffffff')).toBeCloseTo(1.88, 1)
})

it('finds text that reads on any colour a channel may choose', () => {
  const colours = integer({ min: 0, max: 0xffffff }).map(
    (value) => `#${value.toString(16).padStart(6, '0')}`,
  )
  const reads = property(colours, (colour) => {
    expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5)
  })
  assert(reads, { examples: [['#777777'], ['#7b7b7b'], ['#77ceab'], ['#000000'], ['#ffffff']] })
})

it('writes colours out in full, and takes its own for what is none', () => {
  expect(hexColour('#A1c')).toBe('#aa11cc')
  expect(hexColour('#77CEAB')).toBe('#77ceab')
  for (const value of [undefined, '', 'green', 'rgb(0, 0, 0)', '#12345', '#000000;x:y']) {
    expect(hexColour(value)).toBe(DEFAULT_COLOUR)
  }
})
