import { describe, expect, it } from 'vitest'

import { orderButton } from './order-button.ts'

describe('the order button', () => {
  it.each([
    ['nl', 'Bestellen en betalen'],
    ['en', 'Order and pay'],
    ['de', 'Zahlungspflichtig bestellen'],
    ['fr', 'Commande avec obligation de paiement'],
  ] as const)(
    'has the prescribed text in %s if a payment is due, whatever the editors wrote',
    (language, words) => {
      for (const editorText of ['Bestellen', 'Verder', 'Order', 'Jetzt gratis bestellen', '']) {
        expect(orderButton({ dueCents: 500, language, editorText })).toBe(words)
      }
    },
  )

  it('shows the editors’ text if nothing is due', () => {
    expect(orderButton({ dueCents: 0, language: 'nl', editorText: ' Ja, stuur maar op ' })).toBe(
      'Ja, stuur maar op',
    )
  })

  it.each([
    ['nl', 'Bestellen'],
    ['en', 'Place order'],
    ['de', 'Bestellen'],
    ['fr', 'Commander'],
  ] as const)('never mentions payment in %s if nothing is due', (language, plain) => {
    for (const editorText of [
      'Bestellen en betalen',
      'Betaal nu',
      'Naar afrekenen',
      'Order and pay',
      'Payment',
      'Zahlungspflichtig bestellen',
      'Jetzt bezahlen',
      'Commande avec obligation de paiement',
      'Paie maintenant',
      'Bestellen voor 5 euro',
      'Order € 0',
      '  ',
    ]) {
      expect(orderButton({ dueCents: 0, language, editorText })).toBe(plain)
    }
  })
})
