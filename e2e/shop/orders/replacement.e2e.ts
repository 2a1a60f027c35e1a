import { nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { chooseOrderAction, signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function sentFor(shop: TestShop) {
  const vase = await shop.gift({ points: 43, inStock: 9, name: 'Vaas' })
  await shop.gift({ points: 43, inStock: 9, name: 'Schaal' })
  const { number } = await sampleOrder(shop, { gifts: [vase] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  return number
}

/** The newest mail about it, as its reader opens it. */
async function linkTo(shop: TestShop, number: string) {
  let link = ''
  // The shop also sends in the background, and `drain` does not wait for a mail that is already leased.
  await expect
    .poll(async () => {
      await shop.shop.jobs.drain()
      const [mail] = await shop.sql<{ html: string }[]>`
        select html from sandbox_mail where html like '%/choose-again%#%' and subject like ${`%${number}%`}
        order by created_at desc limit 1`
      link = /\/choose-again[?\w=]*#[\w-]{43}/.exec(mail?.html ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('staff mark a gift as unavailable, its recipient chooses a replacement by keyboard, and the back office shows each step (DESK-32)', async ({
  wide,
  phone,
  shop,
}) => {
  const number = await sentFor(shop)
  const service = await staffClient(shop, 'service')
  await shop.sql`update staff set language = 'nl' where id = ${service.staffId}`
  wide.expectConsoleError('401')
  const backoffice = wide.page
  await signInAsStaff(wide, 'nl', `/backoffice/orders/${number}`, service)
  await chooseOrderAction(backoffice, nl('replacement.begin'))
  await backoffice.getByLabel(nl('credit.reason')).first().selectOption({ label: 'Uitverkocht' })
  await expectNoAxeViolations(backoffice)
  await backoffice.getByRole('button', { name: nl('replacement.send') }).click()
  await expectVisible(backoffice.getByText(/Open tot en met/))

  const { page } = phone
  await phone.go(await linkTo(shop, number))
  await expectVisible(page.getByRole('heading', { name: '1 × Vaas' }))
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)
  const take = page.getByRole('button', { name: 'Kies dit: Schaal' })
  await take.focus()
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('dialog', { name: 'Schaal kiezen?' }))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Bevestig mijn keuze' }).press('Enter')
  await expectVisible(page.getByText(/Schaal komt eraan/))
  await expectNoAxeViolations(page)
  await page.reload()
  await expectVisible(page.getByText(/Schaal komt eraan/))
  await page.goto('about:blank')
  await phone.go('/choose-again#nothing')
  await expectVisible(page.getByRole('heading', { name: 'Deze link werkt niet' }))

  await backoffice.reload()
  await expectVisible(backoffice.getByText('Ander cadeau'))
  expect(await backoffice.getByText(nl('order.event.chosen-again')).count()).toBe(1)
  await expectNoAxeViolations(backoffice)
})

test('a replacement is offered in the language of its mail, and the back office shows why the gift is unavailable (DESK-32)', async ({
  phone,
  wide,
  shop,
}) => {
  const number = await sentFor(shop)
  await shop.sql`update orders set language = 'fr' where number = ${number}`
  const service = await staffClient(shop, 'service')
  await service.signIn()
  const begun = await service.request('POST', `/backoffice/api/orders/${number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
    note: 'Niet meer te krijgen',
  })
  expect(begun.status).toBe(200)
  // Service sees the reason.
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', `/backoffice/orders/${number}`, service)
  const fallen = wide.page.getByRole('region', { name: nl('replacement.title') })
  await expectVisible(fallen.getByText('Niet meer te krijgen'))
  const { page } = phone
  await phone.go(await linkTo(shop, number))
  const language = () => page.evaluate(() => document.documentElement.lang)
  await expect.poll(language).toBe('fr')
  await expectVisible(page.getByRole('heading', { name: '1 × Vaas' }))
  await expectVisible(page.getByRole('button', { name: 'Choisir celui-ci : Schaal' }))
  // The language leaves the address, because it would override a choice on the page.
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect.poll(language).toBe('fr')
  await expectVisible(page.getByRole('heading', { name: '1 × Vaas' }))
})
