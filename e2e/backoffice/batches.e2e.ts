import { inEachLanguage, withAnyValue } from '#e2e/support/messages.ts'
import { readFile } from 'node:fs/promises'

import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { formatDay } from '#backoffice/kit/time/day-text.ts'
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
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { zipOf } from '#server/platform/write-zip.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { tagOf } from '#domain/language.ts'

const WORDS = inEachLanguage((t) => ({
  newEmployer: t('newEmployer'),
  save: t('save'),
  viewAll: t('viewAll'),
  newCampaign: t('newCampaign'),
  createCampaign: t('createCampaign'),
  campaignName: t('campaignName'),
  campaign: t('campaign'),
  budget: t('budgetPoints'),
  over: t('overBudget'),
  batches: t('batches'),
  noBatches: t('campaign.noBatches'),
  newBatch: t('newBatch'),
  channel: t('channel'),
  points: t('pointsEach'),
  note: t('name'),
  next: t('nextStep'),
  until: t('validUntil'),
  why: t('whyShort'),
  sayWhy: t('reasonRequired'),
  tooLate: t('endsTooLate'),
  firstStep: t('stepDetails'),
  paste: t('pasteList'),
  file: t('orFile'),
  twice: t('duplicatesSkipped', { count: 1 }),
  found: t('recipientsFound', { count: 3 }),
  words: t('senderMessage'),
  make: t('createBatch', { count: 3 }),
  waiting: t('codesWaiting', { count: 3 }),
  table: t('codes.csv'),
  handedOver: t('markHandedOver'),
  state: t('batch.handed-over'),
  name: t('name'),
  reason: t('whyAdded'),
  add: t('addRecipient'),
  one: t('codesWaiting', { count: 1 }),
  moreActions: t('moreActions'),
  replaceAll: t('replaceAll'),
  all: t('codesWaiting', { count: 4 }),
  people: t('batchRecipients'),
  asked: withAnyValue(t('replaceAsked')),
}))

/** As an older spreadsheet writes it: semicolons, and letters of its own. */
const LIST = Buffer.from(
  'Naam;Afdeling;E-mail;Taal\r\nZo\u00eb de Wit;Magazijn;zoe@example.com;nl\r\nBo;;bo@example.com;fr\r\nANNA;;anna@example.com;\r\nAnna;Kantoor;Anna@example.com;\r\n',
  'latin1',
)

