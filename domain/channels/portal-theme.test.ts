import { expect, it } from 'vitest'

import { portalTheme } from '#domain/channels/portal-theme.ts'
import { contrast } from '#domain/channels/theme-contrast.ts'

it.each([
  ['#77ceab', '#1f3f36'],
  ['#1d5c86', '#0f2f4a'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#777777'],
  ['#ff0000', '#0000ff'],
])(
  'makes the colours %s and %s readable in the light and the dark portal (PRODUCT-15)',
  (active, heading) => {
    const theme = portalTheme([
      { reference: 'active', value: active },
      { reference: 'heading', value: heading },
    ])
    expect(theme).toMatchObject({ active, heading })
    for (const [front, ground] of [
      [theme.ink, '#ffffff'],
      [theme.ink, '#f1f5f1'],
      ['#ffffff', theme.ink],
      [theme.ink_dark, '#161e1a'],
      [theme.ink_dark, '#1f2924'],
      [theme.on_ink_dark, theme.ink_dark],
      [theme.on_heading, theme.heading],
      [theme.on_active, theme.active],
    ] as const)
      expect([front, ground, contrast(front, ground) >= 4.5]).toEqual([front, ground, true])
  },
)

it('uses the default theme for a channel without one (PRODUCT-15)', () => {
  expect(portalTheme([])).toMatchObject({ active: '#77ceab', heading: '#1f3f36' })
})
