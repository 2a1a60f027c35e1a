import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { pages } from '#contract/content/page-table.ts'
import { loadBackoffice } from '#server/http/backoffice-files.ts'
import { loadStorefront } from '#server/http/storefront-files.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

/** So much script a page may send in all, brotli. A phone on a slow line takes half a second for 100 KB. */
const MOST_KB = 110
const OTHERWISE: Readonly<Record<string, number>> = {
  '/login': 95,
  // Close to its limit: the first file lists the hashes of all others, which alone vary by some dozen bytes. 0.3 KB
  // are for Trusted Types and the text for a colleague who orders above their limit, 0.4 KB for images that are asked
  // for again and for the messages of empty fields, 0.2 KB for the welcome of a voucher whose points are spent.
  '/checkout': MOST_KB + 1.4,
  // A form of a dozen fields, each checked as it is filled in.
  '/personal-details': 122,
  // Filters, search and the card of a gift with its day of arrival. 0.3 KB are for the hashes of other files, which vary
  // with each change of any file.
  '/products': MOST_KB + 2.3,
}

describe('the script that a page needs', async () => {
  const storefront = await loadStorefront(path.join(projectRoot, 'dist/storefront'))

  it.each(pages)('$path stays within its limit (speed: script sent)', ({ path, part, frame }) => {
    const sent = storefront
      .filesOf(part, frame !== 'none')
      .scripts.map((name) => storefront.files.get(name)?.brotli?.length ?? Infinity)
    const kb = sent.reduce((sum, bytes) => sum + bytes, 0) / 1024
    expect(kb).toBeGreaterThan(50)
    expect(kb).toBeLessThan(OTHERWISE[path] ?? MOST_KB)
  })
})

/** On the sign-in page, and with the first list loaded. */
const BACKOFFICE_DOOR_KB = 100
const BACKOFFICE_LIST_KB = 220

describe('the script of the back office', async () => {
  const backoffice = await loadBackoffice(path.join(projectRoot, 'dist/backoffice'))
  const kbOf = (...parts: string[]) => {
    const names = new Set([...backoffice.scripts, ...parts.flatMap(backoffice.scriptsOf)])
    const bytes = [...names].map((name) => backoffice.files.get(name)?.brotli?.length ?? Infinity)
    return bytes.reduce((sum, one) => sum + one, 0) / 1024
  }
  const languages = ['nl', 'en', 'de']

  it.each(languages)('stays within its limits with %s (speed: script sent)', (language) => {
    const door = kbOf(`backoffice/shell/sign-in/messages/${language}.json`)
    expect(door).toBeGreaterThan(50)
    expect(door).toBeLessThan(BACKOFFICE_DOOR_KB)
    // The sign-in page loads none of the texts that all pages share.
    const whole = [
      `backoffice/shell/sign-in/messages/${language}.json`,
      `backoffice/i18n/${language}.ts`,
      'backoffice/shell/layout/Layout.tsx',
    ]
    for (const page of ['staff/StaffPage.tsx', 'channels/ChannelsPage.tsx']) {
      const list = kbOf(...whole, `backoffice/modules/${page}`)
      expect(list).toBeGreaterThan(door + 15)
      expect(list).toBeLessThan(BACKOFFICE_LIST_KB)
    }
  })
})
