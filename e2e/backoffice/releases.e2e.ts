import { en, inEachLanguage, nl, withAnyValue } from '#e2e/support/messages.ts'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { momentOfWallTime, wallTimeAt } from '#domain/time/zone-times.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  signInAsStaff,
  LAYOUT_LANGUAGE,
} from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  test,
  expectMainFits,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { loadBackoffice } from '#server/http/backoffice-files.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { headerText, releaseClient, shownText } from '#server/testing/clients/release-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { withinASecond } from '#server/testing/within-seconds.ts'
import { tagOf } from '#domain/language.ts'

const WORDS = inEachLanguage((t, either) => ({
  new: t('release.new'),
  name: t('name'),
  make: t('release.make'),
  drop: either(
    new RegExp(nl('release.dropOne', { name: 'dropped.*' }), 'i'),
    new RegExp(en('release.dropOne', { name: '.*dropped.*' }), 'i'),
  ),
  rename: t('release.rename'),
  save: t('save'),
  goesLive: t('release.goesLive'),
  putsBack: t('release.putsBack'),
  skipped: t('release.skipped', { zone: 'Europe/Amsterdam' }),
  twice: withAnyValue(t('release.twice', { zone: 'Europe/Amsterdam' })),
  publish: t('release.publishNow', { count: 1 }),
  publishTwo: t('release.publishNow', { count: 2 }),
  schedule: t('release.schedule', { count: 1 }),
  scheduled: t('release.state.scheduled'),
  isLive: t('release.isPublished', { count: 1 }),
  live: t('release.state.live'),
  past: t('release.state.ended'),
  stopped: t('release.state.stopped'),
  conflict: t('release.conflicts', { count: 2 }),
  merge: t('release.merge'),
  merged: t('release.merged'),
  useMerged: t('release.takeMerged'),
  mine: t('release.takeMine'),
  willStay: t('release.willStay'),
  undo: t('release.undo', { count: 1 }),
  stoppedWhy: t('release.stoppedConflict'),
  differs: t('version.differs'),
  bringBack: t('version.bringBack'),
  undoes: (who: string) => t('version.broughtBack', { who }),
  versions: t('versionsOf'),
  releases: 'Releases',
  home: t('nav.home'),
}))

async function colleague(shop: TestShop, role: 'owner' | 'editor', language: string, name: string) {
  const backoffice = await releaseClient(shop, role)
  await shop.sql`
    update staff set language = ${language}, name = ${name} where id = ${backoffice.guest.staffId}`
  return backoffice
}

