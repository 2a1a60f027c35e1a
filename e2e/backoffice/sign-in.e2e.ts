import { en, nl } from '#e2e/support/messages.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  BACKOFFICE_TEXTS,
  signInOnPage,
  submitSignIn,
} from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { languages } from '#domain/language.ts'
import { stepAt, totpAt } from '#server/modules/staff/two-factor/totp.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

test('a sign-in opens the requested page, has one error text, refuses frames, and ends with a sign-out; the menu is completely visible (PRODUCT section 1, DESK-1, DESK-4)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  const words = BACKOFFICE_TEXTS.nl
  wide.expectConsoleError('401')
  const headers = (await page.request.get(wide.url('/backoffice/staff'))).headers()
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  const nothing = await page.request.get(wide.url('/backoffice/api/nothing'))
  expect([nothing.status(), nothing.headers()['content-type']]).toEqual([
    404,
    'application/json; charset=utf-8',
  ])
  await wide.go('/backoffice/staff?role=owner')
  await expectVisible(page.getByRole('heading', { name: nl('theBackoffice') }))
  await expectNoAxeViolations(page)
  // The back office shows a missing value at its field, not in a browser bubble in the browser's language.
  const mail = page.getByLabel(words.mail)
  await page.getByRole('button', { name: words.signIn, exact: true }).click()
  expect(await mail.evaluate((field) => field === document.activeElement)).toBe(true)
  const sentence = (field: typeof mail) =>
    field.evaluate((one) =>
      one
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(),
    )
  await expect.poll(() => sentence(mail)).toBe(nl('field.missing'))
  await expectNoAxeViolations(page)
  await mail.fill('geen adres')
  await expect.poll(() => sentence(mail)).toBeUndefined()
  await mail.press('Enter')
  await expect.poll(() => sentence(mail)).toBe(nl('field.noMail'))
  await submitSignIn(wide, 'nl', { email: owner.email, password: 'not this one, sorry' })
  await expectVisible(page.getByRole('alert').getByText(words.signInFailed))
  await submitSignIn(wide, 'nl', { email: 'nobody@giftpoint.example' })
  await expectVisible(page.getByRole('alert').getByText(words.signInFailed))
  await submitSignIn(wide, 'nl', owner)
  await expectVisible(page.getByRole('heading', { name: words.staff }))
  expect(new URL(page.url()).search).toBe('?role=owner')
  await expectVisible(page.getByRole('link', { name: 'The owner' }))
  await expectNoAxeViolations(page)
  await menuIsInView(page)
  await page.getByRole('button', { name: words.signOut }).click()
  await expectVisible(page.getByRole('heading', { name: nl('theBackoffice') }))
  expect(await owner.request('GET', '/backoffice/api/session').then(({ status }) => status)).toBe(
    401,
  )
})

/** All of it at 900 pixels. On a lower screen its head and foot stay, and the entries scroll. */
async function menuIsInView(page: Page) {
  const menu = page.getByRole('banner')
  const entries = menu.getByRole('navigation', { name: nl('pages') }).getByRole('link')
  const foot = menu.getByRole('button', { name: nl('signOut') })
  const search = menu.getByRole('button', { name: nl('find') })
  const isInView = async (one: Locator, height: number) => {
    const box = await one.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= height
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await entries.count()).toBe(14)
  for (const one of [...(await entries.all()), foot, search]) {
    expect({ name: await one.textContent(), seen: await isInView(one, 900) }).toMatchObject({
      seen: true,
    })
  }
  await page.setViewportSize({ width: 1440, height: 480 })
  expect(await isInView(entries.last(), 480)).toBe(false)
  await entries.last().scrollIntoViewIfNeeded()
  expect(await isInView(entries.last(), 480)).toBe(true)
  expect(await isInView(foot, 480)).toBe(true)
  expect(await isInView(search, 480)).toBe(true)
}

test('the back office uses the language of the sign-in page until a user chooses one, and offers to save a different choice (PRODUCT-14, SAFE-16, C-3)', async ({
  wide,
  phone,
  shop,
}) => {
  const editor = await staffClient(shop, 'editor')
  const stored = async () => {
    const [row] = await shop.sql`
        select language, language_chosen from staff where id = ${editor.staffId}`
    return row
  }
  expect(await stored()).toEqual({ language: 'nl', language_chosen: false })
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  await signInOnPage(wide, 'en', '/backoffice', editor)
  await expectVisible(wide.page.getByRole('heading', { name: BACKOFFICE_TEXTS.en.home }))
  await expect.poll(stored).toEqual({ language: 'en', language_chosen: true })

  // On another machine, whose page is Dutch, the chosen language counts.
  await signInOnPage(phone, 'nl', '/backoffice', editor)
  await expectVisible(phone.page.getByRole('heading', { name: BACKOFFICE_TEXTS.en.home }))
  await expectVisible(
    phone.page.getByRole('button', { name: en('languageKeep', { page: en('in.nl') }) }),
  )
  await expectNoAxeViolations(phone.page)
  await expectNoHorizontalScroll(phone.page)

  // A choice on the page counts for the session. It stays when that is asked for.
  await wide.page.getByRole('button', { name: BACKOFFICE_TEXTS.en.signOut }).click()
  await wide.page.getByRole('button', { name: languages.nl.label }).click()
  await submitSignIn(wide, 'nl', editor)
  await expectVisible(wide.page.getByRole('heading', { name: BACKOFFICE_TEXTS.nl.home }))
  expect(await stored()).toEqual({ language: 'en', language_chosen: true })
  const keep = wide.page.getByRole('button', {
    name: nl('languageKeep', { page: nl('in.nl') }),
  })
  await keep.click()
  await expect.poll(stored).toEqual({ language: 'nl', language_chosen: true })
  await expectHidden(keep)
  await wide.go('/backoffice')
  await expectVisible(wide.page.getByRole('heading', { name: BACKOFFICE_TEXTS.nl.home }))
})

