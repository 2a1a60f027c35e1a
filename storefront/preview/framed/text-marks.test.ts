import { expect, it } from 'vitest'

import type { Block } from '#contract/content/content.shop.ts'
import { readMarks, TextMarks } from '#storefront/preview/framed/text-marks.ts'

const block = (code: string, texts: Record<string, string>, items?: Block[]): Block => ({
  code,
  custom_fields: Object.entries(texts).map(([key, value]) => ({ key, value_string: value })),
  media: [],
  urls: [],
  ...(items ? { items } : {}),
})

const textOf = (shown: Block | undefined, key: string) =>
  shown?.custom_fields.find((field) => field.key === key)?.value_string ?? ''

it('marks a text with its place and removes the mark again (PRODUCT-7)', () => {
  const marks = new TextMarks()
  const step = block('one', { title: 'Kies' })
  const [page, steps] = marks.prepare('homepagecomponents', [
    block('page', { title: 'Cadeaus' }),
    block('steps', {}, [step]),
  ])
  const title = readMarks(textOf(page, 'title'))
  expect(title.text).toBe('Cadeaus')
  expect(title.numbers.map((number) => marks.placeOf(number))).toEqual([
    { path: 'homepagecomponents', block: '', field: 'text', key: 'title' },
  ])
  const nested = readMarks(textOf(steps?.items?.[0], 'title'))
  expect(nested.numbers.map((number) => marks.placeOf(number)?.block)).toEqual(['steps/one'])
  // A part of a text keeps its mark.
  const [first, rest] = textOf(
    marks.prepare('a', [block('page', { k: 'Dag. Fijn' })])[0],
    'k',
  ).split('. ')
  expect(readMarks(first ?? '').numbers).toEqual(readMarks(rest ?? '').numbers)
})

it('marks no empty text, no number and no language setting (PRODUCT-7)', () => {
  const marks = new TextMarks()
  const [page] = marks.prepare('headercomponents', [
    {
      ...block('page', { empty: '', default_language: 'nl' }),
      custom_fields: [
        { key: 'empty', value_string: '' },
        { key: 'default_language', value_string: 'nl' },
        { key: 'count', value_string: '3', value_numeric: 3 },
      ],
    },
  ])
  expect(['empty', 'default_language', 'count'].map((key) => textOf(page, key))).toEqual([
    '',
    'nl',
    '3',
  ])
})

it('shows typed texts instead of saved ones, also if no text was saved (PRODUCT-7)', () => {
  const marks = new TextMarks()
  const place = { path: 'a', block: '', field: 'text' as const }
  marks.change([
    { ...place, key: 'title', value: 'Nieuw' },
    { ...place, key: 'intro', value: 'Voor het eerst' },
  ])
  const [page] = marks.prepare('a', [block('page', { title: 'Oud', other: 'Blijft' })])
  const shown = (key: string) => readMarks(textOf(page, key)).text
  expect(['title', 'intro', 'other'].map(shown)).toEqual(['Nieuw', 'Voor het eerst', 'Blijft'])
})
