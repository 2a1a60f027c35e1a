import { en, nl, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { monthName } from '#backoffice/modules/finance/month-name.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'

test('an address is changed before fulfilment, after a preview of the effect (DESK-31)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const service = await staffClient(shop, 'service')
  await shop.sql`update staff set language = 'nl' where id = ${service.staffId}`
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const { number } = await cardOrder(shop, { gift: vase, points: 2 })
  wide.expectConsoleError('401')
  wide.expectConsoleError('409')
  await signInAsStaff(wide, 'nl', `/backoffice/orders/${number}`, service)
  await page.getByRole('button', { name: nl('address.change') }).click()
  const form = page.getByRole('form', { name: nl('address.change') })
  await form.getByLabel(nl('address.firstName')).fill('Bea')
  await form.getByLabel(nl('mail')).fill('bea@example.com')
  await form.getByLabel(nl('reason')).fill('De houder belde')
  // Another user saves first. Each field shows the current value and keeps the input.
  const other = await staffClient(shop, 'service')
  await other.signIn()
  const address = `/backoffice/api/orders/${number}/address`
  const { contact, stands } = await jsonOf<{ contact: object; stands: string }>(
    await other.request('GET', address),
  )
  const theirs = { contact_first_name: 'Cas', contact_telephone: '0687654321' }
  const changed = { ...contact, ...theirs, address_confirmed: true, stands, reason: 'Asked' }
  expect((await other.request('PUT', address, changed)).status).toBe(200)
  await form.getByRole('button', { name: nl('address.try') }).click()
  await expectVisible(form.getByText(nl('address.meanwhile')))
  await expectVisible(form.getByText(nl('address.theirs', { before: 'Anna', now: 'Cas' })))
  await expectVisible(form.getByText(withAnyValue(nl('address.theirsIsHere'))))
  expect(await form.getByLabel(nl('address.firstName')).inputValue()).toBe('Bea')
  expect(await form.getByLabel(nl('address.telephone')).inputValue()).toMatch(/87654321|8765 4321/)
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: nl('address.try') }).click()
  const effect = form.getByRole('region', { name: nl('address.effect') })
  await expectVisible(effect.getByText('bea@example.com, anna@example.com'))
  await expectNoAxeViolations(page)
  // What was typed outlives a reload.
  await page.reload()
  await page.getByRole('button', { name: nl('address.change') }).click()
  await expect.poll(() => form.getByLabel(nl('address.firstName')).inputValue()).toBe('Bea')
  await form.getByRole('button', { name: nl('address.try') }).click()
  await form.getByRole('button', { name: nl('address.do'), exact: true }).click()
  await expectVisible(page.locator('[data-result]').getByText(nl('address.changed')))
  await expectVisible(page.getByText('Bea de Vries').first())
  await expectVisible(page.getByText(nl('order.madeBy', { name: 'The service' })))
})

test('a withdrawal is refunded after its gifts have been returned (DESK-30)', async ({
  phone,
  shop,
}) => {
  const service = await staffClient(shop, 'service')
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const { number, holder } = await cardOrder(shop, { gift: vase, points: 2 })
  phone.expectConsoleError('401')
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await holder.done('withdrawOrder', {
    order_number: number,
    withdrawal_key: '00000000-0000-4000-8000-00000000beef',
  })
  await shop.sql`update staff set language = 'en' where id = ${service.staffId}`
  await signInAsStaff(phone, 'en', `/backoffice/orders/${number}`, service)
  await expectHidden(phone.page.getByRole('button', { name: en('address.change') }))
  const withdrawn = phone.page.getByRole('region', { name: en('withdrawal.title') })
  await expectVisible(withdrawn.getByText(en('withdrawal.promised', { count: 2, euros: '€10.00' })))
  await expectNoAxeViolations(phone.page)
  await phone.page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(phone.page)
  // What the warehouse still has is not back.
  phone.expectConsoleError('409')
  await phone.page.getByRole('button', { name: en('withdrawal.back') }).click()
  const form = phone.page.getByRole('form', { name: en('withdrawal.back') })
  const back = form.getByRole('button', { name: en('withdrawal.back') })
  await back.click()
  await expectVisible(form.getByText(en('credit.notSent')))
  await shop.sql`update order_line set state = 'shipped' where order_number = ${number}`
  await shop.sql`update orders set state = 'shipped' where number = ${number}`
  await back.click()
  await expectVisible(
    phone.page.locator('[data-result]').getByText(en('credit.booked', { number: `${number}-C1` })),
  )
})

