import { expect, it } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'

const sources = import.meta.glob<string>(
  ['./orders/**/*.tsx', './tasks/**/*.tsx', './vouchers/**/*.tsx'],
  { eager: true, query: '?raw', import: 'default' },
)
const messages = import.meta.glob<Record<string, string>>(
  ['./orders/messages/*.json', './tasks/messages/*.json', './vouchers/messages/*.json'],
  { eager: true, import: 'default' },
)
/** What an action says when it is done: the texts up to the end of its options. */
const DONE = /\bdone: \([^)]*\) =>([^;]{1,300}?)(?:,\n|\}\))/g
const KEY = /t\(\s*'([\w.-]+)'|'([\w]+\.[\w.-]+)'/g
/** Names what was kept, so it is longer. */
const PARTLY = new Set(['batchChange.undoneBut'])

const keys = Object.values(sources)
  .flatMap((source) => [...source.matchAll(DONE)].map(([, text = '']) => text))
  .flatMap((text) => [...text.matchAll(KEY)].map(([, first, second]) => first ?? second ?? ''))
  .filter((key) => Object.hasOwn(english, key) && !PARTLY.has(key))

it('confirms each action on orders, tasks and vouchers within five words, in three languages (PRODUCT-13)', () => {
  expect(keys.length).toBeGreaterThan(25)
  const long = [dutch, english, german].flatMap((texts: Readonly<Record<string, string>>) =>
    keys.flatMap((key) =>
      (texts[key] ?? '').split('|').filter((text) => text.split(' ').length > 5),
    ),
  )
  expect(long).toEqual([])
})

it('has one word for saving, undoing and archiving on orders, tasks and vouchers (PRODUCT-13)', () => {
  const retired = {
    nl: /\b(bewaren|bewaard|terugdraaien|weghalen)\b/i,
    en: /\b(keep the|put back|bring back|laid aside)\b/i,
    de: /\b(sichern|gesichert|zurücknehmen|beiseitelegen)\b/i,
  }
  for (const [language, label] of Object.entries(retired)) {
    const texts = Object.entries(messages)
      .filter(([file]) => file.endsWith(`/${language}.json`))
      .flatMap(([, texts]) => Object.values(texts))
    expect(texts.length).toBeGreaterThan(400)
    expect(texts.filter((text) => label.test(text))).toEqual([])
  }
})
