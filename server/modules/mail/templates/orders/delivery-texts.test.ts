import { describe, expect, it } from 'vitest'

import type { Address, CarrierChoice, Delivery } from '#domain/fulfilment/delivery.ts'
import { fillTemplate } from '#domain/content/text-template.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import { deliveryGroups } from '#server/modules/mail/templates/orders/delivery-texts.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import type { MailVoice } from '#server/modules/mail/texts/mail-texts.ts'
import { STANDARD_SHIPMENT } from '#server/platform/services/service-ports.ts'

const voice: MailVoice = {
  language: 'nl',
  say: (part, key, values = {}) => fillTemplate(String(dutchMailTexts[part][key]), values),
  points: String,
  euros: String,
  date: String,
  time: String,
}

function addressOf(changes: Partial<Address>): Address {
  return {
    street: 'Zilverkade',
    houseNumber: '12',
    addition: 'a',
    postalCode: '1012AB',
    city: 'Amsterdam',
    country: 'NL',
    line: '',
    ...changes,
  }
}

function textsFor(carrier: Partial<CarrierChoice> | null) {
  const delivery: Delivery = {
    kind: 'home',
    address: addressOf({}),
    verified: true,
    carrier: carrier && { ...STANDARD_SHIPMENT, code: 'evening', name: 'PostNL avond', ...carrier },
  }
  const gifts = [{ name: 'Mok', variant: '', deliveryCondition: 'monta' as const }]
  const [group] = deliveryGroups({ delivery, email: 'a@b.example', gifts }, voice)
  return group?.lines.slice(2)
}

describe('delivery text', () => {
  it.each([
    ['2026-12-01T18:00', '2026-12-01T22:00', 'dinsdag 1 december, 18:00–22:00\u00a0uur'],
    ['2026-12-01T15:00', null, 'dinsdag 1 december'],
    ['2026-12-01', '2026-12-01', 'dinsdag 1 december'],
    ['2026-12-01', '2026-12-03', 'Tussen dinsdag 1 december en donderdag 3 december'],
  ])('names the day or the time window from %s to %s', (from, to, words) => {
    expect(textsFor({ from, to })).toEqual(['PostNL avond', words])
  })

  it('is standard shipment when no option was chosen', () => {
    expect(textsFor(null)).toEqual(['Standaardverzending'])
    expect(textsFor({ ...STANDARD_SHIPMENT })).toEqual(['Standaardverzending'])
  })
})

describe('address in a mail', () => {
  it.each<[string, Partial<Address>, string[]]>([
    ['NL', {}, ['Zilverkade 12a', '1012 AB Amsterdam']],
    [
      'FR',
      { country: 'FR', street: 'rue du Bac', addition: 'bis', postalCode: '75007', city: 'Paris' },
      ['12 bis rue du Bac', '75007 Paris', 'Frankrijk'],
    ],
    [
      'PL',
      { country: 'PL', street: 'Długa', addition: '4', postalCode: '00-950', city: 'Warszawa' },
      ['Długa 12/4', '00-950 Warszawa', 'Polen'],
    ],
  ])('has the format of its country: %s', (_, changes, lines) => {
    expect(addressLines(addressOf(changes), 'nl')).toEqual(lines)
  })

  it('starts with company and additional line', () => {
    expect(addressLines(addressOf({ line: 'T.a.v. receptie' }), 'nl', 'De Leeslamp')).toEqual([
      'De Leeslamp',
      'T.a.v. receptie',
      'Zilverkade 12a',
      '1012 AB Amsterdam',
    ])
  })
})

it('lists gifts for a company under delivery to the organisation', () => {
  const delivery: Delivery = { kind: 'company', address: addressOf({ line: 'Noordzee B.V.' }) }
  const gifts = (['monta', 'dropship', 'digital'] as const).map((deliveryCondition) => ({
    name: deliveryCondition,
    variant: '',
    deliveryCondition,
  }))
  expect(deliveryGroups({ delivery, email: 'a@b.example', gifts }, voice)).toEqual([
    {
      how: 'Bezorging bij je organisatie',
      lines: ['Noordzee B.V.', 'Zilverkade 12a', '1012 AB Amsterdam'],
      gifts: ['monta', 'dropship'],
    },
    { how: 'Per e-mail', lines: ['a@b.example'], gifts: ['digital'] },
  ])
})