for (const language of BACKOFFICE_LANGUAGES) {
  test(`a viewer of one channel sees only what the role allows, also on a phone, in ${language} (DESK-5)`, async ({
    phone,
    shop,
  }) => {
    const { page } = phone
    const reader = await staffClient(shop, 'reader')
    await shop.sql`update staff set language = ${language} where id = ${reader.staffId}`
    phone.expectConsoleError('401')
    await signInOnPage(phone, language, '/backoffice', reader)
    await expectVisible(page.getByRole('heading', { name: BACKOFFICE_TEXTS[language].home }))
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
    expect(await page.getByRole('link', { name: BACKOFFICE_TEXTS[language].staff }).count()).toBe(0)
    await phone.go('/backoffice/staff')
    await expectVisible(page.getByRole('heading', { level: 1 }))
    expect(await page.getByRole('table').count()).toBe(0)
  })
}

test('a user sets up an app on the account page, signs in with its code and a recovery code, also after a proof of work, and ends another session (PRODUCT-14, DESK-1, DESK-2, SAFE-7, S10)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  for (const visit of [wide, phone]) {
    visit.expectConsoleError('401')
    visit.expectConsoleError('429')
    visit.expectConsoleError('403')
  }
  await signInOnPage(wide, 'en', '/backoffice/account', owner)
  const factor = page.getByRole('region', { name: en('factor.app') })
  // An app needs a recent sign-in, which is asked for over the page.
  shop.clock.advance(11 * 60_000)
  await factor.getByRole('button', { name: en('setUpAuthenticator') }).click()
  const again = page.getByRole('dialog', { name: en('confirmSignIn') })
  await expectNoAxeViolations(page)
  await again.getByRole('button', { name: en('cancelJob') }).click()
  await expectVisible(factor.getByText(en('notConfirmed')))
  await factor.getByRole('button', { name: en('setUpAuthenticator') }).click()
  await again.getByLabel(en('passwordOf', { mail: owner.email })).fill(owner.password)
  await again.getByRole('button', { name: en('goOn') }).click()
  await expectVisible(factor.getByRole('img', { name: en('qrCode') }))
  const secret = await factor.getByLabel(en('orEnterKey')).inputValue()
  const codeNow = () => totpAt(fromBase32(secret), stepAt(shop.clock.now()))
  await factor.getByLabel(en('appCode')).fill(codeNow())
  await factor.getByRole('button', { name: en('confirm') }).click()
  const codes = factor.getByRole('list', { name: en('recoveryCodes') }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await expectNoAxeViolations(page)
  await factor.getByRole('button', { name: en('recoveryCodesSaved') }).click()
  await expectVisible(factor.getByText(en('authenticatorOn', { count: 10 })))
  await expectNoAxeViolations(page)

  await shop.sql`
      insert into login_attempt (bucket, since, tries) values ('address 127.0.0.1', now(), 1000)
      on conflict (bucket) do update set tries = 1000`
  await signInOnPage(phone, 'en', '/backoffice', { ...owner, totp: recovery })
  await expectVisible(phone.page.getByRole('heading', { name: en('nav.home') }))
  await shop.sql`delete from login_attempt`
  await page.getByRole('button', { name: en('signOut') }).click()
  shop.clock.advance(30_000)
  // A wrong password leads to no second step, whether or not the account has an app.
  await submitSignIn(wide, 'en', { ...owner, password: 'not this one, sorry' })
  await expectVisible(page.getByRole('alert').getByText(en('signInWrong')))
  expect(await page.getByLabel(en('appCode')).count()).toBe(0)
  await submitSignIn(wide, 'en', { ...owner, totp: '000000' })
  await expectVisible(page.getByRole('alert').getByText(en('wrongCodeHere')))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: en('backToPassword'), exact: true }).click()
  await submitSignIn(wide, 'en', { ...owner, totp: codeNow() })
  await expectVisible(page.getByRole('heading', { name: en('nav.home') }))

  await page.getByRole('link', { name: /The owner/ }).click()
  await page.getByRole('button', { name: en('endSession'), exact: true }).click()
  await expectVisible(page.locator('[data-result]').getByText(en('sessionsEnded', { count: 1 })))
  // The dialog opens without a click.
  await expectVisible(phone.page.getByRole('dialog', { name: en('signInAgain') }))
})

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')].map((letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
