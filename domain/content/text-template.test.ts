import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { allLanguages } from '#domain/language.ts'
import {
  fillTemplate,
  localizedDate,
  localizedDates,
  placeholdersIn,
  shortDate,
} from './text-template.ts'

describe('a template', () => {
  it('is filled with points, date, salutation and first name (PAGES-4)', () => {
    const text = '{salutation} {first_name}, je {points} punten zijn geldig tot {valid_until}.'
    const values = {
      salutation: 'Goedemorgen',
      first_name: 'Anna',
      points: 20,
      valid_until: '24 dec 2026',
    }
    expect(fillTemplate(text, values)).toBe(
      'Goedemorgen Anna, je 20 punten zijn geldig tot 24 dec 2026.',
    )
  })

  it('shows the value 0 (PAGES-4)', () => {
    expect(fillTemplate('{points} punten', { points: 0 })).toBe('0 punten')
  })

  it('removes a placeholder without a value, and the space before it (PAGES-4)', () => {
    expect(fillTemplate('Welkom {first_name}, kies!', {})).toBe('Welkom, kies!')
    expect(fillTemplate('{first_name} kies', { first_name: null })).toBe('kies')
    expect(fillTemplate('Hoi {first_name} {unknown}!', { first_name: 'Anna' })).toBe('Hoi Anna!')
    expect(fillTemplate('Hoi\n{first_name} kies', { first_name: '' })).toBe('Hoi\nkies')
  })

  it('does not replace placeholders within values (PAGES-4)', () => {
    expect(fillTemplate('Hoi {first_name}', { first_name: '{points}', points: 3 })).toBe(
      'Hoi {points}',
    )
    expect(fillTemplate('Hoi {first_name}', { first_name: '$& $1' })).toBe('Hoi $& $1')
  })

  it('ends a sentence with one full stop after a name that ends with one (PAGES-4)', () => {
    const text = 'Bezorgd bij {company}. Of bij {company}'
    expect(fillTemplate(text, { company: 'Noordzee B.V.' })).toBe(
      'Bezorgd bij Noordzee B.V. Of bij Noordzee B.V.',
    )
  })

  it('does not use inherited properties as values (PAGES-4)', () => {
    expect(fillTemplate('a {constructor} {toString}', {})).toBe('a')
  })

  it('returns each of its placeholders once (PAGES-4)', () => {
    expect(placeholdersIn('{ points } van {first_name}, {points}\n{Valid.until-x}{1}')).toEqual([
      'points',
      'first_name',
      'Valid.until-x',
    ])
    expect(placeholdersIn('punten')).toEqual([])
  })

  it('leaves no placeholder visible (PAGES-4)', () => {
    const part = fc.constantFrom(
      '{points}',
      '{x}',
      '{ first_name }',
      '{first-name}',
      ' ',
      'tekst',
      '\n',
      ',',
    )
    const value = fc.option(fc.constantFrom('', 'Anna', '7'), { nil: undefined })
    fc.assert(
      fc.property(fc.array(part), value, (parts, points) => {
        expect(fillTemplate(parts.join(''), { points })).not.toMatch(/[{}]/)
      }),
    )
  })

  it('stays unchanged without placeholders, including its spaces (PAGES-4)', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('{'))
        expect(fillTemplate(text, { points: 1 })).toBe(text)
      }),
    )
  })
})

