import { expect, it } from 'vitest'

import { eventText } from '#backoffice/kit/domain-texts/order-event-texts.ts'
import {
  auditFieldName,
  auditReason,
  auditSubject,
  auditValue,
} from '#backoffice/kit/audit/audit-texts.ts'
import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'

/** Values as the audit stores them. Users must not see them in this form. */
const AUDIT_VALUES = {
  valid_until: '2027-12-31',
  unclaimed_rule: 'not-billed',
  budget_points: 12_000,
  vat_number: 'NL1',
  sender_name: 'The board',
  remind_days: null,
  delivery: 'monta',
  role: 'fulfilment',
  form: 'large',
  paused: true,
  at: '2026-11-23T05:00:00.000Z',
  channels: ['1014', '2001'],
}

it.each([
  ['nl', dutch, ['31 dec 2027', '12.000', 'Magazijn', 'ja', '06:00']],
  ['en', english, ['31 Dec 2027', '12,000', 'Warehouse', 'yes', '06:00']],
  ['de', german, ['31. Dez. 2027', '12.000', 'Lager', 'ja', '06:00']],
])(
  'shows changed values with the labels of the forms, in %s (DESK-6)',
  (language, dictionary, shown) => {
    const t: Translate = (key) => dictionary[key].split('|').at(-1) ?? ''
    const reader = {
      t,
      language: language === 'en' ? 'en-GB' : language,
      zone: 'Europe/Amsterdam',
      now: new Date('2026-11-24T05:00:00Z'),
    }
    const texts = Object.entries(AUDIT_VALUES).map(
      ([name, value]) => `${auditFieldName(t, name)}: ${auditValue(reader, name, value)}`,
    )
    for (const words of shown) expect(texts.join('\n')).toContain(words)
    expect(texts.join('\n')).not.toMatch(/_|not-billed|monta|fulfilment|true|null|T05/)
  },
)

/** Values of an order and its credit. */
const ORDER_VALUES = {
  state: 'released',
  'line 2': 'shipped',
  'choice 1': 'called-off',
  points_returned: 3,
  cents_returned: 1050,
  cents_back: 500,
  cents_sent: 500,
  points_back: 2,
  credits: 1,
  withdrawals: 0,
  goods: 'written-off',
  reason: 'wrong-gift',
  lines: [{ line: 2, quantity: 3 }],
  mail: 'order-confirmation',
  cause: 'sold-out',
  outcome: 'points-back',
  purchase: '100-1',
  withdrawal: '100-W1',
  country: 'NL',
  code: '3STEST',
  to: 'anna',
}

it.each([
  ['nl', dutch, ['Cadeau 2', '€\u00a010,50', '3 × Cadeau 2', 'Uitverkocht']],
  ['en', english, ['Gift 2', '€10.50', '3 × Gift 2', 'Sold out']],
  ['de', german, ['Geschenk 2', '10,50\u00a0€', '3 × Geschenk 2', 'Ausverkauft']],
])(
  'shows values of an order without internal names, in %s (DESK-6)',
  (language, dictionary, shown) => {
    const t: Translate = (key, values) =>
      Object.entries(values ?? {}).reduce(
        (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
        dictionary[key].split('|').at(-1) ?? '',
      )
    const reader = {
      t,
      language: language === 'en' ? 'en-GB' : language,
      zone: 'Europe/Amsterdam',
      now: new Date('2026-11-24T05:00:00Z'),
    }
    const texts = Object.entries(ORDER_VALUES)
      .map(([name, value]) => `${auditFieldName(t, name)}: ${auditValue(reader, name, value)}`)
      .join('\n')
    for (const words of shown) expect(texts).toContain(words)
    expect(texts).not.toMatch(
      /_|released|shipped|called-off|written-off|wrong-gift|order-confirmation|sold-out|points-back|\{|Purchase:|^(Code|To):/m,
    )
    expect(auditReason(t, 'wrong-gift')).toBe(dictionary['credit.reasonOf.wrong-gift'])
    expect(auditReason(t, 'She called twice')).toBe('She called twice')
    expect(eventText(t, 'on_hold')).toContain('On hold')
    expect(eventText(t, 'constructor')).not.toBe('constructor')
  },
)
it('names the subject of an audit entry as on its page (DESK-6)', () => {
  const t: Translate = (key, values) => dutch[key].replace('{number}', String(values?.['number']))
  const kinds = [
    'request',
    'background-job',
    'catalogue-attribute',
    'saved-answer',
    'vat-rate',
    'view',
    'simulation',
    'staff',
    'order',
    'what-came-later',
  ]
  expect(kinds.map((kind) => auditSubject(t, kind, '7'))).toEqual([
    `${dutch['inbox.thread']} 7`,
    'Achtergrondproces 7',
    'Merk, kenmerk of optie 7',
    'Standaardantwoord 7',
    'Btw-tarief 7',
    'Weergave 7',
    `${dutch['simulation.one']} 7`,
    `${dutch.staffMember} 7`,
    'Bestelling 7',
    'What came later 7',
  ])
})
