import { expect, it } from 'vitest'

import { contrast } from './theme-contrast.ts'
import { heroButton, themeCss, themeProblem, themeProperties } from './theme.ts'

it.each([
  ['active', '#77ceab'],
  ['accent', '#7CA'],
  ['radius-s', '0'],
  ['radius-m', '12px'],
  ['radius-l', '0.75rem'],
  ['radius-l', '1000.1234em'],
  ['shadow', '0 2px 4px rgb(0, 0, 0 / 20%)'],
  ['Shadow_2', ''],
])('accepts %s with the value %j', (reference, value) => {
  expect(themeProblem({ reference, value })).toBeUndefined()
})

it.each([
  ['2nd', '#77ceab', "'2nd' is not a reference: a letter comes first"],
  ['a b', '#77ceab', "'a b' is not a reference: a letter comes first"],
  ['active', 'green', "'green' is not a colour for 'active', like '#77ceab' or '#7ca'"],
  ['heading', '#77ce', "'#77ce' is not a colour for 'heading', like '#77ceab' or '#7ca'"],
  ['accent', 'x#7ca', "'x#7ca' is not a colour for 'accent', like '#77ceab' or '#7ca'"],
  ['radius-s', '12', "'12' is not a length for 'radius-s', like '12px' or '0.75rem'"],
  ['radius-s', '#777', "'#777' is not a length for 'radius-s', like '12px' or '0.75rem'"],
  ['radius-m', '10000px', "'10000px' is not a length for 'radius-m', like '12px' or '0.75rem'"],
  ['radius-m', '1.px', "'1.px' is not a length for 'radius-m', like '12px' or '0.75rem'"],
  ['radius-l', '1.12345em', "'1.12345em' is not a length for 'radius-l', like '12px' or '0.75rem'"],
  ['radius-l', '1px 2px', "'1px 2px' is not a length for 'radius-l', like '12px' or '0.75rem'"],
  ['radius-l', '2 1px', "'2 1px' is not a length for 'radius-l', like '12px' or '0.75rem'"],
  ['shadow', 'url(a);}', "'url(a);}' is not a value that a page can use"],
  ['shadow', ';url', "';url' is not a value that a page can use"],
])('refuses %s with the value %j and gives the reason', (reference, value, problem) => {
  expect(themeProblem({ reference, value })).toBe(problem)
})

it('gives a colour its light and dark variants, the text on it and an ink', () => {
  expect(themeProperties([{ reference: 'active', value: '#7CA' }])).toEqual([
    ['--active', '#77ccaa'],
    ['--active-light-20', 'color-mix(in oklab, var(--active), white 20%)'],
    ['--active-dark-20', 'color-mix(in oklab, var(--active), black 20%)'],
    ['--active-light-40', 'color-mix(in oklab, var(--active), white 40%)'],
    ['--active-dark-40', 'color-mix(in oklab, var(--active), black 40%)'],
    ['--active-light-60', 'color-mix(in oklab, var(--active), white 60%)'],
    ['--active-dark-60', 'color-mix(in oklab, var(--active), black 60%)'],
    ['--active-light-80', 'color-mix(in oklab, var(--active), white 80%)'],
    ['--active-dark-80', 'color-mix(in oklab, var(--active), black 80%)'],
    ['--on-active', '#17202a'],
    ['--active-ink', '#42715e'],
    ['--hero-action', '#77ccaa'],
    ['--on-hero-action', '#17202a'],
    ['--hero-hover-towards', 'white'],
  ])
})

it.each([
  ['#77ceab', '#1f3f36'],
  // Two demo channels whose active colour is not visible on the hero.
  ['#2f6b4f', '#1e3d2f'],
  ['#1d5c86', '#0f2f4a'],
  ['#000000', '#000000'],
  ['#ffffff', '#ffffff'],
  ['#767676', '#777777'],
  ['#123456', '#9fc7ff'],
])(
  'shows a visible button of %s with readable text on a hero of %s (PRODUCT-9)',
  (active, heading) => {
    const { button, text } = heroButton(active, heading)
    expect(contrast(button, heading)).toBeGreaterThanOrEqual(3)
    expect(contrast(text, button)).toBeGreaterThanOrEqual(4.5)
    // A button that is visible keeps its colour; another one is bright enough not to look disabled.
    const keeps = contrast(active, heading) >= 3
    expect(button === active).toBe(keeps)
    const most = Math.max(contrast(heading, '#ffffff'), contrast(heading, '#000000'))
    if (!keeps) expect(contrast(button, heading)).toBeGreaterThanOrEqual(most * 0.65)
    const properties = new Map(
      themeProperties([
        { reference: 'active', value: active },
        { reference: 'heading', value: heading },
      ]),
    )
    expect(properties.get('--hero-action')).toBe(button)
    expect(properties.get('--on-hero-action')).toBe(text)
  },
)

it('passes other values unchanged, and omits values that a page cannot use', () => {
  const options = [
    { reference: 'radius-m', value: '12px' },
    { reference: 'shadow', value: 'none' },
    { reference: '2nd', value: '#000000' },
    { reference: 'evil', value: 'red;}body{' },
  ]
  expect(themeProperties(options)).toEqual([
    ['--radius-m', '12px'],
    ['--shadow', 'none'],
  ])
  expect(themeCss(options)).toBe(':root{--radius-m:12px;--shadow:none}')
  expect(themeCss([])).toBe('')
})

it('darkens an ink just enough to be readable on the tinted background', () => {
  const ink = (active: string, accent: string) =>
    new Map(
      themeProperties([
        { reference: 'accent', value: accent },
        { reference: 'active', value: active },
      ]),
    ).get('--accent-ink')
  expect(ink('#ffffff', '#123456')).toBe('#123456')
  // The background: #f7f7f4 with 14% of black is #d4d4d2.
  const onDark = ink('#000000', '#777777') ?? ''
  expect(contrast(onDark, '#d4d4d2')).toBeGreaterThanOrEqual(4.7)
  const onLight = ink('#ffffff', '#777777') ?? ''
  expect(contrast(onLight, '#f8f8f6')).toBeGreaterThanOrEqual(4.7)
  expect(onLight > onDark).toBe(true)
  expect(ink('#ffffff', '#ff0000')).toMatch(/^#[0-9a-f]{2}0000$/)
})
