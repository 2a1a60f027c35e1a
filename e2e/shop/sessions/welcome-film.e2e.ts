import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { expectHidden, test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'

const dialog = ({ page }: Visit) => page.getByRole('dialog')
const film = (visit: Visit) => dialog(visit).locator('video')
const paused = (visit: Visit) => film(visit).evaluate((video: HTMLVideoElement) => video.paused)
const hasFocus = (visit: Visit) =>
  film(visit).evaluate((video) => video === video.ownerDocument.activeElement)

const WORDS = {
  nl: {
    start: 'Welkomstvideo',
    skip: 'Overslaan',
    captions: ['Iemand heeft aan je gedacht.', 'Kies iets waar je blij van wordt.'],
  },
  en: {
    start: 'Welcome video',
    skip: 'Skip',
    captions: ['Somebody thought of you.', 'Choose something that makes you happy.'],
  },
} as const
type Spoken = keyof typeof WORDS

/** The welcome as on a first visit; what was asked for of the film until now. */
async function firstVisit(visit: Visit, language: Spoken) {
  const asked: string[] = []
  visit.page.on('request', (request) => {
    if (/\.(webm|vtt)/.test(request.url())) asked.push(request.url())
  })
  await visit.openAs('giftshop1', '/', { language })
  await visit.page.evaluate(() => localStorage.removeItem('welcomeOverlay'))
  await visit.page.reload()
  await expectVisible(dialog(visit))
  return asked
}

/** A film of some seconds is over before a slow machine has looked at it. */
const slowly = ({ page }: Visit) =>
  page.evaluate(() => {
    const slow = ({ target }: Event) => ((target as HTMLVideoElement).playbackRate = 0.0625)
    for (const event of ['loadedmetadata', 'play']) addEventListener(event, slow, true)
  })

const startOf = (visit: Visit, language: Spoken) =>
  dialog(visit).getByRole('button', { name: WORDS[language].start })

async function watch(visit: Visit, language: Spoken) {
  const { captions, skip } = WORDS[language]
  const { page } = visit
  const asked = await firstVisit(visit, language)
  await slowly(visit)
  const start = startOf(visit, language)
  await expectVisible(start)
  await waitForIdle(page)
  expect(await film(visit).count()).toBe(0)
  expect(asked).toEqual([])

  await start.click()
  await expect.poll(() => film(visit).getAttribute('aria-label')).toBe(WORDS[language].start)
  await expect.poll(() => hasFocus(visit)).toBe(true)
  const shown = () =>
    film(visit).evaluate((video: HTMLVideoElement) =>
      [...video.textTracks].map(({ kind, language, mode, cues }) => ({
        kind,
        language,
        mode,
        texts: [...(cues ?? [])].map((cue) => (cue as VTTCue).text),
      })),
    )
  await expect
    .poll(shown)
    .toEqual([{ kind: 'captions', language, mode: 'showing', texts: captions }])
  await expectNoAxeViolations(page)

  // Its own controls are under a thumb, and the space bar reaches them.
  expect(await film(visit).getAttribute('controls')).not.toBeNull()
  await film(visit).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 0
    return video.play()
  })
  await expect.poll(() => paused(visit)).toBe(false)
  await page.keyboard.press('Space')
  await expect.poll(() => paused(visit)).toBe(true)

  await dialog(visit).getByRole('button', { name: skip, exact: true }).click()
  await expectHidden(film(visit))
  await expectVisible(dialog(visit))
  await expect
    .poll(() => start.evaluate((button) => button === button.ownerDocument.activeElement))
    .toBe(true)
}

const TITLE = (language: Spoken, width: number) =>
  `the film is silent until asked for, has captions, is paused and skipped (HOME-5, statement 12), ${language} ${width}`

test(TITLE('nl', 1280), async ({ wide }) => watch(wide, 'nl'))
test(TITLE('en', 375), async ({ phone }) => watch(phone, 'en'))

test('the film closes at its end, and on a click outside it; the welcome stays (HOME-5)', async ({
  wide,
}) => {
  await firstVisit(wide, 'nl')
  const start = startOf(wide, 'nl')
  await start.click()
  await expectVisible(film(wide))
  await expectHidden(film(wide))
  await expectVisible(start)

  await slowly(wide)
  await start.click()
  await expect.poll(() => paused(wide)).toBe(false)
  await wide.page.keyboard.press('Space')
  await expect.poll(() => paused(wide)).toBe(true)
  await dialog(wide).getByRole('heading', { level: 2 }).click()
  await expectHidden(film(wide))
  await expectVisible(start)
})
