import { expect, it } from 'vitest'

import {
  type ContentNode,
  completenessOf,
  contentRows,
  exceptionsOf,
  groupOf,
  isException,
  lastChangeOf,
  statusOf,
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
  scheduled_changes: 0,
  scheduled_at: null,
  changed: null,
  found: [],
  ...more,
})

it('shows each page once with all its channels, in the order of a visit (PRODUCT-7)', () => {
  const rows = contentRows([
    [
      node('1014', 'mails', { kind: 'mails' }),
      node('1014', 'basketcomponents'),
      node('1014', 'headercomponents'),
      node('1014', 'homepagecomponents'),
    ],
    [node('2001', 'homepagecomponents'), node('2001', 'faq', { kind: 'page', title: 'FAQ' })],
  ])
  // In the order of a visit. The parts of every page come after the pages.
  expect(rows.map(({ name, cells }) => [name, Object.keys(cells)])).toEqual([
    ['homepagecomponents', ['1014', '2001']],
    ['headercomponents', ['1014']],
    ['basketcomponents', ['1014']],
    ['faq', ['2001']],
    ['mails', ['1014']],
  ])
  expect(groupOf({ kind: 'tiles', name: 'tiles' })).toBe('menu')
})

it('lists only exceptions: open changes, and offered languages with fallback texts (PRODUCT-7)', () => {
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
  // A channel with its own text is an exception. A channel with only shared texts is not.
  const shared = [{ language: 'nl' as const, own: 0, shared: 3, rest: 0 }]
  expect(isException(node('1014', 'faq', { languages }), { languages: ['nl'] })).toBe(true)
  expect(isException(node('1014', 'faq', { languages: shared }), { languages: ['nl'] })).toBe(false)
  // Every email has a text of the shop in each language.
  expect(exceptionsOf({ kind: 'mails', changes: 0, languages }, undefined)).toEqual([])
})

const rowOf = (...nodes: ContentNode[]) => ({
  kind: nodes[0]?.kind ?? 'component',
  cells: Object.fromEntries(nodes.map((first) => [first.channel, first])),
})

it('returns the scheduled and draft changes of a page, and its last change (PRODUCT-7)', () => {
  const plain = node('1014', 'faq', { changed: { at: '2026-05-01T10:00:00Z', by: 'Anna' } })
  const draft = node('2001', 'faq', {
    changes: 2,
    changed: { at: '2026-06-01T10:00:00Z', by: null },
  })
  const scheduled = (channel: string, changes: number, at: string) =>
    node(channel, 'faq', { changes, scheduled_changes: 1, scheduled_at: at })
  const later = scheduled('3001', 1, '2026-12-24T08:00:00Z')
  const soon = scheduled('3002', 2, '2026-12-01T08:00:00Z')
  expect(statusOf(rowOf(plain))).toEqual({ scheduled: null, drafts: 0 })
  expect(statusOf(rowOf(plain, draft))).toEqual({ scheduled: null, drafts: 2 })
  // Two of the five are scheduled.
  expect(statusOf(rowOf(draft, later, soon))).toEqual({
    scheduled: { at: '2026-12-01T08:00:00Z', changes: 2 },
    drafts: 3,
  })
  expect(lastChangeOf(rowOf(plain, draft))).toEqual(draft.changed)
  expect(lastChangeOf(rowOf(later))).toBe(null)
})

it('counts the missing texts of each offered language, in the channel that missing the most (PRODUCT-7)', () => {
  const missing = (nl: number, de: number) => [
    { language: 'nl' as const, own: 3 - nl, shared: 0, rest: nl },
    { language: 'de' as const, own: 3 - de, shared: 0, rest: de },
  ]
  const first = node('1014', 'faq', { languages: missing(0, 1) })
  const second = node('2001', 'faq', { languages: missing(0, 2) })
  expect(
    completenessOf(rowOf(first, second), [
      { id: '1014', languages: ['nl', 'de'] },
      { id: '2001', languages: ['nl'] },
    ]),
  ).toEqual([
    { language: 'nl', missing: 0, texts: 3 },
    { language: 'de', missing: 1, texts: 3 },
  ])
  const mails = node('1014', 'mails', { kind: 'mails', languages: missing(1, 2) })
  expect(completenessOf(rowOf(mails), [{ id: '1014', languages: ['de'] }])).toEqual([
    { language: 'de', missing: 0, texts: 3 },
  ])
})