const said = (page: Page, text: string) =>
  expectVisible(page.locator('[data-result]').getByText(text))
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`a release is created, compared word by word, published, and visible in the shop within a second, in ${language} (DESK-19, DESK-20)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    wide.expectConsoleError('401')
    const anna = await colleague(shop, 'editor', language, 'Anna')
    const key = headerText(`word${language}`)
    await anna.write('Before', key, 'Kies een cadeau uit de winkel')

    await signInAsStaff(wide, language, '/backoffice/releases', anna.guest)
    await page.getByRole('link', { name: words.new }).click()
    await page.getByLabel(words.name, { exact: true }).fill('Chrismas')
    // Typed text survives a reload.
    await page.reload()
    await expect
      .poll(() => page.getByLabel(words.name, { exact: true }).inputValue())
      .toBe('Chrismas')
    await page.keyboard.press('Tab')
    await button(page, words.make).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Chrismas' }))
    const id = idOf(page)
    await anna.putChange(id, { key, after: { value: 'Kies jouw cadeau uit de winkel' } })
    await anna.putChange(id, {
      key: headerText(`dropped${language}`),
      after: { value: 'Toch niet' },
    })
    await page.reload()
    const change = page.locator('[data-change]').filter({ hasText: `word${language}` })
    await expectVisible(change.locator('del', { hasText: 'een' }))
    await expectVisible(change.locator('ins', { hasText: 'jouw' }))
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.drop }).click()
    await expect.poll(() => page.locator('[data-change]').count()).toBe(1)
    await button(page, words.rename).click()
    await page.getByLabel(words.name, { exact: true }).fill('Christmas')
    await button(page, words.save).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Christmas' }))

    // The night of 28 March 2027 has no half past two, that of 31 October has two.
    await page.getByLabel(words.goesLive).fill('2027-03-28T02:30')
    await expectVisible(page.getByText(words.skipped))
    await page.getByLabel(words.goesLive).fill('2027-10-31T02:30')
    await expectVisible(page.getByText(words.twice))
    await expectVisible(button(page, words.schedule))
    await page.getByLabel(words.goesLive).fill('')
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoHorizontalScroll(page)
    }
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectMainFits(page)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await button(page, words.publish).click()
    await said(page, words.isLive)
    const now = 'Kies jouw cadeau uit de winkel'
    await withinASecond(async () => (await shownText(shop, key)) === now)
    expect(await shownText(shop, key)).toBe(now)
    await expectVisible(page.getByText(words.live, { exact: true }))

    // The versions of a text: compare any two, and restore one with a release that names whose work it undoes.
    await page.getByRole('link', { name: `word${language}` }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: words.versions }))
    const differs = page.getByRole('region', { name: words.differs })
    await expectVisible(differs.locator('ins', { hasText: 'jouw' }))
    await page.getByRole('radio').last().check()
    await expectVisible(differs.locator('del', { hasText: 'Kies' }))
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: words.bringBack }).first().click()
    await expectVisible(page.locator('[data-result]').getByText(words.undoes('Anna')))
    await expectVisible(page.getByRole('heading', { level: 1, name: '↩ Before' }))
    await button(page, words.publish).click()
    await expect
      .poll(() => shownText(shop, key), { interval: 20 })
      .toBe('Kies een cadeau uit de winkel')

    if (language !== LAYOUT_LANGUAGE) return

    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoAxeViolations(page)
    phone.expectConsoleError('401')
    await signInAsStaff(phone, language, '/backoffice/releases?state=live', anna.guest)
    await expectVisible(phone.page.getByRole('link', { name: 'Christmas' }))
    await expectNoAxeViolations(phone.page)
    await expectNoHorizontalScroll(phone.page)
  })
}

test('for each text the user chooses between their version and what someone else published since, and an undo names what it will leave, in nl (DESK-14, DESK-20)', async ({
  wide,
  shop,
}) => {
  const language = 'nl'
  const words = WORDS[language]
  const { page } = wide
  wide.expectConsoleError('401')
  wide.expectConsoleError('409')
  const anna = await colleague(shop, 'editor', language, 'Anna')
  const bert = await colleague(shop, 'owner', language, 'Bert')
  const [one, two] = [headerText(`one${language}`), headerText(`two${language}`)]
  await anna.write('Start', one, 'Hoe het was')
  await anna.write('Start', two, 'Ook zo')
  const id = await anna.draft('Hers')
  await anna.putChange(id, { key: one, after: { value: 'Hoe Anna het wil' } })
  await anna.putChange(id, { key: two, after: { value: 'Van Anna' } })
  await signInAsStaff(wide, language, `/backoffice/releases/${id}`, anna.guest)
  await expectVisible(button(page, words.publishTwo))
  await bert.write('His', one, 'Hoe Bert het wil')
  await bert.write('His, too', two, 'Van Bert')

  await button(page, words.publishTwo).click()
  await expectVisible(page.getByRole('region', { name: words.conflict }))
  const choice = (key: string) => page.getByRole('region', { name: new RegExp(key, 'i') })
  await expectVisible(choice(`one${language}`).getByText(/Bert/).first())
  await expectNoAxeViolations(page)
  await choice(`one${language}`).getByRole('button', { name: words.merge }).click()
  await choice(`one${language}`)
    .getByRole('textbox', { name: words.merged })
    .fill('Hoe wij het willen')
  await page.reload()
  await choice(`one${language}`).getByRole('button', { name: words.useMerged }).click()
  await choice(`two${language}`).getByRole('button', { name: words.mine }).click()
  await expect.poll(() => page.getByRole('region', { name: words.conflict }).count()).toBe(0)
  await button(page, words.publishTwo).click()
  await expect.poll(() => shownText(shop, one), { interval: 20 }).toBe('Hoe wij het willen')
  expect(await shownText(shop, two)).toBe('Van Anna')

  const since = await bert.write('Since', two, 'Sindsdien')
  await page.reload()
  await expectVisible(page.getByText(words.willStay))
  await expectVisible(page.getByRole('link', { name: /Since/ }))
  expect(await page.getByRole('link', { name: /Since/ }).getAttribute('href')).toBe(
    `/backoffice/releases/${since}`,
  )
  await expectNoAxeViolations(page)
  await button(page, words.undo).click()
  await expect.poll(() => shownText(shop, one), { interval: 20 }).toBe('Hoe Bert het wil')
  expect(await shownText(shop, two)).toBe('Sindsdien')
})

test('a scheduled release is published on time in the time zone of the channel and reverted at its end; a stopped one gives its reason, in en (DESK-19)', async ({
  abroad,
  shop,
}) => {
  const language = 'en'
  const words = WORDS[language]
  const { page } = abroad
  abroad.expectConsoleError('401')
  const anna = await colleague(shop, 'editor', language, 'Anna')
  const bert = await colleague(shop, 'owner', language, 'Bert')
  const key = headerText(`later${language}`)
  await anna.write('Start', key, 'Zoals altijd')
  const id = await anna.draft('Later')
  await anna.putChange(id, { key, after: { value: 'Kerst' } })
  const inMinutes = (minutes: number) =>
    wallTimeAt(shop.clock.now().getTime() + minutes * 60_000, 'Europe/Amsterdam')
  const advance = async (minutes: number) => {
    shop.clock.advance(minutes * 60_000)
    await shop.shop.jobs.drain({ includeScheduled: true })
    await shop.shop.changeEvents.poll()
  }
  await signInAsStaff(abroad, language, `/backoffice/releases/${id}`, anna.guest)
  const goesLive = inMinutes(20)
  await page.getByLabel(words.goesLive).fill(goesLive)
  const moment = momentOfWallTime(goesLive, 'Europe/Amsterdam') ?? 0
  const hour = new Date(moment).toLocaleTimeString(tagOf(language), {
    timeZone: 'Europe/Amsterdam',
    hour: '2-digit',
    minute: '2-digit',
  })
  await page.getByLabel(words.putsBack).fill(inMinutes(40))
  await expectVisible(page.getByText(/Europe\/Amsterdam/).first())
  await button(page, words.schedule).click()
  await expectVisible(page.getByText(words.scheduled, { exact: true }))
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: words.home }).first().click()
  const soon = page.getByRole('region', { name: words.releases })
  await expectVisible(soon.getByRole('link', { name: 'Later' }))
  // The time of the channel, although this machine has another time zone.
  await expectVisible(soon.getByText(hour))
  await expectNoAxeViolations(page)
  await soon.getByRole('link', { name: 'Later' }).first().click()
  expect(await shownText(shop, key)).toBe('Zoals altijd')
  await advance(21)
  expect(await shownText(shop, key)).toBe('Kerst')
  await page.reload()
  await expectVisible(page.getByText(words.live, { exact: true }))
  await advance(20)
  expect(await shownText(shop, key)).toBe('Zoals altijd')
  await page.reload()
  await expectVisible(page.getByText(words.past, { exact: true }))

  const contested = await anna.draft(`Contested ${language}`)
  await anna.putChange(contested, { key, after: { value: 'Nog eens' } })
  await anna.publish(contested, { from: inMinutes(10) })
  await bert.write('Between', key, 'Tussendoor')
  await advance(11)
  await page.goto(abroad.url('/backoffice'))
  await soon.getByRole('link', { name: `Contested ${language}` }).click()
  await expectVisible(page.getByText(words.stopped, { exact: true }))
  await expectVisible(page.getByText(words.stoppedWhy))
  await expectNoAxeViolations(page)
})

test('a release is displayed before the names of its texts are loaded, and lists other releases of the same items (DESK-19)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  wide.expectConsoleError('401')
  wide.expectConsoleError('409')
  const anna = await colleague(shop, 'editor', 'nl', 'Anna')
  const key = headerText('twice')
  await anna.write('Before', key, 'Zoals altijd')
  const sale = await anna.draft('Uitverkoop')
  await anna.putChange(sale, { key, after: { value: 'Uitverkoop' } })
  await anna.publish(sale, { from: '2027-10-03T12:00', until: '2027-10-05T12:00' })
  const other = await anna.draft('Iets anders')
  await anna.putChange(other, { key, after: { value: 'Iets anders' } })

  const { scriptsOf } = await loadBackoffice(path.join(projectRoot, 'dist/backoffice'))
  const [script = ''] = scriptsOf('backoffice/modules/content/messages/text-names/nl.json')
  let sendNames: (() => void) | undefined
  const names = new Promise<void>((resolve) => {
    sendNames = resolve
  })
  await page.route(`**/${script}`, async (route) => {
    await names
    await route.fallback()
  })
  await signInAsStaff(wide, 'nl', `/backoffice/releases/${other}`, anna.guest)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Iets anders' }))
  await expectVisible(page.getByLabel(WORDS.nl.goesLive))
  expect(await page.locator('[data-change]').count()).toBe(0)
  sendNames?.()
  await expectVisible(page.locator('[data-change]'))
  await page.getByLabel(WORDS.nl.goesLive).fill('2027-10-04T12:00')
  await button(page, WORDS.nl.schedule).click()
  await expectVisible(page.getByText(nl('why.overlaps')))
  const form = page.getByRole('form', { name: nl('release.when') })
  await expectVisible(form.getByRole('link', { name: 'Uitverkoop' }))
  await expectVisible(
    form.getByText(new RegExp(nl('release.overlapBoth', { from: '.*3 okt.*', until: '.*5 okt' }))),
  )
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNoHorizontalScroll(page)
  // The override covers these times only: other times may have other conflicts.
  await form.getByLabel(nl('release.anyway')).check()
  await page.getByLabel(WORDS.nl.goesLive).fill('2027-10-04T13:00')
  await expect.poll(() => form.getByLabel(nl('release.anyway')).isChecked()).toBe(false)
  await form.getByLabel(nl('release.anyway')).check()
  await button(page, WORDS.nl.schedule).click()
  await expectVisible(page.getByText(WORDS.nl.scheduled).first())
  await expect
    .poll(async () => (await shop.sql`select state from release where id = ${other}`)[0]?.['state'])
    .toBe('scheduled')
})
