import { expect, it } from 'vitest'

import dutchTextNames from '#backoffice/modules/content/messages/text-names/nl.json' with { type: 'json' }
import englishTextNames from '#backoffice/modules/content/messages/text-names/en.json' with { type: 'json' }
import germanTextNames from '#backoffice/modules/content/messages/text-names/de.json' with { type: 'json' }
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import type { TextNames } from '#backoffice/i18n/text-keys.ts'
import { blockName, nameIn } from '#backoffice/i18n/use-text-names.ts'
import { COMPONENT_KEYS } from '#contract/content/component-keys.ts'
import { HOLDER_PLACEHOLDERS, PLACEHOLDERS } from '#contract/content/placeholders.ts'
import type { StaffLanguage } from '#domain/language.ts'

const NAMES: Record<StaffLanguage, TextNames> = {
  nl: dutchTextNames,
  en: englishTextNames,
  de: germanTextNames,
}
const placeholders = [
  ...HOLDER_PLACEHOLDERS,
  ...Object.values(PLACEHOLDERS).flatMap((keys) => Object.values(keys).flat()),
]

it.each(['nl', 'en', 'de'] as const)(
  'texts of one page or block have different names in %s (DESK-14)',
  (language) => {
    const twins = Object.entries(COMPONENT_KEYS).flatMap(([component, keys]) => {
      const seen = new Map<string, string>()
      return Object.keys(keys).flatMap((key) => {
        const [block = '', last = ''] = key.includes('.') ? key.split('.') : ['', key]
        const name = `${block} ${nameIn(NAMES[language], last, block === '' ? component : block)}`
        const twin = seen.get(name)
        seen.set(name, key)
        return twin === undefined ? [] : [`${component}: ${twin}, ${key}: ${name}`]
      })
    })
    expect(twins).toEqual([])
  },
)

it('names a text differently depending on its page or block (DESK-14)', () => {
  const name = (key: string, place: string) => nameIn(NAMES.en, key, place)
  expect(name('title', 'homepagecomponents')).toBe('Browser tab title')
  expect(name('title', 'basketcomponents')).toBe('Heading')
  expect(name('title', 'processSection/2')).toBe('Heading')
  expect(name('allGifts', 'headercomponents')).toBe('Menu: all gifts in a category')
  expect(name('open', 'molliecomponents')).toBe('Payment not finished: message')
  expect(name('open', 'voucher-invitation')).toBe('Open the shop: button')
  expect(name('salutation_good_evening', 'salutationList')).toBe('Greeting, evening')
})

it.each(['nl', 'en', 'de'] as const)('every variable has a name in %s (DESK-21)', (language) => {
  const { variables } = NAMES[language]
  expect(placeholders.filter((name) => variables[name] === undefined)).toEqual([])
})

it.each(['nl', 'de', 'en'] as const)(
  'the block of questions has another name than the link to it, in %s (DESK-14)',
  (language) => {
    const { texts } = NAMES[language]
    const nameText = (key: string) => texts[key] ?? readableKey(key)
    const names = ['faq', 'faq/2'].map((block) => blockName(nameText, block))
    const expected = {
      nl: 'Veelgestelde vragen',
      de: 'Häufige Fragen',
      en: 'Frequently asked questions',
    }
    expect(names).toEqual([expected[language], `${expected[language]} 2`])
    const labels = {
      nl: ['Vraag', 'Aantal onderdelen'],
      de: ['Frage', 'Anzahl der Einträge'],
      en: ['Question', 'Number of items'],
    }
    expect([texts['question'], texts['items']]).toEqual(labels[language])
  },
)

it('has a readable English name for every text (SAFE-16, C-4)', () => {
  const { texts } = NAMES.en
  const keys = Object.values(COMPONENT_KEYS).flatMap((component) =>
    Object.keys(component).map((key) => key.split('.').at(-1) ?? key),
  )
  expect(keys.filter((key) => texts[key] === undefined)).toEqual([])
  expect(texts['goodToKnow3None']).toBe('Good to know 3, no points left')
  // A key that exists only in a channel bundle.
  expect(readableKey('goodToKnow4')).toBe('Good to know 4')
})
