import { inEachLanguage, withAnyValue } from '#e2e/support/messages.ts'
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
} from '#e2e/support/browser-test.ts'
import { expireVouchers } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import { rewriteFiles } from '#server/modules/privacy/rewrite-month-tables.timer.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const WORDS = inEachLanguage((t) => ({
  retention: t('retention'),
  dry: withAnyValue(t('privacy.lookIn')),
  looked: t('privacy.state.looked'),
  would: t('privacy.wouldErase'),
  ask: t('privacy.ask'),
  reason: t('reason'),
  waits: t('privacy.state.asked'),
  toQuestion: t('privacy.toApproval'),
  yes: t('approval.yes'),
  erase: withAnyValue(t('approval.kind.retention.run', { count: 1 })),
  done: t('privacy.state.done'),
  bytes: t('privacy.bytes'),
  expired: t('expiredPoints'),
  vouchers: t('nav.vouchers'),
  erased: t('voucher.state.erased'),
  more: t('more'),
  personal: t('privacy.personal'),
  wish: t('privacy.personalAsked'),
  make: t('privacy.makeFile'),
  askToErase: t('privacy.askToErase'),
  lost: t('privacy.personalLost', { count: 6 }),
}))

/** A voucher that expired long ago with points left. */
async function longEnded(shop: TestShop) {
  const holder = await shop.holder({ points: 7, firstName: 'Quintijn' })
  await shop.sql`
    update voucher set valid_from = '-infinity', valid_until = now() - interval '400 days' where id = ${holder.voucherId}`
  await shop.sql`update channel set settings = settings || '{"retention_months": 12}' where id = '1014'`
  await expireVouchers(shop.shop)
}

async function colleague(shop: TestShop, role: 'owner' | 'service', language: BackofficeLanguage) {
  const guest = await staffClient(shop, role)
  await shop.sql`update staff set language = ${language} where id = ${guest.staffId}`
  return guest
}

const dialogOf = (page: Page) => page.getByRole('dialog')

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`an erasure dry run shows its counts, another user approves it, and the names are erased, in ${language} (DESK-6)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    await longEnded(shop)
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    await signInAsStaff(
      wide,
      language,
      '/backoffice/privacy',
      await colleague(shop, 'owner', language),
    )
    await expectVisible(page.getByRole('heading', { level: 1, name: words.retention }))
    await expectVisible(page.getByRole('button', { name: words.dry }).first())
    await expectNoAxeViolations(page)
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('a[href="/backoffice/channels/1014"]') })
    await row.getByRole('button', { name: words.dry }).press('Enter')
    await expectVisible(page.getByRole('heading', { name: words.would }))
    await expectVisible(page.getByText(words.looked, { exact: true }))
    const run = new URL(page.url()).pathname.split('/').at(-1)
    await page.getByLabel(words.reason).fill('A year is over')
    // What was typed outlives a reload.
    await page.reload()
    expect(await page.getByLabel(words.reason).inputValue()).toBe('A year is over')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.ask }).click()
    await expectVisible(page.getByText(words.waits, { exact: true }))
    const href = await page.getByRole('link', { name: words.toQuestion }).getAttribute('href')

    await signInAsStaff(phone, language, href ?? '', await colleague(shop, 'owner', language))
    await expectVisible(phone.page.getByText(words.erase).first())
    await phone.page.getByRole('button', { name: words.yes }).click()
    await expect
      .poll(async () => {
        await shop.shop.jobs.drain()
        await rewriteFiles(shop.shop)
        return shop.sql`
            select from retention_run where rewritten_at is not null and id = ${Number(run)}`
      })
      .not.toHaveLength(0)
    await page.reload()
    await expectVisible(page.getByText(words.done, { exact: true }).first())
    await expectVisible(page.getByRole('heading', { name: words.bytes }))
    await expectNoAxeViolations(page)

    await page.getByRole('link', { name: words.vouchers, exact: true }).click()
    await page.getByRole('link', { name: words.expired }).click()
    await expectVisible(page.locator('[data-row-link]').first())
    await expectNoAxeViolations(page)
    await page.locator('[data-row-link]').first().click()
    await expectVisible(page.getByText(words.erased, { exact: true }).first())
    expect(await page.content()).not.toContain('Quintijn')
    if (language !== LAYOUT_LANGUAGE) return
    await page.setViewportSize({ width: 320, height: 720 })
    for (const path of [
      '/backoffice/privacy',
      '/backoffice/privacy/erasure-runs',
      '/backoffice/expired-points',
    ]) {
      await wide.go(path)
      await expectVisible(page.getByRole('heading', { level: 1 }))
      await expectNoHorizontalScroll(page)
      await expectMainFits(page)
    }
  })

  test(`a recipient gets the data stored about them, and asks to be erased, in ${language} (DESK-6)`, async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    const holder = await shop.holder({ points: 6, firstName: 'Quintijn' })
    wide.expectConsoleError('401')
    const guest = await colleague(shop, 'service', language)
    await signInAsStaff(wide, language, `/backoffice/recipients/${holder.voucherId}`, guest)
    const open = async () => {
      await page.getByRole('button', { name: words.more }).click()
      await page.getByRole('button', { name: words.personal }).click()
      await expectVisible(dialogOf(page))
    }
    await open()
    await expectNoAxeViolations(page)
    await dialogOf(page).getByLabel(words.reason).fill('Asked by letter')
    const download = page.waitForEvent('download')
    await dialogOf(page).getByRole('button', { name: words.make }).click()
    expect((await download).suggestedFilename()).toBe(`personal-data-${holder.voucherId}.html`)
    await expectHidden(dialogOf(page))

    await open()
    await dialogOf(page).getByLabel(words.wish).selectOption('erase')
    await expectVisible(dialogOf(page).getByText(words.lost))
    await dialogOf(page).getByLabel(words.reason).fill('Asked by letter')
    await expectNoAxeViolations(page)
    await dialogOf(page).getByRole('button', { name: words.askToErase }).click()
    await expectHidden(dialogOf(page))
    const [asked] = await shop.sql`
        select kind from approval where subject_kind = 'voucher' and subject_id = ${String(holder.voucherId)}`
    expect(asked).toEqual({ kind: 'personal-data.erase' })
  })
}
