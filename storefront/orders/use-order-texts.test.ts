import { expect, it } from 'vitest'

import { COMPONENT_KEYS } from '#contract/content/component-keys.ts'
import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import { nameKey } from '#storefront/orders/use-order-texts.ts'

it('has a text for each mail that the page of an order lists', () => {
  const known = Object.keys(COMPONENT_KEYS.confirmationpagecomponents)
  expect(HOLDER_MAILS.filter((mail) => !known.includes(nameKey('mail', mail)))).toEqual([])
})
