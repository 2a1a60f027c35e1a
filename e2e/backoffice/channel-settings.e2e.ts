import { inEachLanguage, nl, withAnyValue } from '#e2e/support/messages.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
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
import { staffClient } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const MANY = 300

/** UI texts for these tests, in both languages. */
const WORDS = inEachLanguage((t, either) => ({
  channels: t('channels'),
  selectPage: t('selectPage'),
  selectAll: t('selectAll', { count: 300 }),
  allSelected: t('allSelected', { count: 300 }),
  selection: t('selection'),
  change: t('channel.change', { count: 300 }),
  change301: t('channel.change', { count: 301 }),
  clear: t('clearSelection'),
  count301: t('channel.count', { count: 301 }),
  selectAll301: t('selectAll', { count: 301 }),
  field: t('field'),
  minutes: t('channel.bulk.undo_minutes'),
  newValue: t('channel.newValue'),
  look: t('channel.lookFirst'),
  will: withAnyValue(t('channel.willChange', { count: 301, channels: 301 })),
  done: t('channel.bulkDone', { count: 301 }),
  countDiffers: t('why.countDiffersNow', { count: 301 }),
  takeBack: t('channel.takeBack'),
  tookBack: t('channel.tookBack', { count: 300 }),
  left: withAnyValue(t('channel.leftOne', { subject: '8004 undo_minutes' })),
  close: t('close'),
  active: t('channel.theme.active'),
  heading: t('channel.theme.heading'),
  cannotRead: t('channel.readsNot'),
  inShop: t('channel.saved', { count: 1 }),
  bothWrote: withAnyValue(t('channel.bothWrote')),
  useMine: t('channel.useMine'),
  newChannel: t('channel.new'),
  from: t('channel.newFrom'),
  number: t('channel.newNumber'),
  name: t('name'),
  host: t('channel.hostNumber', { number: 1 }),
  make: t('channel.make'),
  making: t('channel.state.making'),
  zoneNow: withAnyValue(t('channel.zoneNow')),
  zone: t('channel.zone'),
  save: t('save'),
  discard: t('discard'),
  sections: t('channel.sections'),
  overview: t('settings.overview'),
  general: t('channel.general'),
  theme: t('channel.look'),
  unsaved: t('unsavedChanges', { count: 1 }),
  headings: withAnyValue(t('channel.f.contrast')),
  resolve: t('channel.resolve'),
  ask: t('channel.overrideAsk'),
  reason: t('reason'),
  reasonMissing: t('reasonRequired'),
  asked: t('channel.overrideAsked'),
  open: t('channel.openIt'),
  isOpen: t('channel.isOpen'),
  shut: t('channel.closeIt'),
  isClosed: t('channel.isClosed'),
  closedPage: either('De winkel is nog even dicht', 'The shop is closed for now'),
}))

