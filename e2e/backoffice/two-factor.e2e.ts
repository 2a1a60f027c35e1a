import { nl } from '#e2e/support/messages.ts'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { BACKOFFICE_TEXTS, submitSignIn } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { totpOf } from '#e2e/support/totp-code.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

test('a user whose role needs two-factor authentication sets up an app first, and then gets the page they asked for (SAFE-7, S6)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  shop.config.STAFF_TWO_FACTOR_ROLES = 'owner,service'
  phone.expectConsoleError('401')
  phone.expectConsoleError('409')
  const owner = await staffClient(shop)
  await phone.go('/backoffice/staff')
  await submitSignIn(phone, 'nl', owner)
  await expectVisible(page.getByRole('heading', { name: nl('factor.setUp') }))
  expect(await page.getByRole('navigation').count()).toBe(0)
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: nl('setUpAuthenticator') }).click()
  const secret = await page.getByLabel(nl('orEnterKey')).inputValue()
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page)
  await page.getByLabel(nl('appCode')).fill('000000')
  await page.getByRole('button', { name: nl('confirm') }).click()
  await expectVisible(page.getByRole('alert'))
  const totp = totpOf(secret, shop.clock.now())
  await page.getByLabel(nl('appCode')).fill(totp)
  await page.getByRole('button', { name: nl('confirm') }).click()
  const codes = page.getByRole('list', { name: nl('recoveryCodes') }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: nl('recoveryCodesSaved') }).click()
  await expectVisible(page.getByRole('heading', { name: BACKOFFICE_TEXTS.nl.staff }))
})

test('recovery codes survive a lost response and a reload: they are shown again, copied and printed, or replaced (DESK-1)', async ({
  wide,
  shop,
}) => {
  const { page, context } = wide
  shop.config.STAFF_TWO_FACTOR_ROLES = 'owner'
  wide.expectConsoleError('401')
  wide.expectConsoleError('ERR_CONNECTION_FAILED')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const owner = await staffClient(shop)
  await wide.go('/backoffice')
  await submitSignIn(wide, 'nl', owner)
  await page.getByRole('button', { name: nl('setUpAuthenticator') }).click()
  const secret = await page.getByLabel(nl('orEnterKey')).inputValue()
  await page.getByLabel(nl('appCode')).fill(totpOf(secret, shop.clock.now()))
  await respondInstead(page, '**/backoffice/api/factors/totp', async (route, stop) => {
    stop()
    await route.fetch()
    return route.abort('connectionfailed')
  })
  await page.getByRole('button', { name: nl('confirm') }).click()
  await expectVisible(page.getByRole('alert'))
  await page.getByRole('button', { name: nl('confirm') }).click()
  const codes = page.getByRole('list', { name: nl('recoveryCodes') }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  const shown = await codes.allInnerTexts()

  await page.getByRole('button', { name: nl('recovery.copy') }).click()
  await expectVisible(page.getByText(nl('recovery.copied')))
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim().split(/\s+/)).toEqual(shown)
  await page.getByRole('button', { name: nl('recovery.print') }).click()
  await expectVisible(page.locator('body[data-printed]'))
  await page.emulateMedia({ media: 'print' })
  const onPaper = (locator: Locator) =>
    locator.evaluate((one) => getComputedStyle(one).visibility === 'visible')
  expect(await onPaper(codes.first())).toBe(true)
  expect(await onPaper(page.getByText(nl('factor.setUp')).first())).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await expectNoAxeViolations(page)

  // The user has not confirmed that the codes are saved.
  await page.reload()
  const unsaved = page.getByText(nl('recovery.unsaved'))
  await expectVisible(unsaved)
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: nl('newCodes') }).click()
  const app = page.getByRole('region', { name: nl('factor.app') })
  await expectVisible(app.getByText(nl('recovery.unsaved')))
  await page.getByRole('button', { name: nl('newCodes') }).click()
  await expect.poll(() => codes.count()).toBe(10)
  expect(await codes.first().innerText()).not.toBe(shown[0])
  await page.getByRole('button', { name: nl('recoveryCodesSaved') }).click()
  await expectVisible(page.getByText(nl('authenticatorOn', { count: 10 })))
  await expectHidden(unsaved)
  await page.reload()
  await expectVisible(page.getByText(nl('authenticatorOn', { count: 10 })))
  await expectHidden(unsaved)
})

test('a new passkey counts for this session and is required after a password sign-in; an open page leads there when the rule starts (SAFE-7, S6)', async ({
  wide,
  shop,
}) => {
  const { page, context, go } = wide
  shop.config.STAFF_TWO_FACTOR_ROLES = 'none'
  wide.expectConsoleError('401')
  wide.expectConsoleError('403')
  wide.expectConsoleError('409')
  const service = await staffClient(shop, 'service')
  // A browser gives a key to a host with a name.
  await go('/backoffice', 'localhost')
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await submitSignIn(wide, 'nl', service)
  await expectVisible(page.getByRole('heading', { name: BACKOFFICE_TEXTS.nl.home }))
  shop.config.STAFF_TWO_FACTOR_ROLES = 'service'
  // Navigate inside the app: the next page triggers the request, but the page now open may have triggered it
  // already.
  await page.evaluate(() => {
    window.history.pushState(null, '', '/backoffice/account')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  const setUp = page.getByRole('heading', { name: nl('factor.setUp') })
  await expectVisible(setUp)
  await page.getByLabel(nl('passkeyName')).fill('Laptop')
  await page.getByRole('button', { name: nl('addPasskey') }).click()
  await expectHidden(setUp)
  const signOut = page.getByRole('button', { name: BACKOFFICE_TEXTS.nl.signOut })
  await page.getByRole('button', { name: nl('removePasskey', { name: 'Laptop' }) }).click()
  await expectVisible(page.getByText(nl('factor.refused.last')))
  await signOut.click()

  await submitSignIn(wide, 'nl', service)
  await expectVisible(page.getByRole('heading', { name: nl('factor.show') }))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: nl('byPasskey') }).click()
  await expectVisible(page.getByRole('navigation').first())
  await signOut.click()
  await submitSignIn(wide, 'nl', service)
  await expectVisible(page.getByRole('heading', { name: nl('factor.show') }))
  await signOut.click()
  await expectVisible(page.getByRole('button', { name: BACKOFFICE_TEXTS.nl.signIn, exact: true }))
})
