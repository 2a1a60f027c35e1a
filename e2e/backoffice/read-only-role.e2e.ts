import { en, nl, withAnyValue } from '#e2e/support/messages.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { backofficePages, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import { NAVIGATION, tabsFor } from '#backoffice/shell/pages/navigation.ts'
import { waitForIdle } from '#e2e/support/network-idle.ts'
import {
  BACKOFFICE_LANGUAGES,
  signInAsStaff,
  LAYOUT_LANGUAGE,
} from '#e2e/support/backoffice-steps.ts'
import { findAddress, RENDERED_MS, navigateTo } from '#e2e/support/backoffice-pages.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

const reader = {
  id: '',
  email: '',
  name: '',
  role: 'reader' as const,
  language: 'nl' as const,
  language_chosen: true,
  channels: ['1014'],
  permissions: permissionsOf('reader'),
  needs_second_factor: false,
}

const textsOf = (t: typeof nl) => ({
  broken: t('broken'),
  brokenNumber: withAnyValue(t('brokenNumber')),
  notForYou: t('noAccessWithRole'),
  pages: t('pages'),
})
const said = { nl: textsOf(nl), en: textsOf(en) }

/** Read-only fields, and those among them that look editable. */
const fieldsOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('input:not([type=checkbox], [type=search], [type=color]), textarea, select')
    .evaluateAll((all) => {
      const fields = all.filter((one) => one.checkVisibility())
      const isRead = (one: Element) => one.matches('[readonly], :disabled')
      const boxed = (one: Element) =>
        !/rgba\(.*, 0\)|transparent/.test(getComputedStyle(one).borderTopColor)
      return {
        looksSo: fields
          .filter((one) => isRead(one) && boxed(one))
          .map(({ id }) => document.querySelector(`label[for="${id}"]`)?.textContent ?? ''),
        toRead: fields.filter(isRead).length,
      }
    })

for (const language of BACKOFFICE_LANGUAGES) {
  test(`every page works for a viewer of one channel, without links to other channels and without editable fields, in ${language} (DESK-5)`, async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    const guest = await staffClient(shop, 'reader', ['1014'])
    await shop.sql`update staff set language = ${language} where id = ${guest.staffId}`
    wide.expectConsoleError('401')
    const refusals: string[] = []
    let read = 0
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const asked =
        pathname.startsWith('/backoffice/api/') && pathname !== '/backoffice/api/session'
      // A user without the permission never requests the audit log, not even to be refused.
      const isAudit = pathname.startsWith('/backoffice/api/audit')
      if (asked && (isAudit || response.status() >= 400)) {
        refusals.push(`${response.status()} ${pathname}`)
      }
    })
    await signInAsStaff(wide, language, '/backoffice', guest)

    const rail = page.getByRole('navigation', { name: said[language].pages })
    const links = await rail
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(
      NAVIGATION.flat().flatMap((entry) =>
        tabsFor(entry, reader)
          .slice(0, 1)
          .map(({ path }) => path),
      ),
    )
    for (const one of backofficePages) {
      // A page has the same components in every language, so other languages check the refused pages only.
      if (language !== LAYOUT_LANGUAGE && mayOpen(one, reader)) continue
      const path = await findAddress(page, reader, one.path)
      if (path === null) continue
      await navigateTo(page, path)
      // The refusal of the previous page stays visible until this page is loaded.
      const isRefused = async () => (await page.getByText(said[language].notForYou).count()) > 0
      await expect.poll(isRefused, { message: path }).toBe(!mayOpen(one, reader))
      await expectVisible(page.getByRole('heading', { level: 1 }))
      await waitForIdle(page, RENDERED_MS)
      expect({ path, isRefused: await isRefused() }).toEqual({
        path,
        isRefused: !mayOpen(one, reader),
      })
      const { looksSo, toRead } = await fieldsOf(page)
      expect({ path, looksSo }).toEqual({ path, looksSo: [] })
      read += toRead
      const { broken: failed, brokenNumber } = said[language]
      const broken = await page.getByText(failed).or(page.getByText(brokenNumber)).count()
      expect({ path, broken }).toEqual({ path, broken: 0 })
    }
    expect(refusals).toEqual([])
    if (language === LAYOUT_LANGUAGE) expect(read).toBeGreaterThan(20)
  })
}
