import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { nl, portal } from '#e2e/support/messages.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import { dayOf } from '#employer-portal/components/statistics-format.ts'
import { isSandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'
import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { EMPLOYER_PASSWORD, employerClient } from '#server/testing/clients/employer-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const PEOPLE = 12

/** An employer with a campaign and recipients, one of whom cannot be reached, after the nightly statistics run. */
async function given(shop: TestShop, owner: StaffClient) {
  const made = async (path: string, input: object) =>
    (await jsonOf<{ id: string }>(await owner.request('POST', `/backoffice/api${path}`, input))).id
  const employer = await made('/employers', { name: 'Noordzee Logistiek' })
  const campaign = await made('/campaigns', { employer, channel: '1014', name: 'Kerst' })
  const batch = await made('/batches', {
    channel: '1014',
    points: 12,
    count: PEOPLE,
    campaign,
    valid_until: addDays(dayAt(shop.clock.now().getTime(), 'Europe/Amsterdam'), 60),
    short_reason: 'Cadeau van het seizoen',
    recipients: Array.from({ length: PEOPLE }, (_, at) => ({
      name: `Collega ${at}`,
      department: 'Kraan',
      email: `collega-${at}@example.com`,
    })),
  })
  await shop.sql`
    update recipient set mail_state = case when email = 'collega-3@example.com' then 'bounced' else 'sent' end
    where batch_id = ${batch}::bigint`
  const { code, voucherId } = await shop.holder({ points: 8 })
  await shop.sql`update voucher set batch_id = ${batch}::bigint where id = ${voucherId}`
  await shop.sql`
    insert into voucher_activation (voucher_id, at)
    select voucher_id, ${shop.clock.now()} from recipient where batch_id = ${batch}::bigint limit 6`
  await shop.sql.begin((sql) => storeEmployerStatistics(sql, shop.clock.now()))
  return { employer, code }
}

async function linkMailed({ shop }: TestShop, email: string) {
  await shop.jobs.drain()
  const { mailer } = shop.ports
  if (!isSandboxMailer(mailer)) throw new Error('mails leave this shop')
  const mails = await mailer.all(email)
  return /http\S+#[\w-]{43}/.exec(mails.map(({ text }) => text ?? '').join(' '))?.[0] ?? ''
}

const cells = async (page: Page) => page.getByRole('table').first().getByRole('row').allInnerTexts()

test('an employer invited from the back office signs in to its own portal and finds each page, and a recipient who was given something sees the same (DESK-39, DESK-40, PRODUCT-15)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  for (const visit of [wide, phone]) visit.expectConsoleError('401')
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  await owner.signIn()
  const { employer, code } = await given(shop, owner)

  await signInAsStaff(wide, 'nl', `/backoffice/employers/${employer}`, owner)
  // The employer's figures, as the employer reads them.
  const figures = page.getByRole('region', { name: nl('employerView.title') })
  await expectVisible(figures.getByRole('rowheader', { name: 'Kerst' }))
  await expectVisible(figures.getByRole('cell', { name: nl('employerView.atLeast', { count: 5 }) }))
  await page.getByRole('button', { name: nl('employerView.invite') }).click()
  const invite = page.getByRole('form', { name: nl('employerView.invite') })
  await expectNoAxeViolations(page)
  await invite.getByLabel(nl('name')).fill('Femke de Vries')
  await invite.getByLabel(nl('mail')).fill('femke@noordzee.example')
  await invite.getByRole('button', { name: nl('sendInvitation') }).click()
  await expectVisible(page.locator('[data-result]').getByText(nl('employerView.invited')))
  await expectNoAxeViolations(page)
  // The page shows no link: it is in the mail alone (SAFE-5, S4).
  expect(await page.locator('main').innerText()).not.toMatch(/#[\w-]{43}/)
  await page.goto(await linkMailed(shop, 'femke@noordzee.example'))
  await expectVisible(page.getByRole('heading', { level: 1, name: portal.nl('welcome') }))
  await expectNoAxeViolations(page)
  await page.getByLabel(portal.nl('newPassword')).fill(EMPLOYER_PASSWORD)
  await page.getByRole('button', { name: nl('goOn') }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: portal.nl('homeTitle') }))
  const card = page.getByRole('region', { name: 'Kerst' })
  await expectVisible(
    card.getByRole('img', { name: portal.nl('shopPicture', { name: 'Giftpoint' }) }),
  )
  await expectVisible(card.getByText(portal.nl('daysLeft', { count: 60 })))
  // Seven of thirteen activated their vouchers. Of those who ordered too few to tell there is no word.
  const progress = portal.nl('curveSays', { came: 5, people: PEOPLE + 1 })
  await expectVisible(card.getByRole('img', { name: progress, exact: true }))
  expect(await card.innerText()).not.toMatch(/minder dan|Besteld|\b7\b/)
  await expectNoAxeViolations(page)

  // The next step: first the address that failed, then the reminder.
  await expectVisible(card.getByText(portal.nl('next.correct')))
  await card.getByRole('button', { name: portal.nl('remindOf', { name: 'Kerst' }) }).click()
  const dialog = page.getByRole('dialog')
  await expectVisible(dialog.getByText(portal.nl('reminderHelp')))
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: portal.nl('remind') }).click()
  await expectVisible(page.getByText(portal.nl('reminded', { name: 'Kerst' })))
  await card.getByRole('link', { name: portal.nl('correctAddresses') }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: portal.nl('people') }))
  await expectVisible(page.getByRole('rowheader', { name: 'Collega 3' }))
  await expectHidden(page.getByRole('rowheader', { name: 'Collega 4' }))
  await page.getByLabel(portal.nl('onlyBounced')).uncheck()

  const open = async (word: 'home' | 'people' | 'report' | 'account') => {
    const nav = page.getByRole('navigation', { name: portal.nl('pages') })
    await nav.getByRole('link', { name: portal.nl(word) }).press('Enter')
    const name = portal.nl(word === 'home' ? 'homeTitle' : word)
    await expectVisible(page.getByRole('heading', { level: 1, name }))
    await expectVisible(page.locator('main p'))
    await expectNoAxeViolations(page)
  }
  await open('people')
  expect(await page.locator('main').innerText()).not.toMatch(/besteld\b.*\d/)
  await page.getByRole('button', { name: portal.nl('correctOf', { name: 'Collega 3' }) }).click()
  await page.getByLabel(portal.nl('newAddress')).fill('goed@example.com')
  await page.getByRole('button', { name: portal.nl('send') }).click()
  await expectVisible(page.getByText(portal.nl('corrected', { name: 'Collega 3' })))
  const colleague = page.getByRole('form', { name: portal.nl('addRecipient') })
  await colleague.getByLabel(portal.nl('name')).fill('Vera Vergeten')
  await colleague.getByLabel(portal.nl('reason')).fill('Begon in november')
  // A server error shows its request number (SAFE-17).
  wide.expectConsoleError('500')
  const failing = await respondInstead(page, '**/employer/api/people', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: {}, headers: { 'x-request-id': 'req-74' } })
      : route.fallback(),
  )
  await colleague.getByRole('button', { name: portal.nl('add') }).click()
  await expectVisible(page.getByText(nl('brokenNumber', { number: 'req-74' })))
  failing.stop()

  // The session expires while the user types; the form is sent after the next sign-in.
  await shop.sql`delete from employer_session`
  await colleague.getByRole('button', { name: portal.nl('add') }).click()
  await expectVisible(page.getByText(portal.nl('sessionOver')))
  await expectNoAxeViolations(page)
  await page
    .getByLabel(nl('passwordOf', { mail: 'femke@noordzee.example' }))
    .fill(EMPLOYER_PASSWORD)
  await page.getByRole('button', { name: nl('goOn') }).click()
  await expectVisible(page.getByText(portal.nl('added', { name: 'Vera Vergeten' })))
  await page.getByRole('searchbox').fill('vera')
  await expectVisible(
    page.getByRole('heading', { level: 2, name: portal.nl('giftsGiven', { count: 1 }) }),
  )

  // Corrected, and reminded: what comes next is a day.
  await open('home')
  await expectVisible(card.getByText(/^.*weer een herinnering versturen/))
  await expectHidden(card.getByRole('button', { name: portal.nl('remindOf', { name: 'Kerst' }) }))

  // All about it on a page of its own: the reminder that was sent, and its recipients.
  await card.getByRole('link', { name: 'Kerst' }).press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Kerst' }))
  const emails = page.getByRole('region', { name: portal.nl('emails') })
  await expectVisible(emails.getByText(dayOf(shop.clock.now().toISOString(), 'nl')))
  await expectVisible(
    page.getByRole('heading', { level: 2, name: portal.nl('total', { count: PEOPLE + 1 }) }),
  )
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: portal.nl('seeReport') }).click()
  await expectVisible(page.getByRole('article', { name: 'Kerst' }))

  await open('report')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: portal.nl('download') }).click(),
  ])
  expect(file.suggestedFilename()).toBe('report.csv')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: portal.nl('downloadPdf') }).click(),
  ])
  expect(pdf.suggestedFilename()).toMatch(/^campaign-\d+-report\.pdf$/)
  // On paper there is the report, and nothing to press.
  await page.emulateMedia({ media: 'print' })
  await expectVisible(page.getByRole('article', { name: 'Kerst' }))
  await expectHidden(page.getByRole('navigation'))
  await expectHidden(page.getByRole('button'))
  await expectHidden(page.getByRole('link'))
  await page.emulateMedia({ media: null })
  await open('account')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: portal.nl('seen') })
    .click()
  await expectVisible(page.getByRole('heading', { level: 1, name: portal.nl('seen') }))
  await expectVisible(page.getByRole('table'))
  const told = await cells(page)
  expect(told).toHaveLength(3)

  await page.setViewportSize({ width: 320, height: 720 })
  for (const word of ['people', 'report', 'account', 'home'] as const) {
    await open(word)
    await expectNoHorizontalScroll(page)
  }
  await card.scrollIntoViewIfNeeded()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: portal.nl('seen') })
    .click()
  await expectVisible(page.getByText(portal.nl('seenHelp')))
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectNoHorizontalScroll(page)
  for (const [language, title] of [
    ['English', portal.en('seen')],
    ['Deutsch', portal.de('seen')],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: title }))
    await expectNoAxeViolations(page)
  }

  await phone.openAs(code, '/privacy-policy')
  await phone.page.getByRole('link', { name: 'Wat ziet mijn werkgever?' }).click()
  await expectVisible(phone.page.getByRole('heading', { level: 1, name: 'Wat je werkgever ziet' }))
  await expectVisible(phone.page.getByText('Noordzee Logistiek', { exact: false }))
  expect(await cells(phone.page)).toEqual(told)
  await expectNoHorizontalScroll(phone.page)
  await expectNoAxeViolations(phone.page)
})

