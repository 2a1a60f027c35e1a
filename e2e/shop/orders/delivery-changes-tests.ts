import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectHidden, test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import {
  agree,
  selectPoint,
  chooseTime,
  chooseMethod,
  confirmationMails,
  confirmedNumber,
  cardCart,
  goToPayment,
  orderButton,
  pay,
  readyHolder,
  warehouseOrder,
} from '#e2e/support/order-steps.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

export type Way = 'home' | 'pickup'
const HOME = 'Zilverkade 12'

/** Answers where it goes: a word of the address by which everything later can be held against it. */
async function choose(page: Page, way: Way): Promise<string> {
  await chooseMethod(page, way)
  if (way === 'home') {
    await chooseTime(page, /18:00/)
    return HOME
  }
  return selectPoint(page, 2)
}

/** Where the holder stops, to be of another mind. Answers the page on which the order goes on. */
const stops: Record<string, (visit: Visit, other: Visit, code: string) => Promise<Page>> = {
  'a lost connection': async ({ page, expectConsoleError }) => {
    expectConsoleError('ERR_FAILED')
    const cut = await respondInstead(page, '**/proxy/payments', (route) => route.abort())
    await orderButton(page).click()
    await page.getByRole('button', { name: 'Naar de betaalpagina' }).click()
    await expectVisible(page.getByText(/De betaalpagina is nu niet bereikbaar/))
    cut.stop()
    await page.keyboard.press('Escape')
    return page
  },
  'the step before the payment': async ({ page }) => {
    await orderButton(page).click()
    await expectVisible(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await expectHidden(page.getByRole('dialog'))
    return page
  },
  'the way back from the payment': async ({ page }) => {
    await goToPayment(page)
    await page.goBack()
    await expectVisible(page.getByText(/Je betaling is nog niet afgerond/))
    return page
  },
  'a cancelled payment': async ({ page }) => {
    await goToPayment(page)
    await pay(page, 'Cancelled')
    await expectVisible(page.getByText(/De betaling is afgebroken/))
    return page
  },
  'a reload': async ({ page }) => {
    await page.reload()
    return page
  },
  'another device': async ({ page }, other, code) => {
    await orderButton(page).click()
    await expectVisible(page.getByRole('dialog'))
    await other.openAs(code, '/checkout')
    return other.page
  },
}

/** Of another mind at every place there is, before the order is paid. */
export function changesOnTheWay(steps: readonly Way[]) {
  for (const [stop, takeABreak] of Object.entries(stops)) {
    test(`${steps.join(', ')} with ${stop} in between: all show the last choice (DELIVERY-4, DELIVERY-6, statement 22)`, async ({
      wide,
      phone,
      shop,
    }) => {
      const holder = await readyHolder(shop, cardCart)
      await wide.openAs(holder.code, '/checkout')
      let visits: [Visit, Visit] = [wide, phone]
      let street = ''
      for (const [at, way] of steps.entries()) {
        const { page } = visits[0]
        street = await choose(page, way)
        await expectVisible(page.locator('[data-review="delivery"]').getByText(street))
        await agree(page)
        if (at === steps.length - 1) break
        const next = await takeABreak(...visits, holder.code)
        // The previous choice is filled in; a device with its own choice keeps that one.
        if (next === page || at === 0) {
          await expectVisible(next.locator('[data-review="delivery"]').getByText(street))
        }
        if (next !== page) visits = [visits[1], visits[0]]
      }
      const { page } = visits[0]
      await goToPayment(page)
      await pay(page, 'Paid')
      await lastChoiceEverywhere(page, shop, { email: holder.email, street })
    })
  }
}

/** Confirmation, order page, mail and warehouse, from the confirmation on. */
async function lastChoiceEverywhere(
  page: Page,
  shop: TestShop,
  { email, street }: { email: string; street: string },
) {
  const number = await confirmedNumber(page)
  const item = page.getByRole('region', { name: 'Jouw cadeaus' }).getByRole('listitem')
  await expectVisible(item.getByText(street))
  await expect
    .poll(() => item.getByText(street === HOME ? 'Afhaalpunt' : 'Bezorging thuis').count())
    .toBe(0)

  await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: number }))
  await orderPageShows(page, street)

  const mails = await confirmationMails(shop, email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(street)
  expect(mails[0]?.text.includes(HOME)).toBe(street === HOME)
  await warehouseBrings(shop, number, street)
}

async function orderPageShows(page: Page, street: string) {
  const gifts = page.getByRole('main').getByRole('listitem').filter({ hasText: '1 × ' })
  await expectVisible(gifts.getByText(street))
  await expect
    .poll(async () => (await page.getByRole('main').innerText()).includes(HOME))
    .toBe(street === HOME)
}

async function warehouseBrings(shop: TestShop, number: string, street: string) {
  const { deliverTo, carrier } = await warehouseOrder(shop, number)
  const toHome = street === HOME
  expect(deliverTo.company).toBe(toHome ? '' : street)
  expect(`${deliverTo.street} ${deliverTo.houseNumber}` === HOME).toBe(toHome)
  expect(carrier?.code).toMatch(toHome ? /^PostNL_evening$/ : /^(PAK|DHLservicepunt)_/)
  expect(JSON.stringify(carrier?.options).includes('PointCode')).toBe(!toHome)
}

/** Of another mind again when it is ordered, within the undo window. */
export function changesOnTheOrderPage(steps: readonly [Way, ...Way[]]) {
  test(`${steps.join(', ')} on the order page: order, the last mail and the warehouse show the last choice (statement 22)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const [first, ...changes] = steps
    const holder = await readyHolder(shop)
    await openAs(holder.code, '/checkout')
    let street = await choose(page, first)
    await agree(page)
    await orderButton(page).click()
    const number = await confirmedNumber(page)
    await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
    await orderPageShows(page, street)

    for (const way of changes) {
      await page.getByRole('button', { name: 'Bezorging wijzigen' }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('radio', { name: way === 'home' ? 'Thuis bezorgen' : /[Aa]fhaalpunt/ })
        .first()
        .check()
      if (way === 'home') {
        await dialog.getByRole('radio', { name: /18:00/ }).check()
        street = HOME
      } else street = await selectPoint(dialog, 3)
      await dialog.getByRole('button', { name: 'Opslaan' }).click()
      await expectHidden(dialog)
      await orderPageShows(page, street)
    }
    await page.reload()
    await orderPageShows(page, street)
    await warehouseBrings(shop, number, street)
    // One mail about the order and one about both changes, which followed within moments. Newest first.
    const mails = await confirmationMails(shop, holder.email)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain(street)
    expect(mails[0]?.text.includes(HOME)).toBe(street === HOME)
  })
}