/** A minimal spreadsheet. Numbers stored as text keep their leading zeros. */
async function spreadsheet(rows: string[][]): Promise<Buffer> {
  const cells = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((cell, column) => `<c r="${String.fromCharCode(65 + column)}${at + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
  )
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  }
  async function* parts() {
    yield Object.entries(files).map(([name, text]) => ({
      name,
      bytes: Buffer.from(`<?xml version="1.0"?>${text}`),
    }))
  }
  const made: Buffer[] = []
  for await (const part of zipOf(parts())) made.push(part)
  return Buffer.concat(made)
}

/** What the page offers as its main action. */
async function filledIn(page: Page) {
  // A button has another colour under the pointer, which rests where the last one was pressed.
  await page.mouse.move(0, 0)
  return page.locator('main').evaluate((main) => {
    const probe = main.appendChild(document.createElement('i'))
    probe.style.background = 'var(--action)'
    const colour = getComputedStyle(probe).backgroundColor
    probe.remove()
    return [...main.querySelectorAll('button, a')]
      .filter((one) => getComputedStyle(one).backgroundColor === colour)
      .map(({ textContent }) => textContent)
  })
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`a batch is created in five steps, its codes are downloaded and replaced, and a recipient is added, in ${language} (DESK-24, DESK-26, DESK-28, SAFE-16, B2)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await staffClient(shop)
    await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
    wide.expectConsoleError('401')
    wide.expectConsoleError('409')
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, '/backoffice/employers', owner)
    await page.getByRole('link', { name: words.newEmployer }).click()
    await page.getByRole('textbox', { name: words.name }).fill('Kwartelhof')
    await page.getByRole('button', { name: words.save }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Kwartelhof' }))
    await page.getByRole('button', { name: words.newCampaign }).click()
    const agreed = page.getByRole('form', { name: words.newCampaign })
    await expectNoAxeViolations(page)
    await agreed.getByLabel(words.campaignName).fill(`Christmas ${language}`)
    await agreed.getByLabel(words.channel).selectOption('1014')
    await agreed.getByLabel(words.budget).fill('48')
    await agreed.getByRole('button', { name: words.createCampaign }).click()
    // The new campaign leads on to its first batch, which knows where it belongs.
    await expectVisible(page.getByRole('heading', { level: 1, name: `Christmas ${language}` }))
    await expectVisible(page.getByText(words.noBatches))
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: words.newBatch }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: words.newBatch }))
    const form = page.getByRole('form')

    expect(await form.getByLabel(words.channel).inputValue()).toBe('1014')
    expect(await form.getByLabel(words.campaign).locator('option:checked').textContent()).toBe(
      `Christmas ${language}, Kwartelhof`,
    )
    await form.getByLabel(words.points).fill('12')
    await form.getByLabel(words.note).fill('Kwartelhof')
    await form.getByRole('button', { name: words.next }).click()
    const soon = new Date(shop.clock.now().getTime() + 300 * 24 * 3_600_000)
    const lastDay = soon.toISOString().slice(0, 10)
    await form.getByLabel(words.until).fill('9999-12-31')
    await form.getByLabel(words.until).blur()
    await expectVisible(form.getByText(words.tooLate))
    await form.getByLabel(words.until).fill(lastDay)
    await form.getByRole('button', { name: words.next }).click()
    await expectVisible(form.getByText(words.sayWhy))
    await expectNoAxeViolations(page)
    await form.getByLabel(words.why).fill('They asked for it')
    await form.getByRole('button', { name: words.next }).click()

    await form.getByLabel(words.file).setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await spreadsheet([
        ['Name', 'Department'],
        ['Łukasz Wójcik', '00120'],
        ...Array.from({ length: 8000 }, (_, at) => [`Person ${at}`, `Department ${at % 40}`]),
      ]),
    })
    await expectVisible(form.getByRole('cell', { name: 'Łukasz Wójcik' }))
    await expectVisible(form.getByRole('cell', { name: '00120' }))
    await form.getByLabel(words.file).setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: LIST,
    })
    await expectVisible(form.getByText(words.found))
    await expectVisible(form.getByText(words.twice))
    await expectVisible(form.getByRole('cell', { name: 'Zoë de Wit' }))
    await expectNoAxeViolations(page)
    await form.getByRole('button', { name: words.next }).click()
    await form.getByLabel(words.words).fill('Thank you all.')
    // What was typed is there after a reload.
    await page.reload()
    expect(await form.getByLabel(words.words).inputValue()).toBe('Thank you all.')
    await form.getByRole('button', { name: words.next }).click()
    // The summary shows all input in readable form.
    const [own] = await shop.sql<{ name: string }[]>`select name from channel where id = '1014'`
    for (const told of [own?.name ?? '', 'They asked for it', formatDay(language, lastDay)])
      await expectVisible(form.getByRole('definition').filter({ hasText: told }))
    await form.getByRole('button', { name: words.make }).click()

    await expectVisible(page.getByText(words.waiting))
    // The back button starts a new batch.
    await page.goBack()
    await expectVisible(page.getByRole('form', { name: words.firstStep }))
    await page.goForward()
    await expectVisible(page.getByText(words.waiting))
    await expectNoAxeViolations(page)
    expect(await filledIn(page)).toHaveLength(1)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: words.table }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const rows: { code: string; name: string }[] = parse(text, {
      columns: true,
      bom: true,
      delimiter: [';', ','],
    })
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['ANNA', 'Bo', 'Zoë de Wit'])
    await shop.logIn(rows[0]?.code ?? '')
    // Times are in the channel's time zone, whatever the browser's is.
    const timeZone = 'America/New_York'
    await shop.sql`update channel set time_zone = ${timeZone} where id = '1014'`
    await page.reload()
    const [begun] = await shop.sql<
      { at: Date }[]
    >`select started_at as at from code_export order by started_at desc limit 1`
    const told = begun?.at.toLocaleString(tagOf(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    })
    // The same time is also in a closed list, so only visible text counts.
    await expectVisible(page.getByText(told ?? '').locator('visible=true'))
    await shop.sql`update channel set time_zone = 'Europe/Amsterdam' where id = '1014'`
    await page.reload()
    await page.getByRole('button', { name: words.handedOver }).click()
    await expectVisible(page.getByText(words.state, { exact: true }).first())

    const missing = page.getByRole('form', { name: words.add })
    await page.getByRole('button', { name: words.add }).click()
    await missing.getByLabel(words.name, { exact: true }).fill('Forgotten One')
    await missing.getByLabel(words.reason).fill('Came late')
    await missing.getByRole('button', { name: words.add }).click()
    await expectVisible(page.getByText(words.one))
    // The budget had room for one more.
    await page.getByRole('button', { name: words.add }).click()
    await missing.getByLabel(words.name, { exact: true }).fill('One Too Many')
    await missing.getByLabel(words.reason).fill('Came later')
    await missing.getByRole('button', { name: words.add }).click()
    await expectVisible(missing.getByText(words.over))
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.moreActions }).click()
    await page.getByRole('button', { name: words.replaceAll }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.reason).fill('The file was lost')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: words.replaceAll }).click()
    await expectHidden(dialog)
    // The codes are already handed out, so a second owner must approve.
    await expectVisible(page.getByText(words.asked))
    const second = await staffClient(shop)
    await second.signIn()
    const [asked] = await shop.sql<{ id: string }[]>`
        select id::text from approval where kind = 'batch.replace-codes' and outcome is null`
    const yes = await second.request('POST', `/backoffice/api/approvals/${asked?.id}/approve`, {
      note: '',
    })
    expect(yes.status).toBe(200)
    await page.reload()
    await expectVisible(page.getByText(words.all))
    const again = await shop.call('logIn', {
      encrypted_code: shop.shop.voucherKeys.wireHash(rows[0]?.code ?? ''),
    })
    expect(again).toMatchObject({ code_is_valid: false })

    const { pathname } = new URL(page.url())
    // The page of a campaign leads to its own batches.
    const beside = { channel: '1014', points: 1, count: 1, valid_until: '2035-12-31' }
    expect((await second.request('POST', '/backoffice/api/batches', beside)).status).toBe(200)
    await wide.go('/backoffice/employers')
    await page.getByRole('link', { name: 'Kwartelhof' }).click()
    await page.getByRole('link', { name: `Christmas ${language}` }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: `Christmas ${language}` }))
    await page.getByRole('link', { name: `${words.batches}: ${words.viewAll}` }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: words.batches }))
    const hrefs = () =>
      page
        .locator('tbody [data-row-link]')
        .evaluateAll((links) => links.map((one) => one.getAttribute('href')))
    await expect.poll(hrefs).toEqual([pathname])

    if (language !== LAYOUT_LANGUAGE) return

    const colleague = await staffClient(shop, 'reader')
    await shop.sql`update staff set language = ${language} where id = ${colleague.staffId}`
    await signInAsStaff(phone, language, pathname, colleague)
    await expectVisible(phone.page.getByRole('heading', { name: words.people }))
    expect(await phone.page.getByText('Zoë de Wit').count()).toBe(0)
    await expectNoAxeViolations(phone.page)
    await expectNoHorizontalScroll(phone.page)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await phone.go(`${pathname}/recipients`)
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: words.people }))
    await expectNoAxeViolations(phone.page)
    await expectNoHorizontalScroll(phone.page)
  })
}
