import type { Locator, Page } from 'playwright-core'

import { expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import { isSandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import type { WarehouseOrder } from '#server/platform/services/service-ports.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { sampleContact, type TestHolder, type TestShop } from '#server/testing/test-shop.ts'

type Condition = 'monta' | 'dropship' | 'digital'

/** A holder with a cart and personal details, so that only delivery and order are left. */
export async function readyHolder(
  shop: TestShop,
  {
    channel = '1014',
    points = 20,
    gifts = [{ delivery: 'monta', points: 5 }],
    person = {},
    language = 'nl',
  }: {
    channel?: string
    points?: number
    gifts?: {
      delivery: Condition
      points: number
      name?: string
      variant?: string
      inStock?: number
    }[]
    person?: Partial<Record<keyof typeof sampleContact, string>>
    language?: string
  } = {},
): Promise<TestHolder & { email: string }> {
  const holder = await shop.holder({ channel, points })
  for (const gift of gifts) {
    const { spliId } = await shop.gift({ name: `Gift by ${gift.delivery}`, ...gift, channel })
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  }
  const email = `anna.${holder.voucherId}@example.com`
  await holder.done('saveAddress', {
    ...sampleContact,
    contact_email: email,
    ...person,
    address_confirmed: true,
    direct_delivery_consent: true,
    language,
  })
  return { ...holder, email }
}

export const cardCart = { points: 3, gifts: [{ delivery: 'monta' as const, points: 5 }] }

/** Chooses a time window of the home delivery. */
export async function chooseTime(page: Page, name: RegExp = /09:00/) {
  await page.getByRole('radio', { name }).check()
}

export async function chooseMethod(page: Page, method: 'home' | 'pickup') {
  await page
    .getByRole('radio', {
      name: method === 'home' ? 'Thuis bezorgen' : /Ophalen bij een afhaalpunt/,
    })
    .check()
}

/** Selects the pickup point with this number. Returns its company. */
export async function selectPoint(container: Page | Locator, number: number): Promise<string> {
  const point = container.getByRole('listitem').filter({ hasText: new RegExp(`^${number}\\. `) })
  await point.getByRole('radio').check()
  const [company = ''] = (await point.innerText()).split('\n')
  return company.replace(/^\d+\. /, '')
}

export async function agree(page: Page) {
  await page.getByRole('checkbox').check()
}

export const orderButton = (page: Page) =>
  page.getByRole('button', {
    name: /^(Bestellen|Place order|Commander|Bestellen en betalen|Order and pay|Zahlungspflichtig bestellen|Commande avec obligation de paiement)$/,
  })

/** From the checkout to the provider's page. */
export async function goToPayment(page: Page) {
  await orderButton(page).click()
  await page.getByRole('button', { name: /betaalpagina|payment page|Zahlungsseite/ }).click()
  await page.waitForURL(/\/sandbox\/payments\//)
}

export async function openCheckoutDue(visit: Visit, shop: TestShop) {
  const holder = await readyHolder(shop, cardCart)
  await visit.openAs(holder.code, '/checkout')
  await chooseTime(visit.page)
  await agree(visit.page)
  return holder
}

/** Chooses the outcome on the provider's page. */
export async function pay(page: Page, end: 'Paid' | 'Cancelled' | 'Failed' | 'Expired' | 'Open') {
  await page.getByRole('button', { name: end, exact: true }).click()
}

/** The order number on the confirmation page. */
export async function confirmedNumber(page: Page): Promise<string> {
  const line = page.getByText(/Je bestelnummer is|Your order number is|Ihre Bestellnummer ist/)
  await expectVisible(line)
  return /(\d{4,})/.exec(await line.first().innerText())?.[1] ?? ''
}

export async function confirmationMails(shop: TestShop, email: string) {
  await shop.shop.jobs.drain()
  const { mailer } = shop.shop.ports
  if (!isSandboxMailer(mailer)) throw new Error('mails leave this shop')
  return mailer.all(email)
}

/** The order that the warehouse received after the undo window. */
export async function warehouseOrder(shop: TestShop, number: string) {
  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const [row] = await shop.sql<{ content: WarehouseOrder }[]>`
    select content from sandbox_warehouse_order where order_number = ${number}`
  if (!row) throw new Error(`the warehouse knows no order ${number}`)
  return row.content
}

/** Counts of one holder: nothing may be created, paid or mailed twice. */
export async function countRecords(shop: TestShop, holder: TestHolder) {
  const [row] = await shop.sql<
    { orders: number; payments: number; refunds: number; available: number; reserved: number }[]
  >`
    select voucher_balance.available, voucher_balance.reserved,
      (select count(*)::integer from orders where orders.voucher_id = voucher_balance.voucher_id) as orders,
      (select count(*)::integer from payment where payment.voucher_id = voucher_balance.voucher_id) as payments,
      (select count(*)::integer from refund join payment on payment.key = payment_key
        where payment.voucher_id = voucher_balance.voucher_id) as refunds
    from voucher_balance where voucher_id = ${holder.voucherId}`
  return row
}

export const cartOf = async (holder: TestHolder) => (await holder.done('readCart', {})).response

/** Deletes these texts in all languages. Returns a function that restores them. */
export async function deleteTexts(shop: TestShop, path: string, keys: string[]) {
  const notifyChannels = async () => {
    await shop.sql`insert into change_event (topic, subject) select 'channel', id from channel`
    await shop.shop.changeEvents.poll()
  }
  const deleted = await shop.sql`
    delete from content where path = ${path} and key in ${shop.sql(keys)} returning *`
  if (deleted.length === 0) throw new Error(`${path} has none of ${keys.join(', ')}`)
  await notifyChannels()
  return async () => {
    await shop.sql`insert into content ${shop.sql(deleted.map(({ search_text: _made, ...row }) => row))}`
    await notifyChannels()
  }
}
