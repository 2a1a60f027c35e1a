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

it('shows what is typed in the language of the page, and no other (PRODUCT-7)', () => {
  const place = { path: KEY.path, block: KEY.block, field: 'text', key: 'button' }
  expect(changedTexts([text()], typed('button nl', 'Kies'), 'nl')).toEqual([
    { ...place, value: 'Kies' },
  ])
  expect(changedTexts([text()], typed('button nl', 'Kies'), 'en')).toEqual([])
  // A text that is emptied shows what is inherited.
  expect(changedTexts([text()], typed('button en', null), 'en')).toEqual([
    { ...place, value: 'shared en' },
  ])
})

it('finds the text that was clicked, and none for a link (PRODUCT-7)', () => {
  const texts = [text(), text('url')]
  const place = placeOf(text())
  expect(place && textsAt(texts, [place])).toEqual([texts[0]])
  expect(placeOf(text('url'))).toBeNull()
})

const called = (group: string, key: string): TextShape => ({
  ...text(),
  id: key,
  group,
  languages: text().languages.map((one) => ({ ...one, key: { ...KEY, block: group, key } })),
})

it('shows the texts in the order of the page, with those that are not on it after their neighbours (PRODUCT-7)', () => {
  const texts = [
    called('', 'categories'),
    called('', 'chosen'),
    called('salutation', 'evening'),
    called('hero', 'title'),
    called('hero', 'titleUsed'),
    called('hero', 'button'),
    called('ended', 'text'),
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
