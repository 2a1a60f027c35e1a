import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, lazy, useState } from 'react'

import { pageAt, pages } from '#contract/content/page-table.ts'
import { retryFailedStyles } from '#storefront/api/failed-styles.ts'

type PageModule = {
  default: ComponentType
  /** Loads data beyond the page table, for a page that is opened directly. */
  prepare?: (queries: QueryClient) => Promise<void>
}

/**
 * A page whose code loads when it is opened or about to be opened. Loaded code renders at once. A lazy component would
 * show the fallback first.
 */
function lazyPage(importPage: () => Promise<PageModule>) {
  let loaded: ComponentType | null = null
  const load = async () => {
    const module = await importPage()
    await retryFailedStyles()
    loaded = module.default
    return module
  }
  const LazyPage = lazy(load)
  function Page() {
    const [Loaded] = useState(() => loaded ?? LazyPage)
    return createElement(Loaded)
  }
  return { load, Page }
}

/** The layout of every page except login. */
export const shell = lazyPage(async () => ({
  default: (await import('#storefront/Shell.tsx')).Shell,
}))

const pageFiles = import.meta.glob<PageModule>('./**/*Page.tsx')
const components = new Map(
  Object.entries(pageFiles).map(([file, importPage]) => [file, lazyPage(importPage)]),
)

/** Every page with its component. */
const pageComponents = pages.flatMap((page) => {
  const component = components.get(`./${page.part}`)
  return component ? [{ ...page, ...component }] : []
})

/** The pages inside the shell. */
export const shellPages = pageComponents.filter(({ frame }) => frame !== 'none')

/** Login is outside the shell. A signed-in user does not need it, so it loads on demand too. */
export const barePages = pageComponents.filter(({ frame }) => frame === 'none')

/** Loads the code of the page at an address. */
export async function loadPage(pathname: string): Promise<void> {
  await load(pathname)
}

/** Loads the code of a page that is opened directly, and its extra data. */
export async function openPage(pathname: string, queries: QueryClient): Promise<void> {
  const module = await load(pathname)
  await module?.prepare?.(queries).catch(() => {})
}

async function load(pathname: string): Promise<PageModule | undefined> {
  const pagePart = pageAt(pathname).part
  const page = pageComponents.find(({ part }) => part === pagePart)
  const hasShell = page?.frame !== 'none'
  // If a part fails, it is loaded again on use, and fails there.
  const loading = Promise.all([page?.load(), hasShell ? shell.load() : null])
  const [module] = await loading.catch(() => [])
  return module
}
