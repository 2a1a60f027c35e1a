import { en, nl } from '#e2e/support/messages.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  BACKOFFICE_TEXTS,
  signInAsStaff,
} from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectMainFits,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** More than a page of them. */
const READERS = 60

async function ownerAmongMany(shop: TestShop, language: string) {
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
  await shop.sql`
    insert into staff (email, name, role)
    select 'many-' || n || '@giftpoint.example', 'Reader ' || lpad(n::text, 3, '0'), 'reader'
    from generate_series(1, ${READERS}) n on conflict (email) do nothing`
  return owner
}

/** What the list shows, in its order. */
const rowsOf = (page: Page) => page.locator('tbody [data-row-link]').allTextContents()
const at = (page: Page) => new URL(page.url()).searchParams

for (const language of BACKOFFICE_LANGUAGES) {
  const words = BACKOFFICE_TEXTS[language]
  test(`a list works by keyboard alone, and its address contains its complete state, in ${language} (DESK-7, DESK-9)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await ownerAmongMany(shop, language)
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    wide.expectConsoleError('ERR_INTERNET_DISCONNECTED')
    await signInAsStaff(wide, language, '/backoffice/staff?role=reader', owner)
    await expectVisible(page.getByRole('link', { name: 'Reader 001' }))

    await page.keyboard.press('/')
    await page.keyboard.type('reader 0')
    await expect.poll(() => at(page).get('search')).toBe('reader 0')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Reader 002')
    await page.keyboard.press('Space')
    await expectVisible(page.getByRole('region', { name: words.selection }))
    expect(at(page).get('selected')).toMatch(/^\d+$/)
    await page.keyboard.press('?')
    await expectVisible(page.getByRole('dialog', { name: words.keys }))
    await page.keyboard.press('Escape')
    await expectHidden(page.getByRole('dialog'))
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Reader 002' }))
    await page.goBack()
    await expectVisible(
      page.getByRole('checkbox', { name: words.select('Reader 002'), checked: true }),
    )
    // Back at the row from which they came.
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Reader 002')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Reader 003')

    await page.getByRole('link', { name: words.name, exact: true }).click()
    await expect.poll(() => rowsOf(page)).toContain('Reader 060')
    await page.getByRole('button', { name: words.columns }).click()
    await page.getByRole('checkbox', { name: words.mail }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: words.next, exact: true }).click()
    await expect.poll(() => rowsOf(page)).toContain('Reader 001')
    const rows = await rowsOf(page)
    expect(await page.getByRole('columnheader', { name: words.mail }).count()).toBe(0)
    await expectNoAxeViolations(page)

    await page.reload()
    await expect.poll(() => rowsOf(page)).toEqual(rows)
    const colleague = await staffClient(shop)
    const copied = new URL(page.url())
    await signInAsStaff(phone, language, copied.pathname + copied.search, colleague)
    await expect.poll(() => rowsOf(phone.page)).toEqual(rows)
    // The four page links are on one line. The colleague reads Dutch.
    const ends = await phone.page
      .getByRole('navigation', { name: nl('pagesOfList') })
      .locator(':scope > *:not(:first-child)')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))
    expect(ends).toHaveLength(4)
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(12)
    await expectNoAxeViolations(phone.page)
    await expectNoHorizontalScroll(phone.page)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await page.goBack()
    await expect.poll(() => rowsOf(page)).toContain('Reader 060')

    // Local results work offline: the arrow keys move and Enter opens.
    await wide.context.setOffline(true)
    await page.keyboard.press('Control+k')
    // Without results, a hint explains what can be searched.
    await page.keyboard.type('qqq')
    await expectVisible(page.getByRole('status').filter({ hasText: words.foundNothing }))
    for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type(words.audit.slice(0, 3))
    await expectVisible(page.getByRole('option', { name: words.audit }))
    await wide.context.setOffline(false)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: words.audit }))
  })
}

test('the header selects the page, selecting all results is a separate step, and the result is confirmed (DESK-10)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await ownerAmongMany(shop, 'nl')
  wide.expectConsoleError('401')
  wide.expectConsoleError('409')
  await signInAsStaff(wide, 'nl', '/backoffice/staff?role=reader', owner)
  const bar = page.getByRole('region', { name: BACKOFFICE_TEXTS.nl.selection })
  await page.getByRole('checkbox', { name: nl('selectPage') }).check()
  await expectVisible(bar.getByText(nl('selected', { count: 50 }), { exact: true }))
  await bar.getByRole('button', { name: nl('selectAll', { count: READERS }) }).click()
  await expectVisible(bar.getByText(nl('allSelected', { count: READERS })))
  expect(at(page).get('selected')).toBe('all')
  await bar.getByRole('button', { name: nl('endSessionsOf', { count: READERS }) }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', {
    name: nl('endSessionsOf', { count: READERS }),
  })
  await expectNoAxeViolations(page)
  await dialog.getByLabel(nl('reason')).fill('A lost list')
  await shop.sql`
      insert into staff (email, name, role) values ('late@giftpoint.example', 'Reader 000', 'reader')`
  await confirm.click()
  await expectVisible(dialog.getByRole('alert').getByText(nl('changedSince')))
  await page.keyboard.press('Escape')
  await expectVisible(page.getByText(nl('staffMembers', { count: READERS + 1 })))
  await bar.getByRole('button', { name: nl('clearSelection') }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expectVisible(page.getByRole('link', { name: 'Reader 001' }))
  await expectNoAxeViolations(page)
  await page.getByRole('checkbox', { name: nl('selectOne', { name: 'Reader 001' }) }).check()
  await page.getByRole('checkbox', { name: nl('selectOne', { name: 'Reader 002' }) }).check()
  await bar.getByRole('button', { name: nl('endSessionsOf', { count: 2 }) }).click()
  await dialog.getByLabel(nl('reason')).fill('A lost list')
  await dialog.getByRole('button', { name: nl('endSessionsOf', { count: 2 }) }).click()
  await expectVisible(page.locator('[data-result]').getByText(nl('sessionsEnded', { count: 0 })))
  await expectHidden(bar)
  await shop.sql`delete from staff where email = 'late@giftpoint.example'`
})

test('a saved view is available on another device, and a shared one is read-only for others (DESK-8)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const owner = await ownerAmongMany(shop, 'en')
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  await signInAsStaff(wide, 'en', '/backoffice/staff?role=reader&sort=-name', owner)
  await page.getByRole('button', { name: en('saveView') }).click()
  await page
    .getByRole('group', { name: en('saveView') })
    .getByLabel(en('name'))
    .fill('Readers, backwards')
  await page.getByRole('checkbox', { name: en('shareView') }).check()
  await page.keyboard.press('Enter')
  await expectVisible(page.locator('[data-result]'))
  await expectVisible(
    page.getByRole('link', { name: 'Readers, backwards' }).and(page.locator('[aria-current]')),
  )

  // The same user on another device, then another user on that device.
  await signInAsStaff(phone, 'en', '/backoffice/staff', owner)
  await phone.page.getByRole('link', { name: 'Readers, backwards' }).click()
  await expect.poll(() => rowsOf(phone.page).then((rows) => rows[0])).toBe('Reader 060')
  await expectVisible(phone.page.getByRole('button', { name: en('changeView') }))
  await phone.context.clearCookies()
  const colleague = await staffClient(shop)
  await shop.sql`update staff set language = 'en' where id = ${colleague.staffId}`
  await signInAsStaff(phone, 'en', '/backoffice/staff', colleague)
  await phone.page.getByRole('link', { name: /Readers, backwards/ }).click()
  await expect.poll(() => rowsOf(phone.page).then((rows) => rows[0])).toBe('Reader 060')
  expect(await phone.page.getByRole('button', { name: en('changeView') }).count()).toBe(0)
})

for (const language of BACKOFFICE_LANGUAGES) {
  const words = BACKOFFICE_TEXTS[language]
  test(`typed text survives a reload and the end of the session, and is saved after the next sign-in, in ${language} (DESK-16)`, async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    const owner = await ownerAmongMany(shop, language)
    const service = await staffClient(shop, 'service')
    wide.expectConsoleError('401')
    await signInAsStaff(wide, language, `/backoffice/staff/${service.staffId}`, owner)
    const name = page.getByLabel(words.name, { exact: true })
    await name.fill('Sofie the Second')
    await page.reload()
    await expectVisible(page.getByRole('button', { name: words.discard }))
    await expect.poll(() => name.inputValue()).toBe('Sofie the Second')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectMainFits(page)

    // The session ends while the write is on its way.
    const end = () => shop.sql`delete from staff_session where staff_id = ${owner.staffId}`
    await respondInstead(page, '**/backoffice/api/staff/*', async (route, stop) => {
      stop()
      await end()
      await route.continue()
    })
    await page.getByRole('button', { name: words.save }).click()
    const door = page.getByRole('dialog', { name: words.signInAgain })
    await expectVisible(door)
    await expectNoAxeViolations(page)
    await door.getByLabel(words.passwordOf(owner.email)).fill(owner.password)
    await page.keyboard.press('Enter')
    await expectVisible(page.locator('[data-result]'))
    await expectHidden(door)
    const [row] = await shop.sql`select name from staff where id = ${service.staffId}`
    expect(row?.['name']).toBe('Sofie the Second')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Sofie the Second' }))
  })
}

/** 154 letters. */
const LONG_NAME = `Jan ${'Lange'.repeat(30)}`

/** The number of text lines in each cell. */
const linesOf = (page: Page, cells: string) =>
  page.locator(cells).evaluateAll((found) =>
    found.map((cell) => {
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      let lines = 0
      while (words.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(words.currentNode)
        lines = Math.max(lines, new Set([...range.getClientRects()].map(({ top }) => top)).size)
      }
      return lines
    }),
  )

/** A batch with one voucher: the recipient's name is long, and the sender's text has two paragraphs. */
async function batchOfLongName(shop: TestShop) {
  const owner = await staffClient(shop)
  await owner.signIn()
  const made = await owner.request('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 5,
    count: 1,
    recipients: [{ name: LONG_NAME, department: 'Magazijn' }],
    sender_name: 'Ans',
    sender_message: 'Dank je wel.\n\nTot volgend jaar.',
  })
  expect(made.status).toBe(200)
  return { owner, batch: ((await made.json()) as { id: string }).id }
}

test('a long name is completely visible, and the other columns stay visible on one line (DESK-7)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const { owner } = await batchOfLongName(shop)
  wide.expectConsoleError('401')
  await page.setViewportSize({ width: 1360, height: 850 })
  await signInAsStaff(wide, 'nl', '/backoffice/recipients', owner)
  const link = page.getByRole('link', { name: LONG_NAME })
  await expectVisible(link)
  const name = page.locator('main td').filter({ has: link })
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .getByRole('table')
        .evaluate(
          ({ parentElement: around }) => (around?.scrollWidth ?? 0) - (around?.clientWidth ?? 0),
        ),
    )
    .toBeLessThanOrEqual(0)
  // Wrapped, not cut.
  expect(await name.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0)
  const heights = await linesOf(page, 'main tbody tr:first-child td:nth-child(n + 3)')
  expect(heights.length).toBeGreaterThan(4)
  expect(Math.max(...heights)).toBeLessThanOrEqual(1)
})

test('a long name leaves the short facts of recipients on one line, and the message of the sender keeps its line breaks (DESK-7)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const { owner, batch } = await batchOfLongName(shop)
  wide.expectConsoleError('401')
  await page.setViewportSize({ width: 1360, height: 850 })
  await signInAsStaff(wide, 'nl', `/backoffice/batches/${batch}`, owner)
  await expectVisible(page.getByRole('cell', { name: LONG_NAME }))
  const lines = await Promise.all(
    ['th:last-child', 'td:last-child', 'td:nth-child(2)'].map((cell) =>
      linesOf(page, `main table ${cell}`),
    ),
  )
  const said = await page.locator('main blockquote p').first().innerText()
  expect({ lines, said }).toEqual({
    lines: [[1], [1], [1]],
    said: 'Dank je wel.\n\nTot volgend jaar.',
  })
})
