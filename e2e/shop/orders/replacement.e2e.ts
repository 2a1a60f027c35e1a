import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/support/axe-check.ts'
import { enterDesk } from '#e2e/support/backoffice-steps.ts'
import { fitsSideways, journey, see } from '#e2e/support/browser-test.ts'
import { releaseOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { deskGuest } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function sentFor(shop: TestShop) {
  const vase = await shop.gift({ points: 43, inStock: 9, name: 'Vaas' })
  await shop.gift({ points: 43, inStock: 9, name: 'Schaal' })
  const { number } = await sampleOrder(shop, { gifts: [vase] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await releaseOrder(shop.shop, number)
  return number
}

/** The newest mail about it, as its reader opens it. */
async function linkTo(shop: TestShop, number: string) {
  let link = ''
  // The shop sends by itself as well: what it has begun is no longer there to be drained.
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

journey(
  'a gift falls away at the desk, its holder chooses another by the keyboard, and the desk sees each step (DESK-32)',
  async ({ wide, phone, shop }) => {
    const number = await sentFor(shop)
    const service = await deskGuest(shop, 'service')
    await shop.sql`update staff set language = 'nl' where id = ${service.staffId}`
    wide.expectComplaint('401')
    const desk = wide.page
    await enterDesk(wide, 'nl', `/desk/orders/${number}`, service)
    await desk.getByRole('button', { name: 'Een cadeau valt weg' }).click()
    await desk.getByLabel('Waarom').first().selectOption({ label: 'Uitverkocht' })
    await axeFindsNothing(desk)
    await desk.getByRole('button', { name: 'Laat de houder kiezen' }).click()
    await see(desk.getByText(/Open tot en met/))

    const { page } = phone
    await phone.go(await linkTo(shop, number))
    await see(page.getByRole('heading', { name: '1 × Vaas' }))
    await axeFindsNothing(page)
    await page.setViewportSize({ width: 320, height: 720 })
    await fitsSideways(page)
    const take = page.getByRole('button', { name: 'Kies dit: Schaal' })
    await take.focus()
    await page.keyboard.press('Enter')
    await see(page.getByRole('dialog', { name: 'Schaal kiezen?' }))
    await axeFindsNothing(page)
    await page.getByRole('button', { name: 'Ja, zo is het goed' }).press('Enter')
    await see(page.getByText(/Schaal komt eraan/))
    await axeFindsNothing(page)
    await page.reload()
    await see(page.getByText(/Schaal komt eraan/))
    await page.goto('about:blank')
    await phone.go('/choose-again#nothing')
    await see(page.getByRole('heading', { name: 'Deze link werkt niet' }))

    await desk.reload()
    await see(desk.getByText('Ander cadeau'))
    expect(await desk.getByText('In plaats daarvan gekozen').count()).toBe(1)
    await axeFindsNothing(desk)
  },
)

journey(
  'a choice is read in the language of its mail, and why it fell away stands at the desk (DESK-32)',
  async ({ phone, wide, shop }) => {
    const number = await sentFor(shop)
    await shop.sql`update orders set language = 'fr' where number = ${number}`
    const service = await deskGuest(shop, 'service')
    await service.signIn()
    const begun = await service.ask('POST', `/desk/api/orders/${number}/choices`, {
      line: 1,
      quantity: 1,
      left: 1,
      cause: 'sold-out',
      note: 'Niet meer te krijgen',
    })
    expect(begun.status).toBe(200)
    // Why is read where service looks.
    wide.expectComplaint('401')
    await enterDesk(wide, 'nl', `/desk/orders/${number}`, service)
    const fallen = wide.page.getByRole('region', { name: 'Weggevallen' })
    await see(fallen.getByText('Niet meer te krijgen'))
    const { page } = phone
    await phone.go(await linkTo(shop, number))
    const language = () => page.evaluate(() => document.documentElement.lang)
    await expect.poll(language).toBe('fr')
    await see(page.getByRole('heading', { name: '1 × Vaas' }))
    await see(page.getByRole('button', { name: 'Choisir celui-ci : Schaal' }))
    // The address no longer says which: what is chosen on the page would stay.
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await expect.poll(language).toBe('fr')
    await see(page.getByRole('heading', { name: '1 × Vaas' }))
  },
)
