import '#ui/base.css'
import '#storefront/initial.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Router } from '#storefront/router/router.tsx'

import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { rememberTypedCode } from '#storefront/account/typed-code.ts'
import { readServerData } from '#storefront/api/server-data.ts'
import { currentSession } from '#storefront/session/holder-session.ts'
import { watchForFailedStyles } from '#storefront/api/failed-styles.ts'
import { createQueryClient, textsQuery } from '#storefront/api/queries.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { applyTheme } from '#storefront/page/apply-theme.ts'
import { loadPage, openPage } from '#storefront/pages.ts'
import { hasScannedCode } from '#storefront/session/scanned-code.ts'
import { isFramed } from '#storefront/storage/browser-storage.ts'
import { Storefront } from '#storefront/storefront.tsx'

/** The shop in the browser: the server-rendered login page is hydrated; other pages are rendered here. */
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')

const queries = createQueryClient()
const { components, language } = readServerData()
// A preview reads the texts of its own channel.
for (const component of isFramed() ? [] : components) {
  queries.setQueryData(textsQuery(component.path, language).queryKey, component)
}
applyTheme()
watchForFailedStyles()
// Before the first render, so that cached fonts are available.
for (const fontFamily of ['Figtree Variable', 'Hedvig Letters Serif']) {
  document.fonts.load(`1em '${fontFamily}'`).catch(() => {})
}
const shop = (
  <QueryClientProvider client={queries}>
    <Router>
      <Storefront />
    </Router>
  </QueryClientProvider>
)

/** The longest time that the first render waits for the page's data. */
const MAX_WAIT_MS = 1000

/** Waits for the session, which may come from another tab or another host, and renders the shop. */
async function start(container: HTMLElement) {
  const tabs = openTabs()
  await tabs?.arriving
  if (tabs?.ticket)
    await (
      await import('#storefront/account/session-transfer.ts')
    ).openTransferredSession(tabs.ticket)
  const { pathname, search } = location
  // The page is already navigating to the page of a signed-in user.
  if (pathname === '/login' && currentSession() && !hasScannedCode() && !isFramed()) return
  const prepared = prepareRoute(queries, pathname, search)
  const isServerRendered =
    pathname === '/login' && !isFramed() && !container.querySelector('.opening')
  // The server rendered the host's language. A user with another language gets a new render.
  if (isServerRendered && currentLanguage() === language) {
    await loadPage(pathname)
    hydrateRoot(container, shop)
  } else await renderInto(container, prepared)
}

/** Not awaited by the module itself: a page's code imports from this file, and the two would wait for each other. */
async function renderInto(container: HTMLElement, prepared: Promise<void>) {
  // If code and data are loaded, the page renders completely, without placeholders.
  const opened = openPage(location.pathname, queries)
  await Promise.all([
    loadPage(location.pathname),
    waitAtMost(Promise.all([opened, prepared]), MAX_WAIT_MS),
  ])
  rememberTypedCode(container)
  createRoot(container).render(shop)
}

void start(root)

function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    void work.finally(resolve)
    setTimeout(resolve, ms)
  })
}