describe('a date', () => {
  it('is written out in the reader’s language (PAGES-4)', () => {
    expect(localizedDate('2026-12-24', 'nl')).toBe('24 december 2026')
    expect(localizedDate('2026-12-24', 'en')).toBe('24 December 2026')
    expect(localizedDate('2026-12-24', 'de')).toBe('24. Dezember 2026')
    expect(localizedDate('2026-12-24', 'fr')).toBe('24 décembre 2026')
    expect(localizedDate('2026-12-01', 'fr')).toBe('1er décembre 2026')
    expect(localizedDate('2026-12-21', 'fr')).toBe('21 décembre 2026')
    expect(localizedDate('2026-03-01', 'nl')).toBe('1 maart 2026')
  })

  it('has a short form with two digits, three letters and four digits (PAGES-4)', () => {
    expect(shortDate('2026-12-24', 'nl')).toBe('24 dec 2026')
    expect(shortDate('2026-09-04', 'en')).toBe('04 Sep 2026')
    expect(shortDate('2026-03-04', 'de')).toBe('04. Mär 2026')
    expect(shortDate('2026-08-04', 'fr')).toBe('04 aoû 2026')
  })

  it('is the day in Amsterdam for a time with a zone (PAGES-4)', () => {
    expect(localizedDate('2026-12-23T23:30:00Z', 'nl')).toBe('24 december 2026')
    expect(localizedDate('2026-06-30T21:59:59.999Z', 'nl')).toBe('30 juni 2026')
    expect(localizedDate('2026-06-30T22:00Z', 'nl')).toBe('1 juli 2026')
    expect(localizedDate('2026-12-24T01:00:00+09:00', 'nl')).toBe('23 december 2026')
    expect(shortDate('2026-12-31T23:00:00Z', 'nl')).toBe('01 jan 2027')
  })

  it('is not converted for a time without a zone (PAGES-4)', () => {
    expect(localizedDate('2026-12-24T23:30', 'nl')).toBe('24 december 2026')
    expect(localizedDate('2026-12-24T00:00:00', 'nl')).toBe('24 december 2026')
  })

  it.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-12-24T24:00:00Z',
    '2026-12-24T10:60Z',
    '0026-12-24',
    '24-12-2026',
    '2026-1-2',
    '20261224',
    ' 2026-12-24',
    '2026-12-24\n',
    'morgen',
    '5',
    '',
  ])('is not found in %j, which stays unchanged (PAGES-4)', (value) => {
    expect(localizedDate(value, 'nl')).toBe(value)
    expect(shortDate(value, 'nl')).toBe(value)
  })

  it('accepts 29 February only in a leap year (PAGES-4)', () => {
    expect(localizedDate('2028-02-29', 'nl')).toBe('29 februari 2028')
    expect(localizedDate('2000-02-29', 'en')).toBe('29 February 2000')
    expect(localizedDate('2100-02-29', 'en')).toBe('2100-02-29')
  })

  it('keeps its day and year in every language (PAGES-4)', () => {
    const day = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, fc.constantFrom(...allLanguages), (day, language) => {
        const iso = day.toISOString().slice(0, 10)
        const [year, , date] = iso.split('-')
        expect(localizedDate(iso, language)).toMatch(new RegExp(`^${Number(date)}\\D.*${year}$`))
        expect(shortDate(iso, language)).toMatch(new RegExp(`^${date}\\.? \\p{L}{3} ${year}$`, 'u'))
      }),
    )
  })
})

describe('a text with dates', () => {
  it('shows each date in the long form (PAGES-4)', () => {
    expect(localizedDates('Geldig van 2026-12-01 tot 2026-12-24.', 'nl')).toBe(
      'Geldig van 1 december 2026 tot 24 december 2026.',
    )
    expect(localizedDates('2026-12-01 2026-12-02', 'en')).toBe('1 December 2026 2 December 2026')
    expect(localizedDates('(tot 2026-12-23T23:30:00Z)', 'nl')).toBe('(tot 24 december 2026)')
  })

  it.each([
    'tot 2026-02-30',
    'order 2026-12-24-7',
    'nr A2026-12-24',
    'https://example.com/2026-12-24/menu',
    'https://example.com/2026-12-24',
    'https://example.com?from=2026-12-24',
    'versie-2026-12-24',
    'menu-2026-12-24.pdf',
    '2026-12-24.pdf',
    '12026-12-24',
    'niets',
  ])('keeps %j, which contains no date (PAGES-4)', (text) => {
    expect(localizedDates(text, 'nl')).toBe(text)
  })
})
