import { nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function asked(shop: TestShop) {
  const gift = (name: string) => shop.gift({ points: 47, inStock: 9, delivery: 'dropship', name })
  const [kettle, pan] = [await gift('Ketel'), await gift('Pan')]
  const [supplier] = await shop.sql<{ id: number }[]>`
    insert into supplier (name, email) values ('Ketelmakers', 'ketels@example.com') returning id`
  await shop.sql`
    update brand set supplier_id = ${supplier?.id ?? 0} from product join article on product.id = product_id
    where brand.id = brand_id and sku = ${kettle.sku}`
  const { number, holder } = await sampleOrder(shop, { gifts: [kettle, pan] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ html: string }[]>`
    select html from sandbox_mail where recipient = 'ketels@example.com' order by created_at desc limit 1`
  return { number, holder, link: /(\/supplier\/[\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? '' }
}

test('a supplier ships a part of an order from a link by keyboard, and the recipient and the back office see it (DESK-35, DESK-34, DESK-40)', async ({
  wide,
  phone,
  shop,
}) => {
  const { number, holder, link } = await asked(shop)
  const { page } = phone
  await page.goto(shop.url + link)
  await expectVisible(page.getByRole('heading', { name: `Inkooporder ${number}-P1` }))
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)
  // By the keyboard alone, from what was refused and comes back as it was typed.
  await page.getByRole('checkbox').first().press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('GLS')
  await page.keyboard.press('Tab')
  await page.keyboard.type('GLS4711')
  phone.expectConsoleError('422')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Kies minstens één artikel.'))
  const isFocused = (element: Element) => element === document.activeElement
  await expect.poll(() => page.getByRole('checkbox').first().evaluate(isFocused)).toBe(true)
  expect(await page.getByLabel('Track & trace-code').inputValue()).toBe('GLS4711')
  await expectNoAxeViolations(page)
  await expectNoHorizontalScroll(page)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('status'))
  await expectNoAxeViolations(page)
  await phone.openAs(holder.code, `/orders/${number}`)
  await expectVisible(page.getByText('Deels onderweg'))

  const fulfilment = await staffClient(shop, 'fulfilment')
  await shop.sql`update staff set language = 'nl' where id = ${fulfilment.staffId}`
  wide.expectConsoleError('401')
  const backoffice = wide.page
  await signInAsStaff(wide, 'nl', '/backoffice/parcels', fulfilment)
  await expectVisible(backoffice.getByText('GLS4711'))
  await expectNoAxeViolations(backoffice)
  await backoffice.getByRole('link', { name: number, exact: true }).first().click()
  await expectVisible(backoffice.getByText(nl('order.event.supplier-sent')))
  await expectVisible(backoffice.getByText('Deels verzonden').first())
  const purchase = backoffice.getByRole('link', { name: `${number}-P1` })
  expect(await purchase.getAttribute('href')).toBe(`/backoffice/purchase-orders/${number}-P1`)
  await expectNoAxeViolations(backoffice)
  await wide.go('/backoffice/suppliers')
  await backoffice.getByRole('link', { name: 'Ketelmakers' }).click()
  await expectVisible(backoffice.getByText(`${number}-P1`))
  await expectNoAxeViolations(backoffice)
  // The page as the supplier sees it, without actions. It opens with empty storage, because its frame has none.
  wide.expectConsoleError("'localStorage'")
  const actions = backoffice.getByRole('button', {
    name: `${nl('supplier.actions')} ${number}-P1`,
  })
  await actions.click()
  await expectNoAxeViolations(backoffice)
  const [shown] = await Promise.all([
    wide.context.waitForEvent('page'),
    backoffice.getByRole('button', { name: nl('supplier.asSeen') }).click(),
  ])
  const seen = shown.frameLocator('iframe')
  await expectVisible(seen.getByText('Dit ziet de leverancier.', { exact: false }))
  await expectVisible(seen.getByRole('heading', { name: `Inkooporder ${number}-P1` }))
  expect(await seen.getByRole('button', { name: 'Verzending melden' }).isDisabled()).toBe(true)
  // Beside the back office, at an address of its own there; the back office stays where it was.
  expect(new URL(shown.url()).pathname).toBe(`/backoffice/purchase-orders/${number}-P1`)
  await expectVisible(shown.getByRole('link', { name: `Bestelling ${number}` }))
  expect(backoffice.url()).toContain('/backoffice/suppliers/')
  await expectNoAxeViolations(shown)
  // The supplier corrects its own entry in place: a refusal names the field and keeps the typed text.
  await shown.getByRole('button', { name: `${nl('supplier.resolve')}: GLS4711` }).press('Enter')
  await shown.getByLabel(nl('parcel.code')).fill('GLS4710')
  await shown.getByLabel('Vervoerder').fill(' ')
  wide.expectConsoleError('400')
  await shown.getByRole('button', { name: nl('save') }).press('Enter')
  await expect.poll(() => shown.getByLabel('Vervoerder').evaluate(isFocused)).toBe(true)
  expect(await shown.getByLabel('Vervoerder').getAttribute('aria-invalid')).toBe('true')
  await expectNoAxeViolations(shown)
  await shown.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(shown)
  await shown.reload()
  expect(await shown.getByLabel(nl('parcel.code')).inputValue()).toBe('GLS4710')
  await shown.getByLabel('Vervoerder').fill('UPS')
  await shown.getByRole('button', { name: nl('save') }).press('Enter')
  await expectVisible(shown.getByRole('status').filter({ hasText: nl('supplier.resolved') }))
  await expectVisible(seen.getByText('UPS GLS4710'))
  await expectVisible(shown.getByRole('button', { name: `${nl('supplier.resolve')}: GLS4710` }))

  // Who is asked by files sees no page, and what was typed in its place is resolved just the same.
  await shop.sql`update supplier set way = 'csv' where name = 'Ketelmakers'`
  await backoffice.reload()
  await expectVisible(backoffice.getByText('GLS4710'))
  await expectNoAxeViolations(backoffice)
  await actions.press('Enter')
  await backoffice.getByRole('button', { name: nl('supplier.resolve') }).press('Enter')
  await expectVisible(
    backoffice.getByRole('button', { name: `${nl('supplier.resolve')}: GLS4710` }),
  )

  await page.goto(shop.url + link)
  // A carrier that is not in the list, by its name.
  await page.getByRole('combobox', { name: 'Vervoerder' }).selectOption('Andere vervoerder')
  await page.getByRole('textbox', { name: 'Andere vervoerder' }).fill('Van Rijn')
  await page.getByRole('textbox', { name: 'Track & trace-code' }).fill('GLS4712')
  await page.getByRole('button', { name: 'Verzending melden' }).click()
  await expectVisible(page.getByText('Alles is beantwoord.', { exact: false }))
  // A code that was wrong, by the keyboard.
  await page.getByText('wijzigen: GLS4712').press('Enter')
  const resolved = page.getByRole('form', { name: /GLS4712/ })
  await resolved.getByLabel('Track & trace-code').fill('GLS4713')
  await expectNoAxeViolations(page)
  await expectNoHorizontalScroll(page)
  await resolved.getByRole('button', { name: 'Dit pakket wijzigen' }).press('Enter')
  await expectVisible(page.getByText('Van Rijn GLS4713'))
})
