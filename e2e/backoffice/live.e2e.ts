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
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { nl } from '#e2e/support/messages.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** As a colleague would at another machine: by the call that the back office's own pages make. */
async function rename(shop: TestShop, by: StaffClient, id: number, name: string) {
  const [row] = await shop.sql<{ version: number }[]>`select version from staff where id = ${id}`
  const changed = { version: row?.version, name, role: 'reader', channels: ['1014'] }
  const answer = await by.request('PUT', `/backoffice/api/staff/${id}`, changed)
  expect(answer.status).toBe(200)
}

/** One subject for each page that several users can edit. */
async function pagesOfThings(shop: TestShop, owner: StaffClient) {
  const { number } = await sampleOrder(shop, {
    gifts: [{ spliId: '1014-linen-towel-sea', points: 2 }],
  })
  const [ids] = await shop.sql<{ voucher: number; batch: number; gift: string }[]>`
    select voucher_id as voucher, (select batch_id from voucher where id = voucher_id) as batch,
      (select id from product order by id limit 1) as gift
    from orders where number = ${number}`
  const release = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/releases', { name: 'Looked at' }),
  )
  return [
    `/backoffice/releases/${release.id}`,
    '/backoffice/channels/1014',
    `/backoffice/gifts/${ids?.gift}`,
    `/backoffice/orders/${number}`,
    `/backoffice/recipients/${ids?.voucher}`,
    `/backoffice/batches/${ids?.batch}`,
    '/backoffice/content/company?channel=1014',
    '/backoffice/content/navigation?channel=1014',
  ]
}

const LINE = '/backoffice/api/live'

