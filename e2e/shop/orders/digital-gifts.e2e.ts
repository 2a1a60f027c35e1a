import { en, nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { handOutItems } from '#server/modules/fulfilment/digital/digital-items.timer.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function waitsForCodes(shop: TestShop) {
  const [code, document] = await Promise.all([
    shop.gift({ points: 3, delivery: 'digital', name: 'Filmbon' }),
    shop.gift({ points: 4, delivery: 'digital', name: 'Een eigen boom' }),
  ])
  await shop.sql`update product set digital_kind = 'pdf' where id = ${document.sku}`
  await shop.sql`update product set digital_kind = 'code' where id = ${code.sku}`
  const { holder, number } = await sampleOrder(shop, { gifts: [code, document], quantity: 2 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  return { holder, number, sku: code.sku }
}

test('codes uploaded in the back office reach a recipient whose digital gift was still waiting for one (DESK-33, DESK-40)', async ({
  wide,
  phone,
  shop,
}) => {
  const { holder, number, sku } = await waitsForCodes(shop)
  const { page } = phone
  await phone.openAs(holder.code, `/orders/${number}`)
  await expectVisible(page.getByRole('heading', { name: 'Je digitale cadeaus' }))
  await expectVisible(page.getByText(/De code voor Filmbon is er nog niet/))
  const pdf = page.getByRole('button', { name: 'Download pdf: Een eigen boom' }).first()
  const [file] = await Promise.all([page.waitForEvent('download'), pdf.press('Enter')])
  expect(file.suggestedFilename()).toBe(`cadeau-${number}-2-1.pdf`)
  await expectNoAxeViolations(page)

  const fulfilment = await staffClient(shop, 'fulfilment')
  await shop.sql`update staff set language = 'nl' where id = ${fulfilment.staffId}`
  wide.expectConsoleError('401')
  const backoffice = wide.page
  await signInAsStaff(wide, 'nl', '/backoffice/tasks', fulfilment)
  await backoffice.getByRole('link', { name: 'Geen codes meer' }).click()
  await expectVisible(backoffice.getByText('Filmbon'))
  await backoffice.getByRole('link', { name: nl('task.toCodes') }).click()
  await expectVisible(backoffice.getByRole('heading', { name: 'Filmbon' }))
  await wide.go('/backoffice/digital-codes')
  await expectVisible(backoffice.getByText('Bestellingen wachten').first())
  await expectNoAxeViolations(backoffice)
  await backoffice.getByRole('link', { name: 'Filmbon' }).click()
  await expectVisible(backoffice.getByRole('link', { name: number }))
  await expectNoAxeViolations(backoffice)
  await backoffice.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(backoffice)
  await backoffice.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(backoffice)
  await backoffice
    .getByLabel('Codes', { exact: true })
    .fill('code;pin\nKINO-4711;12\nx\nKINO-4711\nkino 4711')
  await backoffice.getByRole('button', { name: nl('digital.bringIn') }).press('Enter')
  await expectVisible(
    backoffice
      .getByRole('status')
      .filter({ hasText: nl('digital.brought', { count: 2, refused: 1 }) }),
  )
  await expectVisible(backoffice.getByText('Regel 3: te kort'))
  expect(await backoffice.getByText('KINO-4711').count()).toBe(0)
  // A code that resembles another is not handed out until staff resolve it.
  await handOutItems(shop.shop)
  await expectVisible(backoffice.getByRole('heading', { name: nl('digital.alike') }))
  await expectNoAxeViolations(backoffice)
  await expectNoHorizontalScroll(backoffice)
  await backoffice.getByRole('button', { name: `${nl('digital.notOwn')}: Code …11` }).press('Enter')
  await expectHidden(backoffice.getByRole('heading', { name: nl('digital.alike') }))
  // One of two is there, which both read.
  await backoffice.getByRole('link', { name: number }).click()
  await expectVisible(backoffice.getByText(nl('digital.handedOf', { handed: 1, total: 2 })))
  await page.reload()
  await expectVisible(page.getByText('KINO-4711'))
  const partly = page.getByText(`Codes voor Filmbon: 1 van 2. De rest mailen we naar`)
  await expectVisible(partly)
  await wide.go(`/backoffice/digital-codes/${sku}`)
  await backoffice.getByLabel('Codes', { exact: true }).fill('KINO-4712')
  await backoffice.getByRole('button', { name: nl('digital.bringIn') }).press('Enter')
  await expectVisible(
    backoffice
      .getByRole('status')
      .filter({ hasText: nl('digital.brought', { count: 1, refused: 0 }) }),
  )
  await handOutItems(shop.shop)
  await backoffice.reload()
  await expectVisible(backoffice.getByText('Weinig over').or(backoffice.getByText('Geen codes')))
  await expectHidden(backoffice.getByRole('link', { name: number }))

  await page.reload()
  await expectVisible(page.getByText('KINO-4712'))
  await expectHidden(partly)
  await expectVisible(page.getByText('12', { exact: true }))
  const copy = page.getByRole('button', { name: 'Kopieer: Code Filmbon' }).first()
  await copy.press('Enter')
  await expectVisible(page.getByRole('status').filter({ hasText: 'Gekopieerd' }))
  // Each button names the item that it belongs to.
  const names = await page
    .getByRole('button', { name: /^(Kopieer|Download pdf): / })
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')))
  expect(names).toEqual([
    'Kopieer: Code Filmbon, 1 van 2',
    'Kopieer: Pincode Filmbon, 1 van 2',
    'Kopieer: Code Filmbon, 2 van 2',
    'Download pdf: Een eigen boom, 1 van 2',
    'Download pdf: Een eigen boom, 2 van 2',
  ])
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)

  await shop.sql`update staff set language = 'en' where id = ${fulfilment.staffId}`
  await wide.go(`/backoffice/digital-codes/${sku}`)
  await expectVisible(backoffice.getByRole('heading', { name: en('digital.bring') }))
})
