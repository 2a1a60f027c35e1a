import { en, inEachLanguage, nl, withAnyValue } from '#e2e/support/messages.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  type BackofficeLanguage,
  signInAsStaff,
  LAYOUT_LANGUAGE,
} from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectMainFits,
  expectVisible,
  typeCode,
} from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import impersonation from '#storefront/impersonation/messages/en.json' with { type: 'json' }

const WORDS = inEachLanguage((t) => ({
  newCode: t('voucher.newCode'),
  passed: t('voucher.haveCode'),
  codeOver: t('voucher.newCodeOver'),
  reason: t('whyAdded'),
  give: t('voucher.give'),
  points: t('voucher.grantPoints'),
  giveThree: t('voucher.giveSubmit', { count: 3 }),
  ask: t('voucher.giveAsk', { count: 50 }),
  more: t('moreActions'),
  block: t('voucher.block'),
  blocked: t('voucher.state.blocked'),
  undo: t('voucher.undo'),
  takeBack: t('voucher.takeBack'),
  takeThree: t('voucher.backSubmit', { count: 3 }),
  extend: t('voucher.extend'),
  day: t('voucher.extendDay'),
  calendar: t('date.calendar'),
  setDay: t('voucher.extendSubmit'),
  show: t('voucher.show'),
  happened: t('voucher.happened'),
  waits: t('approval.waitsForYou', { count: 1 }),
  approvals: t('approval.title'),
  tasks: t('nav.tasks'),
  yes: t('approval.yes'),
  no: t('approval.no'),
  withdraw: t('approval.takeBack'),
  whyNot: t('approval.noteMissing'),
  note: t('voucher.note'),
  keep: t('save'),
  give50: withAnyValue(t('approval.kind.points.grant', { points: 50 })),
  effect: t('voucher.giveEffect', { before: 23, after: 26 }),
}))

/** A holder with an order and something in the basket. */
async function someHolder(shop: TestShop) {
  const mug = await shop.gift({ points: 4, name: 'Mok' })
  const holder = await shop.holder({ points: 27 })
  const { number } = await sampleOrder(shop, { holder, gifts: [mug] })
  await holder.done('changeCart', { spli_id: mug.spliId, quantity: 1 })
  return { holder, number }
}

async function signedIn(shop: TestShop, role: 'service' | 'owner' | 'reader', language: string) {
  const guest = await staffClient(shop, role)
  await shop.sql`update staff set language = ${language} where id = ${guest.staffId}`
  return guest
}

const focused = (page: Page) =>
  page.evaluate(() =>
    document.activeElement instanceof HTMLInputElement ? document.activeElement.value : '',
  )
/** Buttons of a menu that something covers, so that a thumb cannot reach them. */
const unreachable = (page: Page, menu: string) =>
  page.getByRole('group', { name: menu, exact: true }).evaluate((group) =>
    [...group.querySelectorAll('button')].flatMap((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      const there = document.elementFromPoint(x + width / 2, y + height / 2)
      return there !== null && button.contains(there) ? [] : [button.textContent]
    }),
  )
