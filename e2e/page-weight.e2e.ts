import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { pages } from '#contract/page-table.ts'
import { loadStorefront } from '#server/door/storefront-files.ts'
import { projectRoot } from '#server/ground/project-root.ts'

/** So much script a page may send in all, brotli. A phone on a slow line takes half a second for 100 KB. */
const MOST_KB = 110
const OTHERWISE: Readonly<Record<string, number>> = {
  '/login': 95,
  // A form of a dozen fields, each checked as it is filled in.
  '/personal-details': 122,
}

describe('the script that a page needs', async () => {
  const storefront = await loadStorefront(path.join(projectRoot, 'dist/storefront'))

  it.each(pages)('$path stays within its bound (speed: script sent)', ({ path, part, frame }) => {
    const sent = storefront
      .needs(part, frame !== 'none')
      .scripts.map((name) => storefront.files.get(name)?.brotli?.length ?? Infinity)
    const kb = sent.reduce((sum, bytes) => sum + bytes, 0) / 1024
    expect(kb).toBeGreaterThan(50)
    expect(kb).toBeLessThan(OTHERWISE[path] ?? MOST_KB)
  })
})