async function named(shop: TestShop, name: string, language: string) {
  const owner = await staffClient(shop)
  await shop.sql`update staff set name = ${name}, language = ${language} where id = ${owner.staffId}`
  return owner
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = BACKOFFICE_TEXTS[language]
  test(`users see who else views the page and what the other changes, in ${language} (DESK-15, DESK-14)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const olga = await named(shop, 'Olga', language)
    const rik = await named(shop, 'Rik', language)
    const reader = await staffClient(shop, 'reader')
    await olga.signIn()
    for (const visit of [wide, phone]) {
      visit.expectConsoleError('401')
      visit.expectConsoleError('ERR_INTERNET_DISCONNECTED')
    }
    const place = `/backoffice/staff/${reader.staffId}`
    await signInAsStaff(wide, language, place, rik)
    await signInAsStaff(phone, language, place, olga)
    await expectVisible(page.getByText(words.viewedBy('Olga')))
    await expectVisible(phone.page.getByText(words.viewedBy('Rik')))
    await expectNoAxeViolations(page)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)

    // Nothing is typed here: it is simply so.
    await rename(shop, olga, reader.staffId, 'Renamed once')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Renamed once' }))
    // With unsaved input, the change is announced and applied only on request.
    const name = page.getByLabel(words.name, { exact: true })
    await name.fill('Typed by Rik')
    await rename(shop, olga, reader.staffId, 'Renamed twice')
    const notice = page.getByRole('main').getByText(words.changedBy('Olga'))
    await expectVisible(notice)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Renamed once' }))
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.show, exact: true }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Renamed twice' }))
    await expectHidden(notice)
    await expect.poll(() => name.inputValue()).toBe('Typed by Rik')
    await page.getByRole('button', { name: words.discard }).click()

    // The same on text pages. A user who leaves disappears.
    const texts = '/backoffice/content/texts/headercomponents?channel=1014'
    await Promise.all([wide.go(texts), phone.go(texts)])
    await expectVisible(page.getByText(words.viewedBy('Olga')))
    await expectVisible(phone.page.getByText(words.viewedBy('Rik')))
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(phone.page)
    // Changes between the page's first read and its live connection are delivered too.
    let listen = () => {}
    const mayListen = new Promise<void>((done) => (listen = done))
    await page.route(`**${LINE}*`, async (route) => {
      await mayListen
      await route.continue()
    })
    await wide.go(place)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Renamed twice' }))
    await rename(shop, olga, reader.staffId, 'Renamed unheard')
    listen()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Renamed unheard' }))
    // A list is as live as a page.
    await phone.go('/backoffice/staff?role=reader')
    await expectHidden(page.getByText(words.viewedBy('Olga')))
    await rename(shop, olga, reader.staffId, 'Renamed again')
    await expectVisible(phone.page.getByRole('link', { name: 'Renamed again' }))
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Renamed again' }))
  })
}

test('everyone else who has an item open is notified on its page, for every kind of item (DESK-15)', async ({
  wide,
  phone,
  shop,
}) => {
  const olga = await named(shop, 'Olga', 'nl')
  const rik = await named(shop, 'Rik', 'nl')
  await olga.signIn()
  for (const visit of [wide, phone]) visit.expectConsoleError('401')
  const [first = '', ...others] = await pagesOfThings(shop, olga)
  await Promise.all([
    signInAsStaff(wide, 'nl', first, rik),
    signInAsStaff(phone, 'nl', first, olga),
  ])
  for (const path of [first, ...others]) {
    if (path !== first) await Promise.all([wide.go(path), phone.go(path)])
    await expectVisible(wide.page.getByText(BACKOFFICE_TEXTS.nl.viewedBy('Olga')))
    await expectVisible(phone.page.getByText(BACKOFFICE_TEXTS.nl.viewedBy('Rik')))
  }
})

test('a browser has one live connection for all tabs, reconnects after a loss, and closes it with the session (DESK-2)', async ({
  wide,
  shop,
}) => {
  const { page, context } = wide
  const owner = await named(shop, 'Olga', 'nl')
  const other = await named(shop, 'Rik', 'nl')
  const reader = await staffClient(shop, 'reader')
  await other.signIn()
  wide.expectConsoleError('401')
  wide.expectConsoleError('ERR_INTERNET_DISCONNECTED')
  // What journeys set beforehand is set in a tab that shows nothing yet, too.
  wide.expectConsoleError('localStorage')
  const lines: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === LINE) lines.push(request.url())
  })
  const place = `/backoffice/staff/${reader.staffId}`
  await signInAsStaff(wide, 'nl', place, owner)
  const second = await context.newPage()
  await second.goto(wide.url(place))
  await expectVisible(second.getByText(BACKOFFICE_TEXTS.nl.openElsewhere))
  await rename(shop, other, reader.staffId, 'Heard by both')
  for (const tab of [page, second]) {
    await expectVisible(tab.getByRole('heading', { level: 1, name: 'Heard by both' }))
  }
  expect(lines).toHaveLength(1)

  // The tab that had the line is closed: the other one takes it over, and knows at once that it is alone. That does
  // not wait until its input is saved.
  const field = second.getByRole('main').getByRole('textbox').first()
  await field.fill('Typed')
  await page.close()
  await second
    .getByText(BACKOFFICE_TEXTS.nl.openElsewhere)
    .waitFor({ state: 'hidden', timeout: 10_000 })
  await second.getByRole('button', { name: nl('discard') }).click()
  await rename(shop, other, reader.staffId, 'Taken over')
  await expectVisible(second.getByRole('heading', { level: 1, name: 'Taken over' }))
  await context.setOffline(true)
  await rename(shop, other, reader.staffId, 'While away')
  await context.setOffline(false)
  await expectVisible(second.getByRole('heading', { level: 1, name: 'While away' }))

  await shop.sql`delete from staff_session where staff_id = ${owner.staffId}`
  const door = second.getByRole('dialog', { name: BACKOFFICE_TEXTS.nl.signInAgain })
  await expectVisible(door)
  await door.getByLabel(BACKOFFICE_TEXTS.nl.passwordOf(owner.email)).fill(owner.password)
  await second.keyboard.press('Enter')
  await expectHidden(door)
  await rename(shop, other, reader.staffId, 'Back again')
  await expectVisible(second.getByRole('heading', { level: 1, name: 'Back again' }))
})