const dialogOf = (page: Page) => page.getByRole('dialog')
const result = (page: Page) => page.locator('[data-result]')

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`a lost code is replaced within twenty seconds from the search field, by keyboard alone, in ${language} (DESK-27)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const { holder, number } = await someHolder(shop)
    const guest = await signedIn(shop, 'service', language)
    wide.expectConsoleError('401')
    await signInAsStaff(wide, language, '/backoffice/recipients', guest)
    await expectVisible(page.locator('[data-row-link]'))

    const began = Date.now()
    await page.keyboard.press('/')
    await page.keyboard.type(holder.code.slice(-3))
    await expect.poll(() => page.locator('[data-row-link]').count()).toBe(1)

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: /Anna de Vries/ }))
    await expectVisible(page.getByRole('link', { name: number }))
    await page.keyboard.press('r')
    await expectVisible(dialogOf(page).getByLabel(words.reason))
    await page.keyboard.press('Enter')
    await expectVisible(dialogOf(page).getByText(words.newCode))
    expect(Date.now() - began).toBeLessThan(20_000)
    const code = ((await page.locator('[data-new-code]').textContent()) ?? '').trim()
    // The code is shown once: a repeated key press does not close it.
    await expect.poll(() => focused(page)).toBe(code)
    for (const key of ['Enter', 'Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
    await expectVisible(dialogOf(page).getByText(words.newCode))
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.passed }).click()
    await expectHidden(dialogOf(page))
    expect(await page.content()).not.toContain(code)
    await expectVisible(page.getByText(`···${code.slice(-3)}`, { exact: true }).first())

    if (language !== LAYOUT_LANGUAGE) return

    // The old code is one that never was; the new one opens the same basket and orders.
    await phone.go('/login')
    await typeCode(phone.page, holder.code)
    await phone.page.getByRole('button', { name: /cadeaus/i }).click()
    await expectVisible(phone.page.getByText('Deze code kennen we niet', { exact: false }))
    expect((await shop.logIn(code)).voucherId).toBe(holder.voucherId)

    // A colleague who replaces it too leaves no dead code to be read out.
    await page.keyboard.press('r')
    await expectVisible(dialogOf(page).getByLabel(words.reason))
    await page.keyboard.press('Enter')
    await expectVisible(dialogOf(page).getByText(words.newCode))
    const second = ((await page.locator('[data-new-code]').textContent()) ?? '').trim()
    const colleague = await signedIn(shop, 'service', language)
    await colleague.signIn()
    const replaced = await colleague.request(
      'POST',
      `/backoffice/api/vouchers/${holder.voucherId}/replace-code`,
      { last3: second.slice(-3), reason: 'Asked as well' },
    )
    expect(replaced.status).toBe(200)
    await expectVisible(dialogOf(page).getByText(words.codeOver))
    expect(await page.content()).not.toContain(second)
  })

  test(`an action for a recipient shows its effect before, appears in the timeline and is undone, in ${language} (DESK-29)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const { holder } = await someHolder(shop)
    const guest = await signedIn(shop, 'service', language)
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, `/backoffice/recipients/${holder.voucherId}`, guest)
    await expectVisible(page.getByRole('heading', { name: words.happened }))
    await expectNoAxeViolations(page)

    await page.keyboard.press('g')
    await dialogOf(page).getByLabel(words.points, { exact: true }).fill('3')
    await expectVisible(dialogOf(page).getByText(words.effect))
    await dialogOf(page).getByLabel(words.reason).fill('Cups broken')
    // What was typed outlives a reload.
    await page.reload()
    await page.getByRole('button', { name: words.give }).click()
    expect(await dialogOf(page).getByLabel(words.reason).inputValue()).toBe('Cups broken')
    await expectNoAxeViolations(page)
    await dialogOf(page).getByRole('button', { name: words.giveThree }).click()
    await expectHidden(dialogOf(page))
    await expectVisible(result(page))
    await expectVisible(page.getByText('Cups broken').first())
    await page.getByRole('button', { name: words.takeBack }).click()
    await dialogOf(page).getByLabel(words.reason).fill('The wrong one')
    await dialogOf(page).getByRole('button', { name: words.takeThree }).click()
    await expectHidden(dialogOf(page))

    await page.getByRole('button', { name: words.more }).click()
    await page.getByRole('button', { name: words.block, exact: true }).click()
    await dialogOf(page).getByLabel(words.reason).fill('Stolen')
    await dialogOf(page).getByRole('button', { name: words.block, exact: true }).click()
    await expectHidden(dialogOf(page))
    await expectVisible(page.getByText(words.blocked, { exact: true }))
    await page.getByRole('button', { name: words.undo }).click()
    await dialogOf(page).getByLabel(words.reason).fill('Found again')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectHidden(dialogOf(page))
    await expectHidden(page.getByText(words.blocked, { exact: true }))

    await page.getByRole('button', { name: words.more }).click()
    await page.getByRole('button', { name: words.extend }).click()
    // Escape closes the calendar alone.
    await dialogOf(page).getByRole('button', { name: words.calendar }).click()
    await expectVisible(page.getByRole('grid'))
    await page.keyboard.press('Escape')
    await expectHidden(page.getByRole('grid'))
    await dialogOf(page).getByRole('textbox', { name: words.day }).fill('2035-06-30')
    await dialogOf(page).getByLabel(words.reason).fill('Was ill')
    await dialogOf(page).getByRole('button', { name: words.setDay }).click()
    await expectHidden(dialogOf(page))
    await expectVisible(page.getByText(/30 ju[nl][.a-z]* 2035|Jun 30, 2035|30 Jun 2035/).first())
    const [row] = await shop.sql`
        select valid_until from voucher where id = ${holder.voucherId}`
    expect(row?.['valid_until']).toEqual(new Date('2035-06-30T22:00:00Z'))

    if (language !== LAYOUT_LANGUAGE) return

    // With one hand, in the dark, at 320 and with large text.
    await phone.page.emulateMedia({ colorScheme: 'dark' })
    await signInAsStaff(phone, language, `/backoffice/recipients/${holder.voucherId}`, guest)
    await expectVisible(phone.page.getByRole('heading', { name: words.happened }))
    await expectNoAxeViolations(phone.page)
    await phone.page.getByRole('button', { name: words.note }).click()
    await dialogOf(phone.page).getByLabel(words.note, { exact: true }).fill('Wants the teapot')
    await dialogOf(phone.page).getByRole('button', { name: words.keep }).click()
    await expectVisible(phone.page.getByText('Wants the teapot'))
    const actions = phone.page.getByRole('group', { name: nl('voucher.actions') })
    await actions.getByRole('button', { name: words.more }).click()
    expect(await unreachable(phone.page, words.more)).toEqual([])
    await phone.page.keyboard.press('Escape')
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await phone.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectMainFits(phone.page)
  })

  test(`points above the limit wait for an approver, who sees them on Today and approves or rejects, in ${language} (DESK-29)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { holder } = await someHolder(shop)
    const service = await signedIn(shop, 'service', language)
    const owner = await signedIn(shop, 'owner', language)
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, `/backoffice/recipients/${holder.voucherId}`, service)
    const askFor50 = async (page: Page) => {
      await page.getByRole('button', { name: words.give }).click()
      await dialogOf(page).getByLabel(words.points, { exact: true }).fill('50')
      await dialogOf(page).getByLabel(words.reason).fill('A whole parcel lost')
      await dialogOf(page).getByRole('button', { name: words.ask }).click()
      await expectHidden(dialogOf(page))
    }
    await askFor50(wide.page)

    await signInAsStaff(phone, language, '/backoffice', owner)
    await phone.page.getByRole('link', { name: words.waits }).click()
    await phone.page.getByRole('link', { name: words.give50 }).click()
    await expectVisible(phone.page.getByText('A whole parcel lost'))
    // The list shows the reason too, but only the detail page has the actions and its own title.
    await expectVisible(phone.page.getByRole('button', { name: words.no, exact: true }))
    await expectVisible(phone.page.getByRole('heading', { level: 1 }))
    await expectNoAxeViolations(phone.page)
    await phone.page.getByRole('button', { name: words.no, exact: true }).click()
    await expectVisible(phone.page.getByText(words.whyNot))
    await phone.page.getByRole('button', { name: words.yes }).click()
    await expectVisible(result(phone.page))
    const [row] = await shop.sql`
        select available from voucher_balance where voucher_id = ${holder.voucherId}`
    expect(row?.['available']).toBe(73)

    // The requester sees the request on that page too and can withdraw it, but cannot approve it.
    await wide.page.reload()
    await askFor50(wide.page)
    await wide.page.getByRole('link', { name: words.tasks }).first().click()
    await wide.page.getByRole('link', { name: words.approvals }).click()
    await wide.page.locator('[data-row-link]').first().click()
    await expectVisible(wide.page.getByRole('button', { name: words.withdraw }))
    expect(await wide.page.getByRole('button', { name: words.yes }).count()).toBe(0)
    await expectVisible(wide.page.getByRole('heading', { level: 1 }))
    await expectNoAxeViolations(wide.page)
    await wide.page.getByRole('button', { name: words.withdraw }).click()
    await expectVisible(result(wide.page))
  })
}

test('a user acts for a recipient in the shop, and the recipient sees it with the orders (DESK-29)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const { holder } = await someHolder(shop)
  const service = await signedIn(shop, 'service', 'en')
  wide.expectConsoleError('401')
  // Of the new window while it is still empty: what this journey puts into every page reads it.
  wide.expectConsoleError("'localStorage' property")
  await signInAsStaff(wide, 'en', `/backoffice/recipients/${holder.voucherId}`, service)
  await page.getByRole('button', { name: WORDS.en.more }).click()
  await page.getByRole('button', { name: en('voucher.act') }).click()
  await dialogOf(page).getByLabel(WORDS.en.reason).fill('Cannot see the screen')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectVisible(dialogOf(page).getByRole('link', { name: en('voucher.actOpen') }))
  await expectNoAxeViolations(page)
  const opened = page.context().waitForEvent('page')
  await dialogOf(page)
    .getByRole('link', { name: en('voucher.actOpen') })
    .click()
  const there = await opened
  await expectVisible(there.getByText(/23 punten/))
  expect(there.url()).not.toContain('hand-over')
  // The notice is on every page, in the colleague's own language, also after a reload.
  const said = there.getByRole('region', { name: impersonation.acting })
  await expectVisible(said.getByText(/^until \d\d:\d\d/))
  await there.goto(`${shop.url}/orders`)
  await expectVisible(there.getByText(/onze klantenservice voor jou in de winkel: Cannot see/))
  await expectVisible(said)
  await expectNoAxeViolations(there)

  await phone.openAs(holder.code, '/orders')
  await expectVisible(phone.page.getByText(/onze klantenservice voor jou in de winkel: Cannot see/))
  expect(await phone.page.locator('[data-acting]').count()).toBe(0)

  await said.getByRole('button', { name: 'End and go back' }).click()
  await expectVisible(there.getByRole('heading', { level: 1, name: /Anna de Vries/ }))
  expect(await there.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})

test('a user without access to personal data sees the initial only, and reveals the name with a reason (DESK-5)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const { holder } = await someHolder(shop)
  const reader = await signedIn(shop, 'reader', 'nl')
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'nl' satisfies BackofficeLanguage, '/backoffice', reader)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(holder.code.slice(-3))
  await page.getByRole('option', { name: /A•••••/ }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: /^A•••••/ }))
  expect(await page.content()).not.toContain('de Vries')
  expect(await page.getByRole('group', { name: nl('voucher.actions') }).count()).toBe(0)
  await page.getByRole('button', { name: WORDS.nl.show }).click()
  await dialogOf(page).getByLabel(WORDS.nl.reason).fill('Called about a parcel')
  await dialogOf(page).getByRole('button', { name: WORDS.nl.show }).click()
  await expectVisible(dialogOf(page).getByText('anna@example.com'))
  await expectNoAxeViolations(page)
  const [line] = await shop.sql`
      select reason from audit where action = 'personal-data.requested' and staff_id = ${reader.staffId}`
  expect(line?.['reason']).toBe('Called about a parcel')
})
