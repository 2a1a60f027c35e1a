import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, lazy, useState } from 'react'

import { pageAt, pages } from '#contract/content/page-table.ts'
import { bringLostStyles } from '#storefront/api/failed-styles.ts'

type PageModule = {
  default: ComponentType
  /** Loads data beyond the page table, for a page that is opened directly. */
  prepare?: (queries: QueryClient) => Promise<void>
}

/**
 * Code that loads when its page is opened, or when a pointer rests on a link to it. Loaded code renders at once: a
 * lazy component would show the fallback first.
 */
function part(fetch: () => Promise<PageModule>) {
  let here: ComponentType | null = null
  const load = async () => {
    const module = await fetch()
    await bringLostStyles()
    here = module.default
    return module
  }
  const Later = lazy(load)
  function Page() {
    const [Part] = useState(() => here ?? Later)
    return createElement(Part)
  }
  return { load, Page }
}

/** The layout of every page except login. */
export const shell = part(async () => ({ default: (await import('#storefront/Shell.tsx')).Shell }))

const files = import.meta.glob<PageModule>('./**/*Page.tsx')
const parts = new Map(Object.entries(files).map(([file, fetch]) => [file, part(fetch)]))

/** Every page with its component. */
const drawnPages = pages.flatMap((page) => {
  const drawn = parts.get(`./${page.part}`)
  return drawn ? [{ ...page, ...drawn }] : []
})

/** The pages inside the shell. */
export const shellPages = drawnPages.filter(({ frame }) => frame !== 'none')

/** Login is outside the shell. A signed-in user does not need it, so it loads on demand too. */
export const barePages = drawnPages.filter(({ frame }) => frame === 'none')

/** The code of the page at an address, before it is opened. */
export async function loadPage(pathname: string): Promise<void> {
  await load(pathname)
}

/** The code of a page, and its extra data, for a page that is opened directly. */
export async function openPage(pathname: string, queries: QueryClient): Promise<void> {
  const module = await load(pathname)
  await module?.prepare?.(queries).catch(() => {})
}

async function load(pathname: string): Promise<PageModule | undefined> {
  const wanted = pageAt(pathname).part
  const found = drawnPages.find((page) => page.part === wanted)
  const framed = found?.frame !== 'none'
  // If a part fails, it is loaded again on use, and fails there.
  const loaded = Promise.all([found?.load(), framed ? shell.load() : null])
  const [module] = await loaded.catch(() => [])
  return module
}
