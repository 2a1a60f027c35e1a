import { expect, it } from 'vitest'

import {
  changedTexts,
  inPageOrder,
  placeOf,
  textsAt,
} from '#backoffice/modules/content/editor/page-places.ts'
import type { TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'

const KEY = { channel: '1014', path: 'homepagecomponents', block: 'heroSection', key: 'button' }

const text = (field: TextShape['field'] = 'text'): TextShape => ({
  id: `heroSection ${field} button`,
  name: 'Button',
  group: 'heroSection',
  field,
  variables: [],
  hidden: false,
  languages: (['nl', 'en'] as const).map((language) => ({
    language,
    subject: `button ${language}`,
    kind: 'content',
    key: { ...KEY, field, language },
    version: 1,
    was_published: false,
    value: null,
    change: null,
    reads: { value: `shared ${language}`, source: 'shared', language },
  })),
})

const typed = (subject: string, value: string | null): TypedChanges => ({
  [subject]: {
    kind: 'content',
    key: KEY,
    before: null,
    base_version: 1,
    after: value === null ? null : { value },
    seen: null,
  },
})

it('shows unsaved input in the language of the page only (PRODUCT-7)', () => {
  const place = { path: KEY.path, block: KEY.block, field: 'text', key: 'button' }
  expect(changedTexts([text()], typed('button nl', 'Kies'), 'nl')).toEqual([
    { ...place, value: 'Kies' },
  ])
  expect(changedTexts([text()], typed('button nl', 'Kies'), 'en')).toEqual([])
  // An emptied text shows the fallback text.
  expect(changedTexts([text()], typed('button en', null), 'en')).toEqual([
    { ...place, value: 'shared en' },
  ])
})

it('finds the clicked text, and has no place for a link (PRODUCT-7)', () => {
  const texts = [text(), text('url')]
  const place = placeOf(text())
  expect(place && textsAt(texts, [place])).toEqual([texts[0]])
  expect(placeOf(text('url'))).toBeNull()
})

const textWithKey = (group: string, key: string): TextShape => ({
  ...text(),
  id: key,
  group,
  languages: text().languages.map((entry) => ({ ...entry, key: { ...KEY, block: group, key } })),
})

it('sorts texts as on the page, with texts that are not shown there after their neighbours (PRODUCT-7)', () => {
  const texts = [
    textWithKey('', 'categories'),
    textWithKey('', 'chosen'),
    textWithKey('salutation', 'evening'),
    textWithKey('hero', 'title'),
    textWithKey('hero', 'titleUsed'),
    textWithKey('hero', 'button'),
    textWithKey('ended', 'text'),
  ]
  const shown = [
    ['hero', 'button'],
    ['hero', 'title'],
    ['', 'chosen'],
    ['salutation', 'evening'],
    ['', 'categories'],
  ].map(([block = '', key = '']) => ({ path: KEY.path, block, field: 'text' as const, key }))
  expect(inPageOrder(texts, shown).map(({ id }) => id)).toEqual([
    'button',
    'title',
    'titleUsed',
    'chosen',
    'categories',
    'evening',
    'text',
  ])
  expect(inPageOrder(texts, [])).toEqual(texts)
})
