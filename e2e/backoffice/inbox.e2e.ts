import { inEachLanguage, nl } from '#e2e/support/messages.ts'
import { randomUUID } from 'node:crypto'

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
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const WORDS = inEachLanguage((t) => ({
  inbox: t('inbox.title'),
  oldest: t('inbox.takeOldest'),
  answerIn: t('inbox.answerIn', { language: t('in.de') }),
  send: t('inbox.sendAndClose'),
  read: t('inbox.haveRead'),
  meanwhile: t('inbox.answeredMeanwhile', { name: 'The service' }),
  sent: t('inbox.sent'),
  saved: t('inbox.saved'),
  case: t('inbox.case'),
  snooze: t('inbox.snooze'),
  tomorrow: t('inbox.inDays', { count: 1 }),
  aside: t('inbox.snoozedUntil'),
  note: t('inbox.note'),
  keepNote: t('inbox.saveNote'),
  newAnswer: t('saved.new'),
  name: t('saved.name'),
  german: t('in.de'),
  save: t('save'),
}))

/** A question in German from a holder with an order. */
async function asked(shop: TestShop, email: string) {
  const mug = await shop.gift({ points: 4, name: 'Kinderrucksack' })
  const { holder, number } = await sampleOrder(shop, { gifts: [mug] })
  const { response } = await holder.done('askService', {
    contact_email: email,
    subject: 'Mein Rucksack',
    email_body: 'Anneliese\n\nDer Brustgurt ist gerissen. Ich hätte lieber einen anderen.',
    language: 'de',
  })
  return { id: response.service_request, number }
}

