import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const pageAt = async (path: string) => (await shop.request(path)).text()
const recipientsIn = (page: string) =>
  [
    ...page.matchAll(/<span class="to">(?:<span class="new">Unread: <\/span>)?([^<]*)<\/span>/g),
  ].map(([, to]) => to)

describe('the sandbox mailbox (PRODUCT-20)', () => {
  it('lists mails with the time of the shop, filtered by kind of recipient and by search text', async () => {
    await sampleOrder(shop, { gifts: [TOWEL], email: 'anna@example.com' })
    const holder = await shop.holder()
    await holder.done('askService', {
      contact_email: 'ben@example.com',
      subject: 'Mijn pakket',
      email_body: 'Waar blijft het?',
    })
    await shop.shop.jobs.drain()
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: DEFAULT_ZONE })
    const now = clock.format(shop.clock.now())

    const mailbox = await pageAt('/sandbox/mails')
    expect(mailbox).toContain(`<h2>Today</h2>`)
    expect(mailbox).toContain(`>${now}</time>`)
    expect(await pageAt('/sandbox/mails?view=text')).toMatch(/<pre>[^<]*\S/)
    const holders = recipientsIn(await pageAt('/sandbox/mails?kind=holder'))
    const staff = recipientsIn(await pageAt('/sandbox/mails?kind=staff'))
    expect(new Set(holders)).toEqual(new Set(['anna@example.com', 'ben@example.com']))
    expect(staff).not.toContain('anna@example.com')
    expect(staff.length).toBeGreaterThan(0)
    expect(recipientsIn(await pageAt('/sandbox/mails?search=ANNA'))).toEqual(['anna@example.com'])
    expect(recipientsIn(await pageAt('/sandbox/mails?search=nobody'))).toEqual([])

    // The preview is the one that a mailbox shows. A mail is unread until it is opened.
    const annasMails = () => pageAt('/sandbox/mails?search=anna')
    expect(await annasMails()).toContain('<span class="start">1 × Linnen theedoek</span>')
    const [, mailUrl = ''] =
      /href="([^"]*mail=[^"]*)" class="unread"/.exec(await annasMails()) ?? []
    await pageAt(mailUrl.replaceAll('&amp;', '&'))
    expect(await annasMails()).not.toContain('class="unread"')
  })
})

describe('the sandbox page of a parcel (PRODUCT-20)', () => {
  it.each([
    ['nl', 'Onderweg', 'Verwacht: dinsdag 1 december', 'Terug naar je bestelling'],
    ['de', 'Unterwegs', 'Voraussichtlich: Dienstag, 1. Dezember', 'Zurück zu Ihrer Bestellung'],
  ])("shows the parcel's progress in the language of its order: %s", async (language, ...texts) => {
    const { number } = await sampleOrder(shop, { gifts: [TOWEL], language })
    shop.clock.advance(30 * 60_000)
    await submitOrder(shop.shop, number)
    // It left after the deadline for orders: that deadline delays a parcel once, not twice.
    await shop.sql`
      insert into parcel (order_number, month, code, carrier, sent_at)
      select number, month, ${`3STEST-${language}`}, 'PostNL', '2026-11-30T19:00:00Z'
      from orders where number = ${number}`
    const page = await pageAt(`/sandbox/parcels/3STEST-${language}`)
    expect(page).toContain(`<html lang="${language}-`)
    for (const part of [...texts, 'PostNL', `href="${shop.url}/orders/${number}"`])
      expect(page).toContain(part)
    expect(page.match(/<li class="done"/g)).toHaveLength(2)
    expect(page.match(/aria-current="step"/g)).toHaveLength(1)

    await shop.sql`
      update parcel set state = 'delivered', delivered_at = ${shop.clock.now()} where order_number = ${number}`
    const delivered = await pageAt(`/sandbox/parcels/3STEST-${language}`)
    expect(delivered.match(/<li class="done"/g)).toHaveLength(4)
    expect(delivered).not.toContain(texts[1])
  })

  it('reports an unknown code as unknown', async () => {
    expect(await pageAt('/sandbox/parcels/3STEST1')).toContain('Dit pakket kennen we niet.')
  })
})
