import { expect, it } from 'vitest'

import {
  type ContentNode,
  contentRows,
  exceptionsOf,
  groupOf,
  isException,
} from '#backoffice/modules/content/content-rows.ts'

const node = (channel: string, name: string, more: Partial<ContentNode> = {}): ContentNode => ({
  id: `${channel} ${name}`,
  channel,
  channel_name: '',
  kind: 'component',
  name,
  title: '',
  texts: 3,
  languages: [],
  changes: 0,
  found: [],
  ...more,
})

it('shows a page once, with its channels beside each other, by group (PRODUCT-7)', () => {
  const rows = contentRows([
    [
      node('1014', 'mails', { kind: 'mails' }),
      node('1014', 'basketcomponents'),
      node('1014', 'homepagecomponents'),
    ],
    [node('2001', 'homepagecomponents'), node('2001', 'faq', { kind: 'page', title: 'FAQ' })],
  ])
  expect(rows.map(({ name, cells }) => [name, Object.keys(cells)])).toEqual([
    ['homepagecomponents', ['1014', '2001']],
    ['faq', ['2001']],
    ['basketcomponents', ['1014']],
    ['mails', ['1014']],
  ])
  expect(groupOf({ kind: 'tiles', name: 'tiles' })).toBe('menu')
})

it('names only what differs: open changes, and offered languages that fall back (PRODUCT-7)', () => {
  const languages = [
    { language: 'nl' as const, own: 1, shared: 2, rest: 0 },
    { language: 'de' as const, own: 0, shared: 1, rest: 2 },
    { language: 'fr' as const, own: 0, shared: 0, rest: 3 },
  ]
  expect(exceptionsOf({ kind: 'page', changes: 0, languages }, ['nl'])).toEqual([])
  expect(exceptionsOf({ kind: 'page', changes: 2, languages }, ['nl', 'de'])).toEqual([
    { kind: 'changes', count: 2 },
    { kind: 'fallback', languages: [{ language: 'de', count: 2 }] },
  ])
  // A channel with a text of its own differs; one that only reads the shared texts does not.
  const shared = [{ language: 'nl' as const, own: 0, shared: 3, rest: 0 }]
  expect(isException(node('1014', 'faq', { languages }), { languages: ['nl'] })).toBe(true)
  expect(isException(node('1014', 'faq', { languages: shared }), { languages: ['nl'] })).toBe(false)
  // Every email has a text of the shop in each language.
  expect(exceptionsOf({ kind: 'mails', changes: 0, languages }, undefined)).toEqual([])
})