async function ownerOfMany(shop: TestShop, language: string) {
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
  await shop.sql`
    insert into channel (id, name) select 8000 + n, 'Many ' || lpad(n::text, 3, '0') from generate_series(1, ${MANY}) n
    on conflict (id) do nothing`
  await shop.sql`update channel set name = 'Another' where id = '8999'`
  await shop.sql`update channel set undo_minutes = 30, theme_options = '[]' where id like '8%' and length(id) = 4`
  return owner
}
const rowsOf = (page: Page) => page.locator('tbody [data-row-link]').allTextContents()

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`a field is changed in three hundred channels at once after a preview, and undone except where someone else changed it since, in ${language} (DESK-7, DESK-9, DESK-10, DESK-11)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await ownerOfMany(shop, language)
    for (const complaint of ['401', '409']) wide.expectConsoleError(complaint)
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, '/backoffice/channels?search=many&sort=name', owner)
    await expectVisible(page.getByRole('link', { name: 'Many 001' }))
    await expectNoAxeViolations(page)
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const bar = page.getByRole('region', { name: words.selection })
    await expectVisible(bar)
    await page.getByRole('checkbox', { name: words.selectPage }).check()
    await bar.getByRole('button', { name: words.selectAll }).click()
    await expectVisible(bar.getByText(words.allSelected))

    await bar.getByRole('button', { name: words.change }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.field).selectOption({ label: words.minutes })
    await dialog.getByLabel(words.newValue).fill('45')
    await shop.sql`insert into channel (id, name) values ('8999', 'Many more')
          on conflict (id) do update set name = excluded.name`
    await dialog.getByRole('button', { name: words.look }).click()
    await expectVisible(dialog.getByText(words.will))
    expect(await dialog.locator('tbody tr').count()).toBe(20)
    await expectNoAxeViolations(page)
    // A channel was added after the page loaded. The action applies only to the number on the button, so it is
    // refused.
    await dialog.getByRole('button', { name: words.change }).click()
    await expectVisible(dialog.getByRole('alert').getByText(words.countDiffers))
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: words.clear }).click()
    await expectVisible(page.getByText(words.count301))
    await page.getByRole('checkbox', { name: words.selectPage }).check()
    await bar.getByRole('button', { name: words.selectAll301 }).click()
    await bar.getByRole('button', { name: words.change301 }).click()
    await dialog.getByLabel(words.field).selectOption({ label: words.minutes })
    await dialog.getByLabel(words.newValue).fill('45')
    await dialog.getByRole('button', { name: words.look }).click()
    await expectVisible(dialog.getByText(words.will))
    await dialog.getByRole('button', { name: words.change301 }).click()
    await expectVisible(dialog.getByText(words.done))
    const [changed] =
      await shop.sql`select count(*)::integer as count from channel where undo_minutes = 45`
    expect(changed?.['count']).toBe(MANY + 1)

    await shop.sql`update channel set undo_minutes = 5 where id = '8004'`
    await dialog.getByRole('button', { name: words.takeBack }).click()
    await expectVisible(dialog.getByText(words.tookBack))
    await expectVisible(dialog.getByText(words.left))
    await dialog
      .getByRole('button', { name: words.close, exact: true })
      .filter({ hasText: words.close })
      .click()
    await expectHidden(bar)
    const [left] =
      await shop.sql`select count(*)::integer as count from channel where undo_minutes = 30 and name like 'Many%'`
    expect(left?.['count']).toBe(MANY)

    if (language !== LAYOUT_LANGUAGE) return

    const rows = await rowsOf(page)
    await page.reload()
    await expect.poll(() => rowsOf(page)).toEqual(rows)
    const colleague = await staffClient(shop)
    const { pathname, search } = new URL(page.url())
    await signInAsStaff(phone, language, pathname + search, colleague)
    await expect.poll(() => rowsOf(phone.page)).toEqual(rows)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await expectNoAxeViolations(phone.page)
  })

  test(`a channel is created as a copy, shows what blocks its opening, and is opened with approval or after the issues are fixed, in ${language} (DESK-14, DESK-22, PRODUCT-9)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await ownerOfMany(shop, language)
    const id = language === 'nl' ? '7101' : '7102'
    const host = `new-${language}.localhost`
    for (const complaint of ['401', '409', '503']) wide.expectConsoleError(complaint)
    for (const complaint of ['401', '503']) phone.expectConsoleError(complaint)
    await signInAsStaff(wide, language, '/backoffice/channels', owner)
    // The next page's code loads on hover. The current page stays visible until the next one can render.
    const part = /\/NewChannelPage-[^/]*\.js/
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route(part, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(part)
    const toNew = page.getByRole('link', { name: words.newChannel, exact: true })
    await toNew.hover()
    await asked
    await toNew.click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/backoffice/channels/new')
    await expectVisible(page.getByRole('heading', { level: 1, name: words.channels }))
    release()
    await page.getByLabel(words.from).selectOption('1014')
    await page.getByLabel(words.number).fill(id)
    await page.getByLabel(words.name, { exact: true }).fill('Newly made')
    await page.getByLabel(words.host, { exact: true }).fill(host)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.make }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Newly made' }))
    await expectVisible(page.getByText(words.making).first())
    await expectNoAxeViolations(page)
    const sections = page.getByRole('navigation', { name: words.sections })
    const show = (section: string) => sections.getByRole('link', { name: section }).click()
    await show(words.general)
    await expectVisible(page.getByText(words.zoneNow))
    await expectNoAxeViolations(page)

    // Its holders see that it is not open yet.
    await phone.go('/login', host)
    await expectVisible(phone.page.getByRole('heading', { name: 'De winkel is nog even dicht' }))
    await expectNoAxeViolations(phone.page)

    // An unreadable heading colour: shown while typing, and red in the launch check once published.
    const save = () => page.getByRole('button', { name: words.save, exact: true }).click()
    await show(words.theme)
    await page.locator('#theme').getByLabel(words.heading, { exact: true }).fill('#c8d8e8')
    await expect.poll(() => page.getByText(words.cannotRead).count()).toBeGreaterThan(2)
    // The home page beside it shows them before they are saved.
    const home = page.locator('#theme').frameLocator('iframe').locator('html')
    const shown = (name: string) =>
      home.evaluate((html, name) => getComputedStyle(html).getPropertyValue(name), name)
    await expect.poll(() => shown('--heading')).toBe('#c8d8e8')
    await shop.sql`update channel set theme_options = '[{"reference": "heading", "value": "#123456"}]' where id = ${id}`
    await save()
    await expectVisible(page.getByText(words.bothWrote))
    await page.getByRole('button', { name: words.useMine }).click()
    // Unsaved input and its save bar are there in every section, also after a reload.
    await show(words.general)
    await page.reload()
    await expectVisible(sections.getByRole('link', { name: words.theme }).getByText(words.unsaved))
    await save()
    await expectVisible(page.getByText(words.inShop))
    await show(words.overview)
    await expectVisible(page.locator('#check').getByText(words.headings))
    await page.getByRole('button', { name: words.ask }).click()
    await expectVisible(page.getByText(words.reasonMissing))
    await page.locator('#check').getByLabel(words.reason).fill('The opening day')
    await page.getByRole('button', { name: words.ask }).click()
    await expectVisible(page.getByText(words.asked))
    // The request is shown, and no second request is possible.
    await expectVisible(page.locator('#check').getByText('The opening day'))
    await expectHidden(page.getByRole('button', { name: words.ask }))
    await page.getByRole('button', { name: words.takeBack }).click()
    await expectHidden(page.locator('#check').getByText(words.headings))
    await show(words.theme)
    await page.locator('#theme').getByRole('slider').first().fill('3')
    await expect.poll(() => shown('--radius-s')).toBe('3px')
    await page.getByRole('button', { name: words.discard }).click()
    await expect.poll(() => shown('--radius-s')).not.toBe('3px')
    await shop.sql`
        update channel set theme_options = source.theme_options, company = source.company from channel source
        where channel.id = ${id} and source.id = '1014'`
    await show(words.overview)
    await page.reload()
    await page.getByRole('button', { name: words.open }).click()
    await expectVisible(page.getByText(words.isOpen))
    await phone.go('/login', host)
    await expectVisible(phone.page.getByRole('textbox').first())

    await page.getByRole('button', { name: words.shut }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.reason).fill('A mistake')
    await dialog.getByRole('button', { name: words.shut }).click()
    await expectVisible(page.getByText(words.isClosed))
    await phone.go(`/login?language=${language}`, host)
    await expectVisible(phone.page.getByRole('heading', { name: words.closedPage }))

    if (language !== LAYOUT_LANGUAGE) return

    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expectVisible(page.locator('#check').getByText(words.isClosed))
    await expectNoAxeViolations(page)
    // A user without permission for the fix gets no link, but sees who can fix it.
    const reader = await staffClient(shop, 'reader', [id])
    await signInAsStaff(phone, language, `/backoffice/channels/${id}`, reader)
    // Warnings alone are folded.
    await phone.page.locator('#check summary').click()
    await expectVisible(
      phone.page
        .locator('#check')
        .getByText(withAnyValue(nl('channel.resolvedBy', { who: nl('role.owner') })))
        .first(),
    )
    expect(await phone.page.locator('#check li a').count()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectMainFits(page)
  })
}

