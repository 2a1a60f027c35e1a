import { en, inEachLanguage, nl, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  signInAsStaff,
  LAYOUT_LANGUAGE,
} from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectMainFits,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const WORDS = inEachLanguage((t, either) => ({
  order: (number: string) => t('order.one', { number }),
  give: t('credit.title'),
  because: t('credit.reason'),
  why: t('credit.note'),
  gifts: t('credit.gifts'),
  proposal: t('credit.proposal'),
  book: either(
    nl('credit.book', { amount: '2 punten en € 10,00' }),
    en('credit.book', { amount: '2 points and €10.00' }),
  ),
  booked: withAnyValue(t('credit.booked')),
  vat: withAnyValue(t('order.vatOf', { rate: '21%' })),
  show: t('order.show'),
  reason: t('reason'),
  again: `${t('order.sendAgain')}: ${t('mail.order-confirmation')}`,
  note: t('order.newNote'),
  keep: t('order.keepNote'),
  timeline: t('order.happened'),
  refused: t('task.titleOf.mail-refused', { count: 3, domain: 'example.com' }),
  resolve: t('task.do.mail', { count: 3 }),
  wouldWrite: t('task.wouldWrite'),
  take: t('task.take'),
  resolved: t('task.resolved', { count: 3 }),
  nothing: t('task.emptyHelp'),
  changed: t('credit.changed'),
  task: t('task.title'),
  tasks: t('nav.tasks'),
  proof: t('payments.proof'),
  agrees: t('payments.agrees'),
}))

