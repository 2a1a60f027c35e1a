import '#ui/base.css'

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

void prepareRoute(queries, location.pathname, location.search)
const rendered = root.hasChildNodes() && location.pathname === '/login'
// The server wrote the host's language; who chose another one is served from the start again.
if (rendered && currentLanguage() === language) hydrateRoot(root, shop)
else void renderInto(root)

/** No await of the module itself: a page's code imports from this file, and the two would wait for each other. */
async function renderInto(place: HTMLElement) {
  await loadPage(location.pathname)
  place.replaceChildren()
  createRoot(place).render(shop)
}
