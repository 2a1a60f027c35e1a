import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { backofficePages } from '#backoffice/shell/pages/all-pages.ts'
import { waitForIdle } from '#e2e/support/network-idle.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  findAddress,
  RENDERED_MS,
  ownerStaff,
  fillBackoffice,
  findOverflow,
  navigateTo,
} from '#e2e/support/backoffice-pages.ts'
import { test } from '#e2e/support/browser-test.ts'
import { en, withAnyValue } from '#e2e/support/messages.ts'
import { expectOnlyLanguage } from '#e2e/support/language-check.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

test('every page of the back office is completely in English, fits 320 pixels also at 200% text size, and exports its list as a file (DESK-13, DESK-17, DESK-40)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'en', name = 'Olga Ooms' where id = ${owner.staffId}`
  await owner.signIn()
  await fillBackoffice(owner)
  wide.expectConsoleError('401')
  await page.setViewportSize({ width: 320, height: 720 })
  await signInAsStaff(wide, 'en', '/backoffice', owner)
  const wider: Record<string, string[]> = {}
  const taken: Awaited<ReturnType<typeof takenAlong>> = []
  for (const one of backofficePages) {
    const path = await findAddress(page, ownerStaff, one.path)
    if (path === null) continue
    await navigateTo(page, path)
    await waitForIdle(page, RENDERED_MS)
    const heading = () => page.getByRole('heading', { level: 1 }).count()
    await expect.poll(heading, { message: path }).toBeGreaterThan(0)
    await expectOnlyLanguage(page, 'en', path)
    const parts = [...(await findOverflow(page, '')), ...(await findOverflow(page, '200%'))]
    if (parts.length > 0) wider[path] = parts
    // On a phone the menu of a list has its file.
    const menu = page.getByRole('button', { name: en('moreActions'), exact: true }).first()
    if ((await menu.count()) > 0) await menu.click()
    taken.push(...(await takenAlong(page, path)))
  }
  expect(wider).toEqual({})
  expect(taken.filter(({ status }) => status !== 200)).toEqual([])
  // A list without rows offers no file.
  expect(taken.length).toBeGreaterThan(15)
  expect(await page.getByText(withAnyValue(en('jobFailedRepeatedly'))).count()).toBe(0)
  await expectNoAxeViolations(page)
})

/** The files of lists that a page offers, and what comes of asking for them. Codes are handed out once, and not here. */
const takenAlong = async (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[download]')]
    const lists = links.filter(({ href }) => href.includes('as=csv') && !href.includes('/codes'))
    return Promise.all(
      lists.map(async ({ href }) => {
        const response = await fetch(href)
        await response.text()
        return { path, href, status: response.status }
      }),
    )
  }, path)
