import { en, nl } from '#e2e/support/messages.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  signInAsStaff,
  LAYOUT_LANGUAGE,
} from '#e2e/support/backoffice-steps.ts'
import { EDITOR_TEXTS } from '#e2e/support/editor-texts.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectMainFits,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { headerText, releaseClient, shownText } from '#server/testing/clients/release-client.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const EDITOR = '/backoffice/content/texts/headercomponents?channel=1014&language=nl'

async function editorOf(shop: TestShop, language: string, channels = ['1014']) {
  const editor = await staffClient(shop, 'editor', channels)
  await shop.sql`update staff set language = ${language} where id = ${editor.staffId}`
  return editor
}

const LEAVING = {
  nl: { signOut: nl('signOut'), unsaved: nl('signOutUnsaved'), stay: nl('signOutStay') },
  en: { signOut: en('signOut'), unsaved: en('signOutUnsaved'), stay: en('signOutStay') },
} as const

/** The text as shown in the editor. */
const written = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true }).innerText()

/** Replaces the text of a field. */
async function write(page: Page, label: string, words: string) {
  const field = page.getByRole('textbox', { name: label, exact: true })
  await field.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
}

async function paste(page: Page, label: string, html: string) {
  const field = page.getByRole('textbox', { name: label, exact: true })
  await field.click()
  await page.keyboard.press('Control+a')
  await field.evaluate((element, html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    data.setData('text/plain', 'plain')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = EDITOR_TEXTS[language]
  test(`a text is found by its content and edited in one language beside another that shows the fallback, and survives the end of the session, in ${language} (DESK-16, DESK-17)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await releaseClient(shop)
    await owner.write('Shared', headerText('sentence', 'nl', '2'), `Een zin van allen ${language}`)
    await owner.write(
      'English',
      headerText('sentence', 'en', '2'),
      `A sentence for all ${language}`,
    )
    const rows = () =>
      shop.sql`
          select channel_id, path, block, kind, key, language, value, alt, position, row_version from content
          where not (channel_id = '1014' and key = 'sentence' and language = 'nl')
          order by channel_id, path, block, kind, key, language`
    const others = await rows()
    const editor = await editorOf(shop, language)
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, '/backoffice/content', editor)
    await page.getByRole('searchbox', { name: words.search }).fill(`zin van allen ${language}`)
    const row = page.getByRole('row').filter({ hasText: `zin van allen ${language}` })
    await expectVisible(row)
    await expectNoAxeViolations(page)
    await row.getByRole('link').first().click()
    await expectVisible(page.getByRole('heading', { level: 1, name: words.header }))
    // It is shown in the language in which it was found. The channel does not offer French.
    await page.getByRole('button', { name: words.compareWith }).click()
    const compare = page.getByRole('combobox', { name: words.compareWith })
    await expectVisible(compare)
    expect(await compare.locator('option').allTextContents()).not.toContain(words.french)
    await page.getByRole('button', { name: words.otherLanguages }).click()
    await compare.selectOption({ label: words.french })
    const french = page.getByRole('group', { name: `Sentence, ${words.french}`, exact: true })
    await expectVisible(french.getByText(`Een zin van allen ${language}`))
    await expectVisible(french.getByText(words.readsShared))
    await expectNoAxeViolations(page)

    // By keyboard: the inherited text becomes the start of an own one, and the focus moves into it.
    await page
      .getByRole('button', { name: `${words.editShared}: Sentence, ${words.dutch}` })
      .press('Enter')
    const dutch = page.getByRole('textbox', { name: `Sentence, ${words.dutch}`, exact: true })
    await expect.poll(() => dutch.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Onze eigen {points} punten')
    await expectVisible(
      page
        .getByRole('textbox', { name: `Sentence, ${words.dutch}` })
        .locator('[data-variable=points]'),
    )
    await page.reload()
    await expect.poll(() => written(page, `Sentence, ${words.dutch}`)).toContain('Onze eigen')
    // Signing out asks before it throws that away.
    await page.getByRole('button', { name: LEAVING[language].signOut }).click()
    const leaving = page.getByRole('dialog', { name: LEAVING[language].unsaved })
    await expectVisible(leaving)
    await expectNoAxeViolations(page)
    await leaving.getByRole('button', { name: LEAVING[language].stay }).click()
    await expectHidden(leaving)
    await expect.poll(() => written(page, `Sentence, ${words.dutch}`)).toContain('Onze eigen')
    // The session ends while the write is on its way.
    let ended = false
    await page.route('**/backoffice/api/publications', async (route) => {
      if (route.request().method() !== 'GET' && !ended) {
        ended = true
        await shop.sql`delete from staff_session where staff_id = ${editor.staffId}`
      }
      await route.continue()
    })
    await page.getByRole('button', { name: words.publish }).click()
    const door = page.getByRole('dialog', { name: words.signInAgain })
    await expectVisible(door)
    await door.getByLabel(words.passwordOf(editor.email)).fill(editor.password)
    await page.keyboard.press('Enter')
    await expectVisible(page.locator('[data-result]').getByText(words.isPublished))
    await expectHidden(door)
    expect(await shownText(shop, headerText('sentence', 'nl', '1014'))).toBe(
      'Onze eigen {points} punten',
    )
    expect(await rows()).toEqual(others)
    await shop.sql`delete from content where key = 'sentence'`

    if (language !== LAYOUT_LANGUAGE) return

    await signInAsStaff(phone, language, EDITOR, editor)
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: words.header }))
    // The shop's default language is selected from its languages.
    const begins = phone.page.getByRole('combobox', { name: words.begins }).first()
    await expect.poll(() => begins.locator('option').allTextContents()).toContain(nl('in.nl'))
    await expectNoAxeViolations(phone.page)
    await expectNoHorizontalScroll(phone.page)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectMainFits(page)
  })

  test(`the editor marks a shared text, a fallback and an empty text, starts from the shared text, and publishes in one call, in ${language} (SAFE-16, B-2, B-3, C-1)`, async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    wide.expectConsoleError('401')
    wide.expectConsoleError('ERR_CONNECTION_FAILED')
    const owner = await releaseClient(shop)
    await owner.write('Shared', headerText('start', 'nl', '2'), 'Kies een cadeau, {first_name}')
    await owner.write('Own', headerText('own', 'fr', '1014'), 'Bonjour')
    const editor = await editorOf(shop, language)
    await signInAsStaff(wide, language, `${EDITOR}&compare=fr`, editor)
    const label = `Start, ${words.dutch}`
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await expectVisible(group(label).getByText(words.isShared, { exact: true }))
    await expectVisible(
      group(`Start, ${words.french}`).getByText(words.isFallback, { exact: true }),
    )
    await expectVisible(group(`Own, ${words.dutch}`).getByText(words.isEmpty, { exact: true }))

    // Nothing is changed until something is typed.
    await page.getByRole('button', { name: `${words.editShared}: ${label}` }).press('Enter')
    const field = page.getByRole('textbox', { name: label, exact: true })
    await expectVisible(field.locator('[data-variable=first_name]'))
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await group(label).getByText(words.notSaved).count()).toBe(0)
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('Rustig: ')
    await expectVisible(group(label).getByText(words.notSaved))

    // The request is lost: no draft is left behind, and the second press publishes once.
    const drafts = () => shop.sql`select id from release where state = 'draft'`
    const before = await drafts()
    let lost = false
    await page.route('**/backoffice/api/publications', async (route) => {
      if (lost) return route.continue()
      lost = true
      return route.abort('connectionfailed')
    })
    await page.getByRole('button', { name: words.publish }).click()
    await expectVisible(page.getByRole('alert'))
    expect(await drafts()).toEqual(before)
    await page.getByRole('button', { name: words.publish }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isPublished))
    expect(await shownText(shop, headerText('start', 'nl', '1014'))).toBe(
      'Rustig: Kies een cadeau, {first_name}',
    )
    expect(await drafts()).toEqual(before)
    await shop.sql`delete from content where key in ('start', 'own')`
  })

  test(`a text is clicked in the page of the shop, seen while it is typed in two languages, and published in four clicks from the list, in ${language} (PRODUCT-7)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    await shop.sql`
        delete from content where path = 'homepagecomponents' and key = 'categoriesTitle' and channel_id = '1014'`
    const editor = await editorOf(shop, language)
    await signInAsStaff(wide, language, '/backoffice/content', editor)
    let clicks = 0
    const click = async (place: Locator) => {
      clicks += 1
      await place.click()
    }
    await click(page.getByRole('link', { name: words.home, exact: true }))
    const frame = page.frameLocator('iframe')
    // The second heading of the page: its texts are those of all channels.
    const title = frame.locator('html[data-editing] h2[data-text]').first()
    await expectVisible(title)
    const before = await title.textContent()
    // The editor opens in the language of the user, and a click on a text puts the cursor into it.
    const asWritten = [
      { name: words.dutch, text: 'Waar word je blij van?' },
      { name: words.english, text: 'What makes you happy?' },
    ]
    const [first, second] = language === 'nl' ? asWritten : asWritten.toReversed()
    const isWriting = (name: string) =>
      expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toMatch(new RegExp(`, ${name}$`))
    await click(title)
    await isWriting(first?.name ?? '')
    // Only the text that was clicked is beside the page.
    expect(await page.getByRole('group', { name: new RegExp(`, ${first?.name}$`) }).count()).toBe(1)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(first?.text ?? '')
    await expectVisible(frame.getByRole('heading', { name: first?.text ?? '' }))
    // The other language of the same text, in the page as well.
    await click(page.getByRole('radio', { name: second?.name ?? '' }))
    await isWriting(second?.name ?? '')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(second?.text ?? '')
    await expectVisible(frame.getByRole('heading', { name: second?.text ?? '' }))
    await click(page.getByRole('button', { name: words.publish }))
    await expectVisible(page.locator('[data-result]').getByText(words.isPublished))
    expect(clicks).toBe(4)
    const said = await shop.sql<{ language: string; value: string }[]>`
        select language, value from content
        where channel_id = '1014' and path = 'homepagecomponents'
          and value in ('Waar word je blij van?', 'What makes you happy?')
        order by language`
    expect(said.map(({ language, value }) => [language, value])).toEqual([
      ['en', 'What makes you happy?'],
      ['nl', 'Waar word je blij van?'],
    ])
    expect(before).not.toBe('Waar word je blij van?')
    // A draft is shown in the page, and what is live beside it.
    await title.click()
    await isWriting(second?.name ?? '')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Straks')
    await page.getByRole('button', { name: words.add }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isAdded))
    await expectVisible(frame.getByRole('heading', { name: 'Straks' }))
    await page.getByRole('radio', { name: words.live }).check()
    await expectVisible(frame.getByRole('heading', { name: second?.text ?? '' }))
    await page.getByRole('radio', { name: words.draft }).check()
    await expectVisible(frame.getByRole('heading', { name: 'Straks' }))
    // Only a page of the same host may show the shop in a frame.
    for (const [dest, site, ancestors] of [
      ['document', 'none', 'none'],
      ['iframe', 'cross-site', 'none'],
      ['iframe', 'same-site', 'none'],
      ['iframe', 'same-origin', 'self'],
    ] as const) {
      const { headers } = await shop.request('/', {
        headers: { 'sec-fetch-dest': dest, 'sec-fetch-site': site },
      })
      expect([dest, site, headers.get('content-security-policy')]).toEqual([
        dest,
        site,
        expect.stringContaining(`frame-ancestors '${ancestors}'`),
      ])
      expect(headers.get('vary')).toContain('sec-fetch-dest')
    }

    // A text of another component leads there; in the other mode links work.
    await frame.locator('header [data-text]').first().click()
    await expectVisible(page.getByRole('link', { name: words.elsewhere }))
    await page.getByRole('radio', { name: words.phone }).check()
    await expectVisible(frame.locator('html'))
    await shop.sql`delete from content where path = 'homepagecomponents' and channel_id = '1014'`

    if (language !== LAYOUT_LANGUAGE) return
    // On a phone the texts are alone.
    await signInAsStaff(
      phone,
      language,
      '/backoffice/content/texts/homepagecomponents?channel=1014',
      editor,
    )
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: words.home }))
    expect(await phone.page.locator('iframe').count()).toBe(0)
    await expectNoHorizontalScroll(phone.page)
  })

  test(`a user who publishes from the texts first sees what else is planned for the same text, in ${language} (DESK-19)`, async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    const owner = await releaseClient(shop)
    const key = headerText('planned', 'nl', '1014')
    wide.expectConsoleError('409')
    await owner.write('Before', key, 'Zoals altijd')
    await owner.write('Before', headerText('later', 'nl', '1014'), 'Ook zo')
    const sale = await owner.draft('Uitverkoop')
    await owner.putChange(sale, { key, after: { value: 'Uitverkoop' } })
    const inDays = (days: number) =>
      addDays(dayAt(shop.clock.now().getTime(), 'Europe/Amsterdam'), days)
    await owner.publish(sale, { from: `${inDays(200)}T12:00` })
    await signInAsStaff(wide, language, EDITOR, await editorOf(shop, language))
    await write(page, `Planned, ${words.dutch}`, 'Al eerder')
    await page.getByRole('button', { name: words.publish }).click()
    const bar = page.getByRole('alert').filter({ hasText: words.planned })
    await expectVisible(bar.getByRole('link', { name: 'Uitverkoop' }))
    await expectVisible(bar.getByText(words.plannedTime))
    expect(await shownText(shop, key)).toBe('Zoals altijd')
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 900 })
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: words.anyway }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isPublished))
    await expectHidden(bar)
    expect(await shownText(shop, key)).toBe('Al eerder')
    // Undone at once, where it was published.
    await page.locator('[data-result]').getByRole('button', { name: words.undo }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isUndone))
    expect(await shownText(shop, key)).toBe('Zoals altijd')

    // Scheduled from the bar: the release is called by what it changes, and the page names it.
    await page.setViewportSize({ width: 1280, height: 900 })
    await write(page, `Later, ${words.dutch}`, 'Straks')
    await page.getByRole('button', { name: words.schedule }).click()
    const dialog = page.getByRole('dialog')
    const from = dialog.getByLabel(words.goesLive)
    await from.fill(`${inDays(230)}T07:00`)
    await from.press('Tab')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: words.scheduleSubmit }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isScheduled))
    const name = `${words.header}: Later`
    const notice = page.getByRole('link', { name: words.unpublished(1, name) })
    await expectVisible(notice)
    await expectVisible(
      page
        .getByRole('group', { name: `Later, ${words.dutch}`, exact: true })
        .getByText(words.inDraft(name)),
    )
    expect(await shownText(shop, key)).toBe('Zoals altijd')
    await waitForIdle(page)
    await notice.click()
    await expectVisible(page.getByRole('heading', { level: 1, name }))
    await shop.sql`delete from content where key in ('planned', 'later')`
  })

  test(`two editors of different texts both save; the second editor of the same text sees both versions and edits before saving, in ${language} (DESK-14)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const owner = await releaseClient(shop)
    const one = headerText('meeting', 'nl', '1014')
    const other = headerText('parting', 'nl', '1014')
    await owner.write('Begin', one, 'Rustig kiezen, alles komt met de post')
    await owner.write('Begin', other, 'Tot ziens')
    const first = await editorOf(shop, language)
    const second = await editorOf(shop, language)
    const { page } = wide
    const { page: small } = phone
    for (const visit of [wide, phone]) {
      visit.expectConsoleError('401')
      visit.expectConsoleError('409')
    }
    // Of a tab before it has an address.
    wide.expectConsoleError('Access is denied for this document')
    await signInAsStaff(wide, language, EDITOR, first)
    await signInAsStaff(phone, language, EDITOR, second)
    const tab = await wide.context.newPage()
    await tab.goto(new URL(EDITOR, page.url()).href)
    await expectVisible(tab.getByRole('textbox', { name: `Meeting, ${words.dutch}`, exact: true }))
    await write(page, `Meeting, ${words.dutch}`, 'Rustig kiezen, alles komt morgen met de post')
    // Another tab of the same user: neither tab gets the other's input or saves it.
    await write(tab, `Meeting, ${words.dutch}`, 'Van het andere blad')
    await write(tab, `Parting, ${words.dutch}`, 'Ook van daar')
    await page.reload()
    await expect
      .poll(() => written(page, `Meeting, ${words.dutch}`))
      .toBe('Rustig kiezen, alles komt morgen met de post')
    await expect.poll(() => written(page, `Parting, ${words.dutch}`)).toBe('Tot ziens')
    await write(small, `Parting, ${words.dutch}`, 'Tot morgen')
    await write(small, `Meeting, ${words.dutch}`, 'Heel rustig kiezen, alles komt met de post')
    await page.getByRole('button', { name: words.publish }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isPublished))
    await tab.reload()
    await expect.poll(() => written(tab, `Meeting, ${words.dutch}`)).toBe('Van het andere blad')
    await expect.poll(() => written(tab, `Parting, ${words.dutch}`)).toBe('Ook van daar')
    await tab.close()

    await small.getByRole('button', { name: words.publish }).click()
    await expectVisible(small.getByRole('heading', { level: 1, name: words.bothWrote }))
    await expectNoAxeViolations(small)
    await expectNoHorizontalScroll(small)
    await expectVisible(small.getByText('Rustig kiezen, alles komt met de post', { exact: true }))
    const theirs = small.getByRole('region', { name: words.theirs('The editor') })
    await expectVisible(theirs.locator('ins').getByText('morgen'))
    await expect
      .poll(() => written(small, words.yours))
      .toBe('Heel rustig kiezen, alles komt met de post')
    await write(small, words.yours, 'Heel rustig kiezen, alles komt morgen met de post')
    await small.getByRole('button', { name: words.takeYours }).click()
    await small.getByRole('button', { name: words.publish }).click()
    await expectVisible(small.locator('[data-result]').getByText(words.isPublished))
    expect(await shownText(shop, one)).toBe('Heel rustig kiezen, alles komt morgen met de post')
    expect(await shownText(shop, other)).toBe('Tot morgen')

    // Within one draft they began with its text, not with the shop's.
    const draft = await owner.draft(`Samen ${language}`)
    await owner.putChange(draft, { key: one, after: { value: 'Kies een cadeau en wacht' } })
    for (const { page: of } of [wide, phone]) {
      await of.goto(new URL(`${EDITOR}&release=${draft}`, of.url()).href)
      await expect
        .poll(() => written(of, `Meeting, ${words.dutch}`))
        .toBe('Kies een cadeau en wacht')
    }
    await write(page, `Meeting, ${words.dutch}`, 'Kies een mooi cadeau en wacht')
    await write(small, `Meeting, ${words.dutch}`, 'Kies een cadeau en wacht rustig')
    await page.getByRole('button', { name: words.add }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isAdded))
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(label).toBe(`Meeting, ${words.dutch}`)
    await small.getByRole('button', { name: words.add }).click()
    await expectVisible(small.getByRole('heading', { level: 1, name: words.bothWrote }))
    await expect.poll(() => written(small, words.yours)).toBe('Kies een cadeau en wacht rustig')
    await expectVisible(theirs.locator('ins').getByText('mooi'))
    await shop.sql`delete from content where key in ('meeting', 'parting')`
  })

  test(`text pasted from a word processor is cleaned, its scripts run nowhere, and a variable cannot be broken, in ${language} (DESK-21)`, async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    const owner = await releaseClient(shop)
    const path = 'privacystatementcomponents'
    const text = {
      channel: '1014',
      path,
      block: '',
      field: 'area',
      key: 'body',
      language: 'nl',
    }
    await owner.write('Letter', text, '<p>Beste {first_name}, u hebt {points} punten.</p>')
    const editor = await editorOf(shop, language)
    wide.expectConsoleError('401')
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    await signInAsStaff(
      wide,
      language,
      `/backoffice/content/texts/${path}?channel=1014&language=nl`,
      editor,
    )
    const label = `${words.body}, ${words.dutch}`
    const field = page.getByRole('textbox', { name: label, exact: true })
    await expectVisible(field.locator('[data-variable=points]'))

    // By keyboard: a variable goes whole or not at all, and comes by its name or by the list.
    await field.click()
    await page.keyboard.press('Control+End')
    const chip = field.locator('[data-variable=points]')
    for (let pressed = 0; (await chip.count()) > 0; pressed += 1) {
      expect(pressed).toBeLessThan(20)
      await expect.poll(() => chip.innerText()).toBe(words.points)
      await page.keyboard.press('Backspace')
    }
    expect(await field.innerText()).not.toMatch(/[{}]|points/)
    await page.getByRole('combobox', { name: words.insertVariable }).selectOption('points')
    await expectVisible(field.locator('[data-variable=points]'))
    await page.keyboard.type(' en {valid_until} ')
    await expectVisible(field.locator('[data-variable=valid_until]'))
    // As others write them.
    await page.keyboard.type(' {{salutation}} ')
    await expectVisible(field.locator('[data-variable=salutation]'))
    await expect.poll(() => field.innerText()).not.toMatch(/[{}]/)
    // Cut and pasted it is what it was.
    const names = () =>
      field
        .locator('[data-variable]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-variable')))
    const before = await names()
    expect(before.length).toBeGreaterThan(2)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+x')
    await expect.poll(names).toEqual([])
    await page.keyboard.press('Control+v')
    await expect.poll(names).toEqual(before)

    await paste(page, label, FROM_WORD)
    await expect
      .poll(() => field.locator('li').allInnerTexts())
      .toEqual(['Lampen', 'Plaids', 'Kussens'])
    await expectVisible(page.getByText(words.pasteLost))
    // The bars that stay in view cover none of its buttons. They may cover one of another text.
    await field.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    await expectNoAxeViolations(page, `[role="group"][aria-label="${label}"]`)
    await page.getByRole('button', { name: words.publish }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isPublished))
    const [row] =
      await shop.sql`select value from content where channel_id = '1014' and path = ${path} and language = 'nl'`
    expect(row?.['value']).toBe(
      '<h2>Kerst</h2><p>Voor <strong>{first_name}</strong>, <em>gewoon</em> <strong>warm</strong> en <a href="https://example.com/">hier</a></p><ul><li>Lampen</li><li>Plaids</li><li>Kussens</li></ul><p>A · B</p>',
    )
    await wide.openAs((await shop.holder()).code, '/privacy-policy', { language: 'nl' })
    await expectVisible(page.getByText('Lampen'))
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
    expect(dialogs).toBe(0)
    await shop.sql`delete from content where channel_id = '1014' and path = ${path}`
  })
}

test('alternative texts of images are found by the search of texts, and each result links to its field (DESK-12)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  wide.expectConsoleError('401')
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  const [gift] = await shop.sql<{ id: string; file: string }[]>`
      select product.id, product.pictures[1] as file from product join picture on hash = left(product.pictures[1], 32)
      where not decoration order by product.id limit 1`
  const { id = '', file = '' } = gift ?? {}
  await shop.sql`
      insert into media_alt_text (picture_hash, language, alt) values (${file.slice(0, 32)}, 'de', 'Kelch aus Mondglas')
      on conflict (picture_hash, language) do update set alt = excluded.alt`
  await shop.sql`
      update product set picture_alts = ${shop.sql.json({ [file]: { en: 'Cup of mondglas' } })} where id = ${id}`
  await shop.sql`
      update channel set logo = ${file}, logo_alt = '{"fr": "Mondglas, la boutique"}' where id = '2002'`
  for (const [hit, place, value] of [
    [/^Bibliotheek: /, 'media', 'Kelch aus Mondglas'],
    [/^Logo van 2002 /, 'channels', 'Mondglas, la boutique'],
    [/^Cadeau /, 'gifts', 'Cup of mondglas'],
  ] as const) {
    if (place === 'media')
      await signInAsStaff(wide, 'nl', '/backoffice/content?search=mondglas', owner)
    else await page.goto(wide.url('/backoffice/content?search=mondglas'))
    const found = page.getByRole('region', { name: nl('picturesFound', { count: 3 }) })
    await expectVisible(found)
    if (place === 'media') await expectNoAxeViolations(page)
    await found.getByRole('link', { name: hit }).click()
    await page.waitForURL(new RegExp(`/backoffice/${place}/`))
    // The field itself has the focus, unfolded where it was folded.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const field = document.activeElement
          return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
            ? field.value
            : ''
        }),
      )
      .toBe(value)
  }
})

const FROM_WORD = `
<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { color: red }</style></head>
<body><!--StartFragment-->
<h2 style='mso-outline-level:2' onclick="alert(1)">Kerst</h2>
<p class=MsoNormal style="margin:0;color:#123">Voor <b style="font-weight:bold">{first_name}</b>, <span style="font-style:italic">gewoon</span> <b style='mso-bidi-font-weight:normal'>warm</b> en
<a href="https://example.com/" onmouseover="pwned=1">hier</a><a href="javascript:pwned=1"></a><script>globalThis.pwned = 1; alert(1)</script><img src=x onerror="globalThis.pwned=1;alert(2)"></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;&nbsp; </span></span><![endif]>Lampen</p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;&nbsp; </span></span><![endif]>Plaids</p>
<p class=MsoNormal><span>·&nbsp;&nbsp;</span> Kussens</p>
<table><tr><td>A</td><td>B</td></tr></table><!--EndFragment--></body></html>`
