import { expect, it } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'

type Texts = Readonly<Record<string, string>>
type Files = Record<string, string>

const backoffice = import.meta.glob<string>(
  ['../{modules,shell,kit}/**/*.{ts,tsx}', '!../**/*.test.*'],
  { eager: true, query: '?raw', import: 'default' },
)
const portal = import.meta.glob<string>(['../../employer-portal/**/*.tsx', '!../../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const portalTexts = import.meta.glob<Texts>('../../employer-portal/messages/{nl,en,de}.json', {
  eager: true,
  import: 'default',
})
const messages = import.meta.glob<Texts>('./*/messages/{nl,en,de}.json', {
  eager: true,
  import: 'default',
})
/** What an action says when it is done: the texts up to the end of its options. */
const DONE = /\bdone: \([^)]*\) =>([^;]{1,300}?)(?:,\n|\}\))/g
/** What is told without an action's options, and what an action of the portal says when it is done. */
const TOLD = /\btell\(([^;]{1,200})|\.run\([^;]{1,200}?\(\) =>([^;]{1,100})/g
const KEY = /t\(\s*'([\w.-]+)'|'([\w]+\.[\w.-]+)'|\? '(\w+)'|: '(\w+)'/g
/** Personal data is kept for a time: 'bewaren' is the word for that in Dutch. */
const RETENTION = new Set(['channel.retention', 'privacy.personalStays'])
/** A second sentence has what is needed afterwards: what was left, what follows, how long it can be undone. */
const WITH_DETAIL = new Set([
  'batchChange.undoneBut',
  'channel.settingsSaved',
  'corrected',
  'digital.brought',
  'isPublished',
  'passwordChanged',
  'undoPartial',
  'release.reverted',
  'reminded',
  'rowsUndoneBut',
  'recipientsSkipped',
  'supplier.sentAgain',
  'version.broughtBack',
  'warehouseStockRead',
])

const keysIn = (files: Files, texts: Texts) => [
  ...new Set(
    Object.values(files)
      .flatMap((source) => [...source.matchAll(DONE), ...source.matchAll(TOLD)])
      .flatMap(([, ...found]) => [...found.join(' ').matchAll(KEY)])
      .flatMap(([, ...found]) => found.filter((key) => key && Object.hasOwn(texts, key))),
  ),
]

/** Texts that are longer than five words, up to the second sentence where there may be one. */
const tooLong = (keys: readonly (string | undefined)[], dictionaries: readonly Texts[]) =>
  dictionaries.flatMap((texts) =>
    keys.flatMap((key = '') =>
      (texts[key] ?? '').split('|').filter((text) => {
        const [first = '', second = '', third] = text.split(/(?<=\.) /)
        const told = WITH_DETAIL.has(key) ? first : text
        return told.split(' ').length > 5 || second.split(' ').length > 20 || third !== undefined
      }),
    ),
  )

it('confirms each action of the back office within five words, in three languages (PRODUCT-13)', () => {
  const keys = keysIn(backoffice, english)
  expect(keys.length).toBeGreaterThan(130)
  expect(tooLong(keys, [dutch, english, german])).toEqual([])
})

it('confirms each action of the employer portal within five words, in three languages (PRODUCT-13)', () => {
  const [texts = {}] = Object.values(portalTexts)
  const keys = keysIn(portal, texts)
  expect(keys.length).toBeGreaterThan(7)
  expect(tooLong(keys, Object.values(portalTexts))).toEqual([])
})

it('has one word for saving, undoing and archiving in each module (PRODUCT-13)', () => {
  const retired = {
    nl: /\b(bewaren|bewaard|terugdraaien|weghalen)\b/i,
    en: /\b(keep the|put back|bring back|laid aside)\b/i,
    de: /\b(sichern|gesichert|zurücknehmen|beiseitelegen)\b/i,
  }
  for (const [language, retiredWord] of Object.entries(retired)) {
    const texts = Object.entries(messages)
      .filter(([file]) => file.endsWith(`/${language}.json`))
      .flatMap(([, texts]) => Object.entries(texts))
      .filter(([key]) => !RETENTION.has(key))
    expect(texts.length).toBeGreaterThan(2000)
    expect(texts.filter(([, text]) => retiredWord.test(text))).toEqual([])
  }
})
