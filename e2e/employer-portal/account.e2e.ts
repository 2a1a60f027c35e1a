import { expect } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { expectHidden, test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { portal } from '#e2e/support/messages.ts'
import { totpOf } from '#e2e/support/totp-code.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { EMPLOYER_PASSWORD, employerClient } from '#server/testing/clients/employer-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function guestOf(shop: TestShop) {
  const owner = await staffClient(shop)
  await owner.signIn()
  const { id } = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/employers', { name: 'Kwartelhof' }),
  )
  return employerClient(shop, id)
}

async function signIn({ page }: Visit, email: string, words = dutch) {
  await page.getByLabel(words.mail).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(EMPLOYER_PASSWORD)
  await page.getByRole('button', { name: words.signIn, exact: true }).click()
}

test('the employer portal uses the language of the sign-in page until a user chooses one, and saves the choice (DESK-4)', async ({
  wide,
  phone,
  shop,
}) => {
  const guest = await guestOf(shop)
  const title = (visit: Visit, name: string) =>
    visit.page.getByRole('heading', { level: 1, name, exact: true })
  const stored = async () => {
    const [row] = await shop.sql`
        select language, language_chosen from employer_user where id = ${guest.userId}`
    return row
  }
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  await wide.go('/employer')
  await wide.page.getByRole('button', { name: 'English' }).click()
  await signIn(wide, guest.email, english)
  await expectVisible(title(wide, portal.en('homeTitle')))
  await expect.poll(stored).toEqual({ language: 'en', language_chosen: true })

  // On another machine, whose page is Dutch, the chosen language counts.
  await phone.go('/employer')
  await signIn(phone, guest.email)
  await expectVisible(title(phone, portal.en('homeTitle')))

  await wide.page.getByRole('button', { name: 'Deutsch' }).click()
  await expectVisible(title(wide, portal.de('homeTitle')))
  await expect.poll(stored).toEqual({ language: 'de', language_chosen: true })
  await wide.page.reload()
  await expectVisible(title(wide, portal.de('homeTitle')))
})

test('an authenticator app whose confirmation response was lost is on at the next attempt (DESK-1)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  phone.expectConsoleError('401')
  phone.expectConsoleError('ERR_CONNECTION_FAILED')
  const guest = await guestOf(shop)
  await phone.go('/employer/account')
  await signIn(phone, guest.email)
  const app = page.getByRole('form', { name: portal.nl('appTitle') })
  await app.getByLabel(portal.nl('password')).fill(EMPLOYER_PASSWORD)
  await app.getByRole('button', { name: portal.nl('setUpAuthenticator') }).click()
  const secret = await app.locator('input[readonly]').inputValue()
  await app.getByLabel(portal.nl('appCode')).fill(totpOf(secret, shop.clock.now()))
  let isLost = true
  await respondInstead(page, '**/employer/api/{totp,session}', async (route) => {
    if (!isLost) return route.fallback()
    if (route.request().method() === 'PUT') await route.fetch()
    return route.abort('connectionfailed')
  })
  const confirm = app.getByRole('button', { name: portal.nl('confirm') })
  await confirm.click()
  await expectVisible(app.getByRole('alert'))
  isLost = false
  phone.expectConsoleError('409')
  await confirm.click()
  await expectVisible(page.getByText(portal.nl('authenticatorOn')))
  await expectHidden(app.getByRole('alert'))
  await expectNoAxeViolations(page)
})