test('the sign-in of the employer portal admits employer users only, works in the dark theme, and says when a link was used (DESK-4)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  phone.expectConsoleError('401')
  phone.expectConsoleError('409')
  const owner = await staffClient(shop)
  await owner.signIn()
  const { id } = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/employers', { name: 'Kwartelhof' }),
  )
  const guest = await employerClient(shop, id)
  await page.emulateMedia({ colorScheme: 'dark' })
  await phone.go('/employer/people')
  await page.getByLabel(nl('mail')).fill(owner.email)
  await page.getByLabel(nl('password'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: nl('signIn'), exact: true }).click()
  await expectVisible(page.getByRole('alert'))
  await expectNoAxeViolations(page)
  await page.getByLabel(nl('mail')).fill(guest.email)
  await page.getByLabel(nl('password'), { exact: true }).fill(EMPLOYER_PASSWORD)
  await page.getByRole('button', { name: nl('signIn'), exact: true }).click()
  // At the address that was asked for.
  await expectVisible(page.getByRole('heading', { level: 1, name: portal.nl('people') }))
  await expectVisible(page.getByText(portal.nl('noRecipients')))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: portal.nl('signOut') }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: portal.nl('title') }))
  await phone.go(`/employer/invitation#${'a'.repeat(43)}`)
  await page.getByLabel(portal.nl('newPassword')).fill(EMPLOYER_PASSWORD)
  await page.getByRole('button', { name: nl('goOn') }).click()
  await expectVisible(page.getByText(portal.nl('invitationOver')))
  await expectNoHorizontalScroll(page)
})
