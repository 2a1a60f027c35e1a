import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  allLanguages,
  fallbackOrder,
  languageAccepted,
  languageOf,
  languages,
  OFFERED_LANGUAGES,
  pickText,
} from './language.ts'

const anyLanguage = fc.constantFrom(...allLanguages)

describe('the languages', () => {
  it('are four, of which new channels offer Dutch and English (LOGIN-13)', () => {
    expect(allLanguages.map((language) => languages[language].tag)).toEqual([
      'nl-NL',
      'en-GB',
      'de-DE',
      'fr-FR',
    ])
    expect(OFFERED_LANGUAGES).toEqual(['nl', 'en'])
    expect(allLanguages.map((language) => languages[language].label)).toEqual([
      'Nederlands',
      'English',
      'Deutsch',
      'Français',
    ])
  })

  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['pl, en;q=0.3, fr; q=0.8', 'fr'],
    ['nl;q=0, en;q=0.1', 'en'],
    ['*', undefined],
    ['en;q=x', undefined],
    [undefined, undefined],
  ])('are found in the Accept-Language header %j (DESK-35)', (header, language) => {
    expect(languageAccepted(header)).toBe(language)
  })

  it.each([
    ['nl', 'nl'],
    ['NL', 'nl'],
    ['nl-NL', 'nl'],
    ['NL-nl', 'nl'],
    ['en_GB', 'en'],
    ['en-US', 'en'],
    ['de-Latn-AT', 'de'],
    ['en-150', 'en'],
    ['en-oxendict', 'en'],
    [' fr ', 'fr'],
  ])('are found by the tag %j (LOGIN-13)', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    undefined,
    '',
    'es',
    'nld',
    'n',
    'english',
    'en-',
    'nl;drop',
    'nl-NL-',
    'xnl',
    'en-x',
    'en-oxendicts',
    'constructor',
  ])('are not found by %j (LOGIN-13)', (text) => {
    expect(languageOf(text)).toBeUndefined()
  })

  it('are found by their tags in upper and lower case (LOGIN-13)', () => {
    fc.assert(
      fc.property(anyLanguage, fc.array(fc.boolean()), (language, upper) => {
        const inCase = languages[language].tag.replace(/./g, (letter, at: number) =>
          upper[at] ? letter.toUpperCase() : letter.toLowerCase(),
        )
        expect(languageOf(inCase)).toBe(language)
      }),
    )
  })
})

describe('a text', () => {
  it('is searched in the wanted language, the channel’s and Dutch, each once (WIRE-1)', () => {
    expect(fallbackOrder('fr', 'de')).toEqual(['fr', 'de', 'nl'])
    expect(fallbackOrder('de', 'de')).toEqual(['de', 'nl'])
    expect(fallbackOrder('nl', 'nl')).toEqual(['nl'])
    expect(fallbackOrder(undefined, 'en')).toEqual(['en', 'nl'])
    expect(fallbackOrder(undefined, undefined)).toEqual(['nl'])
  })

  it('is returned with its language (WIRE-1)', () => {
    const texts = { nl: 'cadeau', en: 'gift' }
    expect(pickText(texts, ['en', 'nl'])).toEqual({ text: 'gift', language: 'en' })
    expect(pickText(texts, ['fr', 'nl'])).toEqual({ text: 'cadeau', language: 'nl' })
  })

  it('is missing when it is empty, blank or null (WIRE-1)', () => {
    expect(
      pickText({ en: '', de: '  ', fr: null, nl: 'cadeau' }, ['en', 'de', 'fr', 'nl']),
    ).toEqual({ text: 'cadeau', language: 'nl' })
    expect(pickText({ en: '' }, ['en', 'nl'])).toBeUndefined()
  })

  it('is found in the first language of the order that has one (WIRE-1)', () => {
    const text = fc.option(fc.constantFrom('', ' ', 'a', 'b'), { nil: undefined })
    const texts = fc.record({ nl: text, en: text, de: text, fr: text })
    fc.assert(
      fc.property(texts, anyLanguage, anyLanguage, (texts, wanted, channel) => {
        const order = fallbackOrder(wanted, channel)
        const first = order.find((language) => texts[language]?.trim())
        expect(pickText(texts, order)?.language).toBe(first)
      }),
    )
  })
})