test('a channel offers the languages that its owner chose, with the number of texts that each lacks (SAFE-16, B-4)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  await shop.sql`
      insert into content (channel_id, path, block, kind, key, language, value)
      values ('1014', 'headercomponents', '', 'text', 'onlyDutch', 'nl', 'Alleen hier')`
  await signInAsStaff(wide, 'nl', '/backoffice/channels/1014/general', owner)
  const rules = page.locator('#general')
  const save = () => page.getByRole('button', { name: WORDS.nl.save, exact: true }).click()
  const languages = rules.getByRole('group', { name: nl('channel.languagesOffered') })
  expect(await languages.getByRole('checkbox', { name: nl('in.nl') }).isDisabled()).toBe(true)
  await languages.getByRole('checkbox', { name: nl('in.de') }).check()
  await expectVisible(
    languages.getByText(nl('channel.f.texts-fallback', { count: 1, language: nl('in.de') })),
  )
  await expectNoAxeViolations(page)
  await save()
  await expectVisible(page.getByText(WORDS.nl.inShop))
  await phone.go('/login')
  await expectVisible(phone.page.getByRole('button', { name: 'Deutsch' }))

  await languages.getByRole('checkbox', { name: nl('in.de') }).uncheck()
  await languages.getByRole('checkbox', { name: nl('in.en') }).uncheck()
  await save()
  await expectVisible(page.getByText(WORDS.nl.inShop))
  await phone.openAs('giftshop1', '/order-process')
  await expectVisible(phone.page.getByRole('button', { name: 'Uitloggen' }))
  await expectHidden(phone.page.getByRole('button', { name: /Taal/ }))
})

test('a host of another channel is refused at its field, with the name of that channel (DESK-22)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  wide.expectConsoleError('401')
  wide.expectConsoleError('409')
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  const [taken] = await shop.sql<{ host: string; id: string; name: string }[]>`
      select host, id, name from channel join channel_host on channel_id = id where id = '2001' limit 1`
  const sentence = nl('channel.hostOf', {
    host: taken?.host ?? '',
    channel: `${taken?.id} ${taken?.name}`,
  })
  const host = (number: number) =>
    page.getByRole('textbox', { name: nl('channel.hostNumber', { number }), exact: true })
  const isSaidAt = async (field: Locator) => {
    await expectVisible(page.getByText(sentence).first())
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const described = (await field.getAttribute('aria-describedby')) ?? ''
    expect(described).toContain('-issue')
    await expectNoAxeViolations(page)
  }
  await signInAsStaff(wide, 'nl', '/backoffice/channels/new', owner)
  await page.getByLabel(WORDS.nl.from).selectOption('1014')
  await page.getByLabel(WORDS.nl.number).fill('7077')
  await page.getByLabel(WORDS.nl.name, { exact: true }).fill('Nog een')
  await host(1).fill(taken?.host ?? '')
  await page.getByRole('button', { name: WORDS.nl.make }).click()
  await isSaidAt(host(1))
  await page.goto(wide.url('/backoffice/channels/1014/domains'))
  const before = await page
    .getByRole('group', { name: nl('channel.hosts'), exact: true })
    .getByRole('textbox')
    .count()
  await page.getByRole('button', { name: nl('channel.addHost') }).click()
  await host(before + 1).fill(taken?.host ?? '')
  // Saved in another section, the refused field is shown.
  await page
    .getByRole('navigation', { name: WORDS.nl.sections })
    .getByRole('link', { name: WORDS.nl.general })
    .click()
  await page.getByRole('button', { name: WORDS.nl.save, exact: true }).click()
  await isSaidAt(host(before + 1))
  // The error disappears once the user corrects the value.
  await host(before + 1).fill('nieuw.example')
  await expectHidden(page.getByText(sentence))
})
