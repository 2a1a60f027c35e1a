import { en, nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

/** More than are made at once, and more points than one person gives alone. */
const MANY = 600
const POINTS = 200

test('a large batch shows its progress, is requested again after a rejection, and its letters can be cancelled (DESK-13, DESK-26, DESK-29)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  const second = await staffClient(shop)
  await second.signIn()
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', '/backoffice/batches/new', owner)
  const form = page.getByRole('form')
  const next = form.getByRole('button', { name: nl('nextStep') })
  await form.getByLabel(nl('channel')).selectOption('1014')
  await form.getByLabel(nl('pointsEach')).fill(String(POINTS))
  await next.click()
  await next.click()
  await form.getByLabel(nl('stepRecipients')).selectOption('number')
  await form.getByLabel(nl('voucherCount')).fill(String(MANY))
  await next.click()
  await next.click()
  await form.getByRole('button', { name: nl('createBatch', { count: MANY }) }).click()

  const progress = page.getByRole('progressbar', { name: nl('job.batch-making') })
  await expectVisible(progress)
  await expectVisible(page.getByText(nl('creationContinues')))
  expect(await page.getByRole('link', { name: nl('codes.pdf') }).count()).toBe(0)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  // A reload shows the same.
  await page.reload()
  await expectVisible(progress)
  await shop.shop.jobs.drain()
  await expectHidden(progress)
  const asked = page.getByText(nl('largeAsked', { name: 'The owner', points: MANY * POINTS }))
  await expectVisible(asked)

  const { pathname } = new URL(page.url())
  const id = pathname.split('/').at(-1) ?? ''
  const decide = async (verb: 'reject' | 'approve') => {
    const [open] = await shop.sql<{ id: string }[]>`
        select id::text from approval where kind = 'batch.give' and subject_id = ${id} and outcome is null`
    const path = `/backoffice/api/approvals/${open?.id}/${verb}`
    expect((await second.request('POST', path, { note: 'Te veel ineens' })).status).toBe(200)
  }
  await decide('reject')
  await page.reload()
  await expectVisible(
    page.getByText(nl('largeBatchRejected', { name: 'The owner', note: 'Te veel ineens' })),
  )
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: nl('askAgain') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(nl('whyAdded')).fill('Het bestuur zei ja')
  await dialog.getByRole('button', { name: nl('askAgain') }).click()
  await expectHidden(dialog)
  await expectVisible(asked)

  // Login with such a voucher is impossible, so impersonation is refused too.
  const [voucher] = await shop.sql<{ id: string }[]>`
      select id::text from voucher where batch_id = ${id} limit 1`
  await wide.go(`/backoffice/recipients/${voucher?.id}`)
  await page.getByRole('button', { name: nl('moreActions') }).click()
  await page.getByRole('button', { name: nl('voucher.act') }).click()
  await expectVisible(dialog.getByText(nl('waitsForSecond')))
  expect(await dialog.getByLabel(nl('whyAdded')).count()).toBe(0)
  await decide('approve')

  await wide.go(pathname)
  const letters = page.getByRole('link', { name: nl('codes.pdf') })
  const stop = page.getByRole('button', { name: nl('stopCodes') })
  await shop.sql.begin(async (sql) => {
    // The first hundred of them wait here.
    await sql`lock table pending_voucher_code in share mode`
    await letters.click()
    await expectVisible(stop)
    await expectNoAxeViolations(page)
    await stop.click()
    // The transaction that creates the next hundred, and the one that cancels.
    await expect
      .poll(async () => {
        const [row] = await shop.sql<{ waiting: number }[]>`
            select count(*)::integer as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
        return row?.waiting
      })
      .toBe(2)
  })
  // One more hundred may be created before the cancellation gets the lock.
  await expectVisible(
    page.getByText(new RegExp(nl('stoppedAt', { made: '[1-5]00', all: `${MANY}\\` }))),
  )
  await expectVisible(letters)

  // Another one is cancelled while it is made, and read in English.
  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  await wide.go('/backoffice/batches')
  const begun = await second.request('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 1,
    count: MANY,
  })
  const { id: other } = (await begun.json()) as { id: string }
  await wide.go(`/backoffice/batches/${other}`)
  await expectVisible(page.getByText(en('batch.being-made')))
  await page.getByRole('button', { name: en('cancelJob') }).click()
  await expectVisible(page.getByText(en('creationCancelled')))
  await expectVisible(page.getByText(en('batch.undone')).first())
})
