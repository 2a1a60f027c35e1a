import { expect, it } from 'vitest'

import { isVatNumber, plainVatNumber } from './vat-number.ts'

it.each([
  ['NL 8580.65.334.B01', 'NL858065334B01'],
  ['be 0123.456.789', 'BE0123456789'],
  ['ATU12345678', 'ATU12345678'],
  ['IE1234567WA', 'IE1234567WA'],
  ['FR XX 123456789', 'FRXX123456789'],
  ['RO12', 'RO12'],
  ['CHE-123.456.789 MWST', 'CHE123456789MWST'],
  ['NO 123 456 789 MVA', 'NO123456789MVA'],
  ['51 824 753 556', '51824753556'],
])('%s is a VAT number (DESK-28)', (typed, plain) => {
  expect(plainVatNumber(typed)).toBe(plain)
  expect(isVatNumber(plain)).toBe(true)
})

it.each(['garbage', 'no', 'NL', 'GARBAGE12', '12', 'NL12345678901234567890'])(
  '%s is none (DESK-28)',
  (typed) => {
    expect(isVatNumber(plainVatNumber(typed))).toBe(false)
  },
)
