import { type ComponentType, createElement, lazy, useState } from 'react'

import { pageAt, pages } from '#contract/page-table.ts'

type PageModule = { default: ComponentType }

/**
 * Code that comes when its page is opened, or when a pointer rests on a link to it. What is here already is drawn
 * at once: a lazy component would show the page's empty shape first.
 */
function part(fetch: () => Promise<PageModule>) {
  let here: ComponentType | null = null
  const load = async () => {
    const module = await fetch()
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

/** What stands around every page but login. */
export const shell = part(async () => ({ default: (await import('#storefront/Shell.tsx')).Shell }))

/** Login is there from the start: whoever sees it has nothing else yet. */
const files = import.meta.glob<PageModule>(['./*/*Page.tsx', '!./account/LoginPage.tsx'])
const parts = new Map(Object.entries(files).map(([file, fetch]) => [file, part(fetch)]))

/** The pages that come in the shell, each with what draws it. */
export const shellPages = pages.flatMap((page) => {
  const drawn = parts.get(`./${page.part}`)
  return drawn ? [{ ...page, ...drawn }] : []
})

/** The code of the page at an address, before it is opened. */
export async function loadPage(pathname: string): Promise<void> {
  const wanted = pageAt(pathname).part
  const found = shellPages.find((page) => page.part === wanted)
  // A part that does not come is asked for again when it is needed, and fails there.
  if (found) await Promise.all([shell.load(), found.load()]).catch(() => {})
}