async function paidOrder(shop: TestShop) {
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const order = await cardOrder(shop, { gift: vase, points: 2 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${order.number}`
  await submitOrder(shop.shop, order.number)
  await shop.sql`update mail set created_at = created_at - interval '1 minute' where split_part(subject_id, ':', 1) = ${order.number}`
  return order.number
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`an order is found, shows its VAT, is refunded once by a proposal, and lists everything in one timeline, in ${language} (DESK-30, DESK-31, PRODUCT-4)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const number = await paidOrder(shop)
    const service = await staffClient(shop, 'service')
    const reader = await staffClient(shop, 'reader')
    for (const { staffId } of [service, reader])
      await shop.sql`update staff set language = ${language} where id = ${staffId}`
    wide.expectConsoleError('401')
    wide.expectConsoleError('409')
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, '/backoffice/orders', service)
    await expectVisible(page.getByRole('link', { name: number }))
    await expectNoAxeViolations(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(number)
    await expectVisible(page.getByRole('option', { name: words.order(number) }))
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type(number)
    await expect
      .poll(() => page.locator('tbody [data-row-link]').allTextContents())
      .toEqual([number])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: words.order(number) }))
    await expectVisible(page.getByText('Anna de Vries'))
    await expectVisible(page.getByText(words.vat))
    await expectNoAxeViolations(page)

    // The form comes by its button, and keeps what was typed when it goes.
    const give = page.getByRole('button', { name: words.give, exact: true })
    await give.click()
    const form = page.getByRole('form', { name: words.give, exact: true })
    await expectVisible(
      form.getByRole('group', { name: words.gifts }).getByRole('checkbox', { checked: true }),
    )
    await expectNoAxeViolations(page)
    await page.getByLabel(words.why, { exact: true }).fill('Deksel gebarsten')
    await page.keyboard.press('Escape')
    expect(await form.count()).toBe(0)
    expect(await give.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    expect(await page.getByLabel(words.why, { exact: true }).inputValue()).toBe('Deksel gebarsten')
    // No reason is preselected.
    const reason = page.getByRole('combobox', { name: words.because })
    await form.getByRole('button', { name: words.book }).click()
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
    await reason.selectOption('damaged')
    await form.getByRole('button', { name: words.book }).click()
    const proposal = page.getByRole('region', { name: words.proposal })
    await expectVisible(proposal.getByText(language === 'nl' ? '€ 1,74' : '€1.74'))
    await expectNoAxeViolations(page)
    // A colleague books first: this user sees a message, and nothing is booked twice.
    const other = await staffClient(shop, 'service')
    await other.signIn()
    const theirs = (await (
      await other.request('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
        lines: [{ line: 1, quantity: 1 }],
        reason: 'goodwill',
      })
    ).json()) as { id: string }
    const first = language === 'nl'
    if (first) await other.request('POST', '/backoffice/api/credits', { proposal: theirs.id })
    // The warehouse has the order and has not sent it: nothing is booked until the user answers whether it is
    // stopped.
    await proposal.getByRole('button', { name: words.book }).click()
    await expectVisible(proposal.getByRole('group').getByRole('radio').first())
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
    await proposal.getByRole('radio').last().check()
    await proposal.getByRole('button', { name: words.book }).click()
    if (first) await expectVisible(proposal.getByRole('alert').getByText(words.changed))
    else await expectVisible(page.locator('[data-result]').getByText(words.booked))
    const [credits] =
      await shop.sql`select count(*)::integer as count from credit where order_number = ${number}`
    expect(credits?.['count']).toBe(1)

    await page.getByRole('button', { name: words.again }).first().click()
    await page.getByRole('textbox', { name: words.note }).fill('Called back at ten.')
    await page.getByRole('button', { name: words.keep }).click()
    const timeline = page.getByRole('region', { name: words.timeline })
    await expectVisible(timeline.getByRole('listitem').first().getByText('Called back at ten.'))

    // Who may not read names asks, with the reason.
    await signInAsStaff(phone, language, `/backoffice/orders/${number}`, reader)
    await expectVisible(phone.page.getByText('A•••••'))
    await phone.page.getByLabel(words.reason).fill('A call about the parcel')
    await expectNoAxeViolations(phone.page)
    await phone.page.getByRole('button', { name: words.show }).click()
    await expectVisible(phone.page.getByText('Anna de Vries'))
    if (language !== LAYOUT_LANGUAGE) return

    await expectNoHorizontalScroll(phone.page)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await expectNoAxeViolations(page)
  })

  test(`tasks are grouped by cause, have a button that names its effect, and close when resolved; payments of the day match, in ${language} (DESK-33, DESK-36, PRODUCT-5)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const fulfilment = await staffClient(shop, 'fulfilment')
    await shop.sql`update staff set language = ${language} where id = ${fulfilment.staffId}`
    const numbers = [await paidOrder(shop), await paidOrder(shop), await paidOrder(shop)]
    await shop.shop.jobs.drain()
    await shop.sql`
        update mail set state = 'refused', last_error = '550 no mailbox here'
        where split_part(subject_id, ':', 1) in ${shop.sql(numbers)} and template = 'order-confirmation'`
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, '/backoffice', fulfilment)
    await expectVisible(page.getByRole('link', { name: words.task }).first())
    await page.getByRole('navigation').getByRole('link', { name: words.tasks }).first().click()
    // The Today page lists the same issue, so wait for the complete list first.
    await expectVisible(page.getByRole('heading', { level: 1, name: words.task }))
    await expectVisible(page.getByRole('link', { name: words.refused }))
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: words.refused }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: words.refused }))
    await page.getByRole('button', { name: words.take }).click()
    await expectVisible(page.getByRole('region', { name: words.wouldWrite }))
    for (const number of numbers)
      await expectVisible(
        page.getByRole('region', { name: words.wouldWrite }).getByRole('link', { name: number }),
      )
    await expectNoAxeViolations(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectMainFits(page)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

    await signInAsStaff(phone, language, new URL(page.url()).pathname, fulfilment)
    await expectVisible(phone.page.getByRole('button', { name: words.resolve }))
    await expectNoAxeViolations(phone.page)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await phone.page.getByRole('button', { name: words.resolve }).click()
    await expectVisible(phone.page.locator('[data-result]').getByText(words.resolved))
    await expectHidden(phone.page.getByRole('button', { name: words.resolve }))
    const service = await staffClient(shop, 'service')
    await shop.sql`update staff set language = ${language} where id = ${service.staffId}`
    await wide.context.clearCookies()
    const day = dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
    await signInAsStaff(wide, language, `/backoffice/finance/payments?day=${day}`, service)
    await expectVisible(page.getByRole('region', { name: words.proof }).getByText(words.agrees))
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(page)
    const left = await shop.sql`select from mail where state = 'refused'`
    expect(left.count).toBe(0)
    await phone.page.goto(new URL('/backoffice/tasks', phone.page.url()).href)
    await expectVisible(phone.page.getByText(words.nothing))
  })
}
