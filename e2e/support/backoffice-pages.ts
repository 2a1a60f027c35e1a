import type { Page } from 'playwright-core'

import { findPage, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import { type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'

/** By then a page has rendered a response, or has sent its next request. */
export const RENDERED_MS = 100

export const ownerStaff: Staff = {
  id: '',
  email: '',
  name: '',
  role: 'owner',
  language: 'en',
  language_chosen: true,
  channels: [],
  permissions: permissionsOf('owner'),
  needs_second_factor: false,
}

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen & Söhne GmbH'

/** One record of each kind, with long names, so that each list has a row to open. */
export async function fillBackoffice(owner: StaffClient) {
  const create = async (path: string, input: object) =>
    jsonOf<{ id: string }>(await owner.request('POST', `/backoffice/api${path}`, input))
  const employer = await create('/employers', { name: LONG })
  const campaign = await create('/campaigns', {
    employer: employer.id,
    channel: '1014',
    name: LONG,
  })
  await create('/batches', {
    channel: '1014',
    points: 12,
    count: 2,
    campaign: campaign.id,
    note: LONG,
    recipients: [{ name: LONG }, { name: 'Vera Visser' }],
  })
  await create('/releases', { name: LONG })
  await create('/suppliers', {
    name: LONG,
    email: 'muetzen@example.com',
    language: 'de',
    way: 'mail',
    remind_days: 3,
    brands: [],
  })
  const { id } = await create('/webhooks', {
    name: LONG,
    url: 'https://example.com/a-place-with-quite-a-long-name',
    kinds: ['order.placed'],
    channels: [],
  })
  await create(`/webhooks/${id}/test`, {})
  await create('/privacy/erasure-runs', { channel: '1014' })
}

/** Elements wider than the window or cut off by it at this font size. */
export async function findOverflow(page: Page, fontSize: string): Promise<string[]> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = size
    const wide = [...document.querySelectorAll('html, main, dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((part) => `${part.localName} ${part.scrollWidth} in ${part.clientWidth} ${size}`)
    document.documentElement.style.fontSize = ''
    return wide
  }, fontSize)
}

/** Navigates as a link does, without a reload. The previous page stays until this one can be rendered. */
export async function navigateTo(page: Page, path: string) {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator(`main[data-drawn="${path}"]`).waitFor({ state: 'attached' })
}

/** Fills the parameters of a path from the first row of each list. null if a list is empty. */
export async function findAddress(page: Page, staff: Staff, path: string): Promise<string | null> {
  let address = path
  while (address.includes('/:')) {
    const listPath = address.slice(0, address.indexOf('/:'))
    const list = findPage(listPath)?.page
    if (!list) return null
    if (!mayOpen(list, staff)) return address.replace(/:\w+/g, '1')
    await navigateTo(page, listPath)
    const row = page.locator(`[data-row-link][href^="${listPath}/"]`).first()
    // Only a list that has finished loading is known to be empty.
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    const href = (await row.count()) > 0 ? await row.getAttribute('href') : null
    const name = href && /^[^/?]+/.exec(href.slice(listPath.length + 1))
    if (!name) return null
    address = address.replace(/:\w+/, name[0])
  }
  return address
}
