import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { fitsSideways, journey, see } from '#e2e/support/browser-test.ts'
import { standIn } from '#e2e/support/fake-response.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import { isSandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'
import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { EMPLOYER_PASSWORD, employerGuest } from '#server/testing/clients/employer-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const PEOPLE = 12

/** An employer with a campaign and recipients, one of whom cannot be reached, after the nightly statistics run. */
async function given(shop: TestShop, owner: StaffClient) {
  const made = async (path: string, input: object) =>
    (await jsonOf<{ id: string }>(await owner.ask('POST', `/backoffice/api${path}`, input))).id
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

journey(
  'an employer invited from the back office signs in by its own door and finds each page, and whoever was given something sees the same (DESK-39, DESK-40)',
  async ({ wide, phone, shop }) => {
    const { page } = wide
    for (const visit of [wide, phone]) visit.expectComplaint('401')
    const owner = await staffClient(shop)
    await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
    await owner.signIn()
    const { employer, code } = await given(shop, owner)

    await signInAsStaff(wide, 'nl', `/backoffice/employers/${employer}`, owner)
    const invite = page.getByRole('form', { name: 'Iemand van de werkgever uitnodigen' })
    await invite.getByLabel('Naam').fill('Femke de Vries')
    await invite.getByLabel('E-mail').fill('femke@noordzee.example')
    await invite.getByRole('button', { name: /uitnodig/i }).click()
    await see(page.getByText('De uitnodiging is per mail onderweg', { exact: false }))
    await axeFindsNothing(page)
    // The page shows no link: it is in the mail alone (SAFE-5, S4).
    expect(await page.locator('main').innerText()).not.toMatch(/#[\w-]{43}/)
    await page.goto(await linkMailed(shop, 'femke@noordzee.example'))
    await see(page.getByRole('heading', { level: 1, name: 'Welkom' }))
    await axeFindsNothing(page)
    await page.getByLabel('Nieuw wachtwoord').fill(EMPLOYER_PASSWORD)
    await page.getByRole('button', { name: 'Verder' }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Overzicht' }))
    await see(page.getByText('10 of meer').first())
    await axeFindsNothing(page)

    const open = async (name: string) => {
      const nav = page.getByRole('navigation', { name: 'Pagina’s' })
      await nav.getByRole('link', { name }).press('Enter')
      await see(page.getByRole('heading', { level: 1, name }))
      await see(page.locator('main p'))
      await axeFindsNothing(page)
    }
    await open('Ontvangers')
    expect(await page.locator('main').innerText()).not.toMatch(/besteld\b.*\d/)
    await page.getByRole('button', { name: 'Het adres van Collega 3 verbeteren' }).click()
    await page.getByLabel('Juiste e-mailadres').fill('goed@example.com')
    await page.getByRole('button', { name: 'Opslaan en versturen' }).click()
    await see(page.getByText('Het adres van Collega 3 is verbeterd', { exact: false }))
    const colleague = page.getByRole('form', { name: 'Ontbrekende collega toevoegen' })
    await colleague.getByLabel('Naam').fill('Vera Vergeten')
    await colleague.getByLabel('Waarom ontbrak deze persoon?').fill('Begon in november')
    // A server error shows its request number (SAFE-17).
    wide.expectComplaint('500')
    const failing = await standIn(page, '**/employer/api/people', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: {}, headers: { 'x-request-id': 'req-74' } })
        : route.fallback(),
    )
    await colleague.getByRole('button', { name: 'Toevoegen' }).click()
    await see(page.getByText(/Er ging bij ons iets mis \(fout req-74\)/))
    failing.stop()

    // The session expires while the user types; the form is sent after the next sign-in.
    await shop.sql`delete from employer_session`
    await colleague.getByRole('button', { name: 'Toevoegen' }).click()
    await see(page.getByText('Je sessie is voorbij.', { exact: false }))
    await axeFindsNothing(page)
    await page.getByLabel('Wachtwoord van femke@noordzee.example').fill(EMPLOYER_PASSWORD)
    await page.getByRole('button', { name: 'Verder' }).click()
    await see(page.getByText('Vera Vergeten krijgt er ook een.'))
    await page.getByRole('searchbox').fill('vera')
    await see(page.getByText('één ontvanger'))

    await open('Herinnering')
    await page.getByRole('button', { name: 'Herinnering sturen voor Kerst' }).click()
    await see(page.getByText('De herinnering voor Kerst gaat de deur uit.'))
    await axeFindsNothing(page)

    await open('Rapport')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Downloaden als CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('report.csv')
    await open('Inloggen en beveiliging')
    await open('Wat je kunt zien')
    const told = await cells(page)
    expect(told).toHaveLength(3)

    await page.setViewportSize({ width: 320, height: 720 })
    for (const name of [
      'Overzicht',
      'Ontvangers',
      'Herinnering',
      'Rapport',
      'Inloggen en beveiliging',
    ]) {
      await open(name)
      await fitsSideways(page)
    }
    await open('Wat je kunt zien')
    await fitsSideways(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await fitsSideways(page)
    for (const [language, title] of [
      ['English', 'What you can see'],
      ['Deutsch', 'Was Sie sehen können'],
    ] as const) {
      await page.getByRole('button', { name: language }).click()
      await see(page.getByRole('heading', { level: 1, name: title }))
      await axeFindsNothing(page)
    }

    await phone.arrive(code, '/privacy-policy')
    await phone.page.getByRole('link', { name: 'Wat ziet mijn werkgever?' }).click()
    await see(phone.page.getByRole('heading', { level: 1, name: 'Wat je werkgever ziet' }))
    await see(phone.page.getByText('Noordzee Logistiek', { exact: false }))
    expect(await cells(phone.page)).toEqual(told)
    await fitsSideways(phone.page)
    await axeFindsNothing(phone.page)
  },
)

journey(
  'the employer’s door lets nobody else in and out again, stands in the dark, too, and says when a link is spent (DESK-4)',
  async ({ phone, shop }) => {
    const { page } = phone
    phone.expectComplaint('401')
    phone.expectComplaint('409')
    const owner = await staffClient(shop)
    await owner.signIn()
    const { id } = await jsonOf<{ id: string }>(
      await owner.ask('POST', '/backoffice/api/employers', { name: 'Kwartelhof' }),
    )
    const guest = await employerGuest(shop, id)
    await page.emulateMedia({ colorScheme: 'dark' })
    await phone.go('/employer/people')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Wachtwoord', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Inloggen en beveiliging', exact: true }).click()
    await see(page.getByRole('alert'))
    await axeFindsNothing(page)
    await page.getByLabel('E-mail').fill(guest.email)
    await page.getByLabel('Wachtwoord', { exact: true }).fill(EMPLOYER_PASSWORD)
    await page.getByRole('button', { name: 'Inloggen en beveiliging', exact: true }).click()
    // At the address that was asked for.
    await see(page.getByRole('heading', { level: 1, name: 'Ontvangers' }))
    await see(page.getByText('Geen ontvangers gevonden.'))
    await axeFindsNothing(page)
    await page.getByRole('button', { name: 'Uitloggen' }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Werkgeversportaal' }))
    await phone.go(`/employer/invitation#${'a'.repeat(43)}`)
    await page.getByLabel('Nieuw wachtwoord').fill(EMPLOYER_PASSWORD)
    await page.getByRole('button', { name: 'Verder' }).click()
    await see(page.getByText('Deze link is al gebruikt', { exact: false }))
    await fitsSideways(page)
  },
)
