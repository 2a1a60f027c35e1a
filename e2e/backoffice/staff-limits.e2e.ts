import { en, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { agree, chooseTime, orderButton, readyHolder } from '#e2e/support/order-steps.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function colleague(shop: TestShop, role: 'service' | 'owner') {
  const guest = await staffClient(shop, role)
  await shop.sql`update staff set language = 'en' where id = ${guest.staffId}`
  return guest
}

test('an order above the limit of a colleague who acts for a recipient is placed after approval (SAFE-9, S26)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const gifts = [{ delivery: 'monta' as const, points: 201, name: 'Teapot' }]
  const holder = await readyHolder(shop, { points: 300, gifts })
  const service = await colleague(shop, 'service')
  const owner = await colleague(shop, 'owner')
  await service.signIn()
  const act = `/backoffice/api/vouchers/${holder.voucherId}/act`
  const response = await service.request('POST', act, { reason: 'Cannot see the screen' })
  const { address } = await jsonOf<{ address: string }>(response)
  // The shop lets in only who comes from a page of its own.
  await page.goto(address, { referer: `${shop.url}/backoffice` })
  await expectVisible(page.locator('[data-acting]'))
  await page.goto(`${shop.url}/checkout`)
  await chooseTime(page)
  await agree(page)
  wide.expectConsoleError('409')
  await orderButton(page).click()
  const requested = /Er is nog niets besteld\. Iemand anders moet/
  await expectVisible(page.locator('[data-notice=calm]').getByText(requested))
  await expectNoAxeViolations(page)
  const orders = async () => {
    const rows = await shop.sql`select from orders where voucher_id = ${holder.voucherId}`
    return rows.count
  }
  expect(await orders()).toBe(0)

  phone.expectConsoleError('401')
  await signInAsStaff(phone, 'en', `/backoffice/recipients/${holder.voucherId}`, owner)
  await expectVisible(phone.page.getByText(en('voucher.orderWaits')))
  await phone.page.goto(`${shop.url}/backoffice/approvals`)
  await phone.page
    .getByRole('link', {
      name: withAnyValue(en('approval.kind.order.place', { points: 201 })),
    })
    .click()
  await expectVisible(phone.page.getByText(/1 × Teapot/))
  await expectVisible(phone.page.getByText('Cannot see the screen'))
  await expectNoAxeViolations(phone.page)
  await phone.page.getByRole('button', { name: en('approval.yes') }).click()
  await expectHidden(phone.page.getByRole('button', { name: en('approval.yes') }))
  expect(await orders()).toBe(1)
  await page.goto(`${shop.url}/orders`)
  await expectVisible(page.getByText('Teapot').first())
})

test('codes of more than 25,000 points are downloaded after approval (SAFE-9, C10)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await colleague(shop, 'owner')
  const second = await colleague(shop, 'owner')
  await Promise.all([owner.signIn(), second.signIn()])
  const batch = { channel: '1014', points: 1000, count: 26, valid_until: '2035-12-31' }
  const { id } = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/batches', batch),
  )
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'en', `/backoffice/batches/${id}`, owner)
  await expectVisible(page.getByText(withAnyValue(en('codes.above', { points: 26_000 }))))
  expect(await page.getByRole('link', { name: en('codes.csv') }).count()).toBe(0)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: en('codes.ask') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en('reason')).fill('The letters of December')
  await dialog.getByRole('button', { name: en('codes.ask') }).click()
  await expectVisible(page.getByText(en('codes.asked', { name: 'The owner', points: 26_000 })))

  const [asked] = await shop.sql<{ id: number }[]>`
      select id from approval where kind = 'batch.code-file' and subject_id = ${id}`
  const approved = await second.request(
    'POST',
    `/backoffice/api/approvals/${asked?.id}/approve`,
    {},
  )
  expect(approved.status).toBe(200)
  await page.reload()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: en('codes.csv') }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})