test('a month is reviewed by day and closed, and a VAT rate shows who reviewed it (DESK-36, DESK-31, PRODUCT-10)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const { number } = await cardOrder(shop, { gift: vase, points: 2 })
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update orders set placed_at = placed_at - interval '40 days' where number = ${number}`
    await sql`update payment set settled_at = settled_at - interval '40 days' where order_number = ${number}`
  })
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', '/backoffice/finance/payments', owner)
  // It opens on this month. A month without payments says what it will show.
  const now = shop.clock.now().getTime()
  const day = dayAt(now - 40 * 24 * 3_600_000, DEFAULT_ZONE)
  const month = day.slice(0, 7)
  const thisMonth = monthName(dayAt(now, DEFAULT_ZONE).slice(0, 7), 'nl')
  await expectVisible(page.getByRole('heading', { level: 2, name: thisMonth }))
  await wide.go('/backoffice/finance/payments?month=2020-01')
  const january = monthName('2020-01', 'nl')
  await expectVisible(
    page.getByRole('heading', { name: nl('payments.noneInMonth', { month: january }) }),
  )
  await expectNoAxeViolations(page)
  await wide.go(`/backoffice/finance/payments?month=${month}`)
  const totals = page.getByRole('region', { name: nl('payments.totals') })
  await expectVisible(totals.getByText(nl('payments.differenceOf', { euros: '€ 0,00' })))
  await expectNoAxeViolations(page)
  await expectVisible(page.getByRole('slider', { name: nl('payments.paymentsPerDay') }))
  // Each part of a total opens its list.
  await totals.getByRole('link', { name: '€ 1,74' }).click()
  await expectVisible(page.getByText(nl('reports.sum', { sum: '€ 1,74' })))
  await page.goBack()
  await page
    .getByRole('region', { name: nl('payments.byDay') })
    .getByRole('link', { name: formatDay('nl', day) })
    .click()
  await expectVisible(
    page.getByRole('region', { name: nl('payments.proof') }).getByText(nl('payments.agrees')),
  )
  await expectVisible(page.getByText(nl('payments.twoClocks')))
  await page.getByRole('link', { name: nl('accounting.title') }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('accounting.title') }))
  await expectNoAxeViolations(page)
  // An open month shows its sums so far.
  const openMonth = page.getByRole('row', { name: monthName(month, 'nl') })
  await expectVisible(openMonth.getByText('€ 10,00').first())
  await page.getByRole('table').getByRole('link').last().click()
  await expectVisible(page.getByText(nl('accounting.canClose')))
  await expectVisible(page.getByText(nl('accounting.unchecked', { rates: 'NL 21%' })))
  await expectNoAxeViolations(page)
  // Every sum leads to its rows, and they sum to it.
  await page.getByRole('link', { name: '€ 1,74' }).click()
  await expectVisible(page.getByRole('link', { name: nl('order.one', { number: number }) }))
  await expectVisible(page.getByText(nl('reports.sum', { sum: '€ 1,74' })))
  await expectNoAxeViolations(page)
  await page.goBack()
  await page.getByRole('button', { name: nl('accounting.close') }).click()
  await expectVisible(page.getByText(nl('accounting.closedBy', { name: 'The owner' })))
  await expectHidden(page.getByRole('button', { name: nl('accounting.close') }))

  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  await phone.page.setViewportSize({ width: 320, height: 720 })
  await signInAsStaff(phone, 'en', `/backoffice/finance/payments?month=${month}`, owner)
  await expectVisible(phone.page.getByRole('region', { name: en('payments.byDay') }))
  await expectNoHorizontalScroll(phone.page)
  await expectNoAxeViolations(phone.page)
  await phone.go('/backoffice/finance/vat-rates')
  await expectVisible(phone.page.getByText(withAnyValue(en('rates.unseen'))))
  await expectNoAxeViolations(phone.page)
  await phone.page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(phone.page)
  await phone.page.getByRole('button', { name: `${en('rates.check')}: Netherlands` }).click()
  await phone.page.getByLabel(en('rates.source')).fill('belastingdienst.nl')
  await phone.page.getByRole('button', { name: en('rates.isRight') }).click()
  await expectVisible(phone.page.getByText(/The owner.*belastingdienst\.nl/).first())
})

test('a settlement shows its parts and the difference, without horizontal scrolling on a phone (DESK-36)', async ({
  wide,
  phone,
  shop,
}) => {
  // The second sign-in of a browser ends the session that its page has.
  wide.expectConsoleError('401')
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  await shop.sql`
      insert into settlement (id, provider, reference, cents, costs_cents, paid_at, fetched_at)
      select 'stl_seen' || n, 'mollie', '1234567.2611.0' || n, 1234500 + n, case when n = 1 then 0 else 2512 end,
        now() - make_interval(days => n::integer), now()
      from generate_series(1, 3) n`
  await shop.sql`
      insert into settlement_item (settlement_id, kind, id, payment_id, cents)
      select settlement.id, kind, kind || settlement.id, 'tr_seen', part.cents
      from settlement cross join (values ('payment', 1240000), ('refund', -2500), ('chargeback', -500)) part (kind, cents)
      where settlement.id like 'stl_seen%'`
  // Whom to ask is said in words, not by the name of a setting.
  const reader = await staffClient(shop, 'reader')
  await shop.sql`update staff set language = 'nl' where id = ${reader.staffId}`
  await signInAsStaff(wide, 'nl', '/backoffice/finance/payouts', reader)
  await expectVisible(wide.page.getByText(nl('settlement.notRead')))
  expect(await wide.page.getByText(/MOLLIE_/).count()).toBe(0)
  for (const { page, visit } of [
    { page: wide.page, visit: wide },
    { page: phone.page, visit: phone },
  ]) {
    await signInAsStaff(visit, 'nl', '/backoffice/finance/payouts', owner)
    const row = page.getByRole('row').filter({ hasText: '1234567.2611.01' })
    await expectVisible(row.getByText('€ 12.400,00'))
    // A retained amount of zero is not written out, and the missing amount is highlighted.
    expect(await row.innerText()).not.toContain('€ 0,00')
    await expectVisible(row.getByText(/24,99/))
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
  }
  const table = phone.page.getByRole('group', { name: nl('settlement.reference') })
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})
