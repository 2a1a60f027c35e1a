import '#ui/base.css'
import '#storefront/opening.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { currentLanguage } from '#storefront/chosen-language.ts'
import { readGiven } from '#storefront/given.ts'
import { makeQueryClient, wordsQuery } from '#storefront/queries.ts'
import { prepareRoute } from '#storefront/prepare-route.ts'
import { applyTheme } from '#storefront/apply-theme.ts'
import { loadPage } from '#storefront/pages.ts'
import { Storefront } from '#storefront/storefront.tsx'

/** The shop in the browser: login is there already and comes alive; other pages are made here. */
const root = document.getElementById('root')
if (!root) throw new Error('the page has no place for the shop')

const queries = makeQueryClient()
const { components, language } = readGiven()
for (const component of components) {
  queries.setQueryData(wordsQuery(component.path, language).queryKey, component)
}
applyTheme()
const shop = (
  <QueryClientProvider client={queries}>
    <BrowserRouter>
      <Storefront />
    </BrowserRouter>
  </QueryClientProvider>
)

/** So long the page's data may keep its first picture back; then the page shows what it has. */
const PATIENCE_MS = 1000

const prepared = prepareRoute(queries, location.pathname, location.search)
const rendered = location.pathname === '/login' && !root.querySelector('.opening')
// The server wrote the host's language; who chose another one is served from the start again.
if (rendered && currentLanguage() === language) hydrateRoot(root, shop)
else void renderInto(root)

/** No await of the module itself: a page's code imports from this file, and the two would wait for each other. */
async function renderInto(place: HTMLElement) {
  // With code and data there the page is drawn once and whole, instead of in shapes first.
  await Promise.all([loadPage(location.pathname), soonest(prepared, PATIENCE_MS)])
  createRoot(place).render(shop)
}

function soonest(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    void work.finally(resolve)
    setTimeout(resolve, ms)
  })
}