async function speaking(backoffice: ReleaseClient, shop: TestShop, language: string) {
  await shop.sql`update staff set language = ${language} where id = ${backoffice.guest.staffId}`
  return backoffice.guest
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`a question is assigned, two users reply at once and only one reply is sent, with the voucher beside it, in ${language} (DESK-37)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    wide.expectConsoleError('401')
    wide.expectConsoleError('409')
    const email = `anneliese-${language}@example.com`
    const { id, number } = await asked(shop, email)
    const noor = await releaseClient(shop, 'service')
    const mila = await releaseClient(shop, 'service')
    await mila.request('POST', '/saved-replies', {
      name: `Sorry ${language}`,
      channel: '1014',
      texts: { de: 'Guten Tag {{name}}, das tut uns leid.' },
    })
    await signInAsStaff(wide, language, '/backoffice/inbox', await speaking(noor, shop, language))
    await expectVisible(page.getByRole('heading', { level: 1, name: words.inbox }))
    await expectVisible(page.locator('[data-row-link]').filter({ hasText: 'Anneliese' }))
    await expectVisible(page.getByText('Der Brustgurt ist gerissen.', { exact: false }))
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: words.oldest }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Mein Rucksack' }))
    const beside = page.getByRole('complementary', { name: words.case })
    await expectVisible(beside.getByRole('link', { name: number }))
    await expectVisible(beside.getByText('Kinderrucksack'))

    await page.getByRole('button', { name: words.snooze }).click()
    await page.getByRole('button', { name: words.tomorrow, exact: true }).click()
    await expectVisible(page.getByText(words.aside).first())

    // A saved reply is a chip above the field; the keyboard reaches it and goes on in the field.
    await page
      .getByRole('group', { name: words.saved })
      .getByRole('button', { name: `Sorry ${language}` })
      .press('Enter')
    const box = page.getByRole('textbox', { name: words.answerIn })
    await expect.poll(() => box.inputValue()).toBe('Guten Tag Anneliese, das tut uns leid.')
    expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)
    await box.press('End')
    await box.pressSequentially(' Ein neuer kommt.')

    // Another user replies first.
    const { body: thread } = await mila.request<{ version: number }>('GET', `/inbox/${id}`)
    const first = { key: randomUUID(), version: thread.version, body: 'Schon unterwegs!' }
    expect((await mila.request('POST', `/inbox/${id}/answers`, first)).status).toBe(200)
    await page.getByRole('button', { name: words.send }).click()
    const stopped = page.getByRole('alert').filter({ hasText: words.meanwhile })
    await expectVisible(stopped)
    await expectVisible(stopped.getByText('Schon unterwegs!'))
    await expect.poll(() => box.inputValue()).toContain('Ein neuer kommt.')
    await expectNoAxeViolations(page)

    await stopped.getByRole('button', { name: words.read }).click()
    await expectHidden(stopped)
    await box.press('Control+Enter')
    await expectVisible(page.locator('[data-result]').getByText(words.sent))
    // The closed question leaves its folder, and the user stays there.
    await expect.poll(() => page.url()).toMatch(/\/inbox(\/\d+)?\?folder=/)
    expect(page.url()).not.toContain(`/inbox/${id}`)
    await shop.shop.jobs.drain()
    const sent = await shop.sql<{ plain: string }[]>`
        select plain from sandbox_mail where recipient = ${email} and subject like 'Antwort%'
        order by created_at desc, id`
    const told = sent.filter(({ plain }) => plain.includes('das tut uns leid. Ein neuer kommt.'))
    expect(told).toHaveLength(1)

    if (language !== LAYOUT_LANGUAGE) return
    phone.expectConsoleError('401')
    await signInAsStaff(phone, language, `/backoffice/inbox/${id}`, noor.guest)
    await phone.page.setViewportSize({ width: 320, height: 640 })
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: 'Mein Rucksack' }))
    await expectNoHorizontalScroll(phone.page)
    await phone.page.getByRole('radio', { name: words.note, exact: true }).check()
    await phone.page.getByRole('textbox', { name: words.note }).fill('Den alten behält sie.')
    await phone.page.getByRole('button', { name: words.keepNote }).click()
    await expectVisible(phone.page.getByText('Den alten behält sie.'))
    await phone.page.goto(wide.url('/backoffice/inbox?folder=done'))
    await expectVisible(phone.page.locator('[data-row-link]').filter({ hasText: 'Anneliese' }))
    await expectNoHorizontalScroll(phone.page)
  })
}

test('a saved reply has a text in each language (DESK-37)', async ({ wide, shop }) => {
  const { page } = wide
  wide.expectConsoleError('401')
  const words = WORDS.nl
  const noor = await releaseClient(shop, 'service')
  await signInAsStaff(wide, 'nl', '/backoffice/saved-replies', await speaking(noor, shop, 'nl'))
  await page.getByRole('button', { name: words.newAnswer }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.name, { exact: true }).fill('Onderweg')
  await dialog.getByLabel(words.german).fill('Ist unterwegs.')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: words.save }).click()
  await expectHidden(dialog)
  await expectVisible(page.getByRole('heading', { name: 'Onderweg' }))
  await expectVisible(page.getByText('Ist unterwegs.'))
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
})

test('on a phone the inbox and the tasks are one tap away and show their counts (DESK-40)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  phone.expectConsoleError('401')
  await asked(shop, 'tap@example.com')
  const noor = await releaseClient(shop, 'service')
  await signInAsStaff(
    phone,
    LAYOUT_LANGUAGE,
    '/backoffice',
    await speaking(noor, shop, LAYOUT_LANGUAGE),
  )
  const { inbox } = WORDS[LAYOUT_LANGUAGE]
  const bar = page.getByRole('navigation', { name: nl('main') })
  await expectVisible(bar.getByRole('link', { name: nl('nav.tasks') }))
  await bar.getByRole('link', { name: new RegExp(`^${inbox}\\s*[1-9]`) }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: inbox }))
  await expect
    .poll(() => bar.locator('[aria-current=page]').getAttribute('href'))
    .toBe('/backoffice/inbox')
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)
  const isCut = (words: Element[]) =>
    words.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)
  expect(await bar.locator('span').evaluateAll(isCut)).toEqual([])
})
