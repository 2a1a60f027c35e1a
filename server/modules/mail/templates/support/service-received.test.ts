import { afterAll, beforeAll, expect, it } from 'vitest'

import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())

it('confirms a question with its term, and repeats it only to an address of an order with the voucher (PRODUCT-20)', async () => {
  const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }
  const { holder } = await sampleOrder(shop, { gifts: [TOWEL], email: 'anna@example.com' })
  const received = async (contact_email: string) => {
    await holder.done('askService', {
      contact_email,
      subject: 'Mijn pakket',
      email_body: 'Anna de Vries\n\nWaar blijft het?',
    })
    await shop.shop.jobs.drain()
    const mail = mailer.sent.findLast(({ to }) => to === contact_email)
    return mail?.text ?? ''
  }
  const own = await received('Anna@example.com')
  expect(own).toContain('Beste Anna de Vries,')
  expect(own).toContain('binnen twee werkdagen')
  expect(own).toContain('Mijn pakket\n\nWaar blijft het?')

  const foreign = await received('someone.else@example.com')
  expect(foreign).toContain('binnen twee werkdagen')
  expect(foreign).not.toMatch(/Anna|Waar blijft|Mijn pakket/)
})
