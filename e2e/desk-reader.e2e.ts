import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { deskPages, findPage, mayOpen } from '#backoffice/desk-pages.ts'
import { atRest } from '#e2e/at-rest.ts'
import { DESK_LANGUAGES, enterDesk, SHAPES_IN } from '#e2e/desk-steps.ts'
import { journey, see } from '#e2e/journey.ts'
import { permissionsOf } from '#domain/desk-rights.ts'
import { deskGuest } from '#server/testing/desk-guest.ts'

const reader = {
  id: '',
  email: '',
  name: '',
  role: 'reader' as const,
  language: 'nl' as const,
  channels: ['1014'],
  permissions: permissionsOf('reader'),
}

const said = {
  nl: { broken: 'Er ging bij ons iets mis', notForYou: 'Niet voor jouw rol', pages: 'Pagina’s' },
  en: { broken: 'Something broke at our end', notForYou: 'Not for your role', pages: 'Pages' },
}

/** Without loading all of it again: as a link would. */
const walkTo = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

for (const language of DESK_LANGUAGES) {
  journey(
    `every page of the desk is drawn for a reader of one channel, who is shown no way to what is not theirs, in ${language} (DESK-5)`,
    async ({ wide, shop }) => {
      const { page } = wide
      const guest = await deskGuest(shop, 'reader', ['1014'])
      await shop.sql`update staff set language = ${language} where id = ${guest.staffId}`
      wide.expectComplaint('401')
      const refusals: string[] = []
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        const asked = pathname.startsWith('/desk/api/') && pathname !== '/desk/api/session'
        if (asked && response.status() >= 400) refusals.push(`${response.status()} ${pathname}`)
      })
      await enterDesk(wide, language, '/desk', guest)

      const rail = page.getByRole('navigation', { name: said[language].pages })
      const links = await rail
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual(
        deskPages
          .filter((one) => one.group !== null && mayOpen(one, reader))
          .map(({ path }) => path)
          .sort((a, b) => links.indexOf(a) - links.indexOf(b)),
      )
      for (const one of deskPages) {
        // A page is drawn of the same parts in every language; what is refused is said in its words.
        if (language !== SHAPES_IN && mayOpen(one, reader)) continue
        const path = await addressOf(page, one.path)
        if (path === null) continue
        await walkTo(page, path)
        // What was refused before stands until this page is there.
        const isRefused = async () => (await page.getByText(said[language].notForYou).count()) > 0
        await expect.poll(isRefused, { message: path }).toBe(!mayOpen(one, reader))
        await see(page.getByRole('heading', { level: 1 }))
        await atRest(page)
        expect({ path, isRefused: await isRefused() }).toEqual({
          path,
          isRefused: !mayOpen(one, reader),
        })
        const broken = await page.getByText(said[language].broken).count()
        expect({ path, broken }).toEqual({ path, broken: 0 })
      }
      expect(refusals).toEqual([])
    },
  )
}

/** Of one of a list's rows where the address names one; null where there is none to be seen. */
async function addressOf(page: Page, path: string): Promise<string | null> {
  let address = path
  while (address.includes('/:')) {
    const place = address.slice(0, address.indexOf('/:'))
    const list = findPage(place)?.page
    if (!list) return null
    if (!mayOpen(list, reader)) return address.replace(/:\w+/g, '1')
    await walkTo(page, place)
    const row = page.locator('[data-row-link]').first()
    await page.waitForLoadState('networkidle')
    const leadsTo = (await row.count()) > 0 ? await row.getAttribute('href') : null
    const name = leadsTo?.startsWith(`${place}/`) && /^[^/?]+/.exec(leadsTo.slice(place.length + 1))
    if (!name) return null
    address = address.replace(/:\w+/, name[0])
  }
  return address
}
