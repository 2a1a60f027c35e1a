import { createClient } from '#contract/client.shop.ts'
import {
  allComponentsOf,
  dataOf,
  frameDataOf,
  type PageRequest,
  pageAt,
} from '#contract/content/page-table.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { COOKIES_CHOSEN, isFramed, LOCAL, stored } from '#storefront/storage/browser-storage.ts'
import { chooseLanguage, currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { fetchPicture } from '#storefront/preload/preload-image.ts'
import { isUntaken, storePreload } from '#storefront/preload/preload-responses.ts'
import { PRELOADS } from '#storefront/preload/preload-requests.ts'
import { fetchShop } from '#storefront/api/fetch-shop.ts'
import { joinTabs } from '#storefront/session/open-tabs.ts'
import { currentSession, token } from '#storefront/session/holder-session.ts'
import { storeScannedCode } from '#storefront/session/scanned-code.ts'
import { storeRequestedPath, requestedPath } from '#storefront/session/requested-path.ts'
import { languageOf } from '#domain/language.ts'
import { themeProperties } from '#domain/channels/theme.ts'

/**
 * Runs in the head of every page: finds the session, requests the page's data while the shop's script is still
 * loading, and applies the colours of the session's channel before the first paint.
 */
const { pathname, search } = location
// A link from a mail sets its language. The parameter is then removed from the address.
const mailLanguage =
  pathname === '/choose-again' &&
  languageOf(new URLSearchParams(search).get('language') ?? undefined)
if (mailLanguage) {
  chooseLanguage(mailLanguage)
  history.replaceState(history.state, '', pathname + location.hash)
}
const hasScannedCode = pathname === '/login' && storeScannedCode()
const root = document.documentElement
const language = currentLanguage()
root.lang = language
if (stored(LOCAL.cookieConsent) !== null) root.dataset[COOKIES_CHOSEN] = ''

// The build's loader loads each style that has no link element, even if it is inline in the document.
for (const name of document.currentScript?.dataset['styles']?.split(' ') ?? []) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  // A disabled style sheet is not fetched.
  link.disabled = true
  link.setAttribute('href', `/assets/${name}`)
  document.head.append(link)
}

/** A reload must show current data, so it does not use the browser cache. */
const [navigation] = performance.getEntriesByType('navigation')
const isReload = navigation?.type === 'reload'

const ask: ReturnType<typeof createClient>['call'] = (name, input) =>
  createClient({
    base: '',
    token,
    fetch: (url, init) => {
      const response = fetchShop(url, isReload ? { ...init, cache: 'no-cache' } : init)
      storePreload(url, init, response)
      fetchPicture(name, response).catch(() => {})
      requestFollowUps(name, response, () => isUntaken(url, init)).catch(() => {})
      return new Promise<never>(() => {})
    },
  }).call(name, input)

const preloads = PRELOADS[pathname]

/** Sends the requests that depend on a response, unless the page has taken the response and sends them itself. */
async function requestFollowUps(
  name: CallName,
  response: Promise<Response>,
  isUntaken: () => boolean,
) {
  const followUps = preloads?.after[name] as ((answer: unknown) => PageRequest[]) | undefined
  if (!followUps) return
  const answer = await response
  if (!answer.ok) return
  const body: unknown = await answer.clone().json()
  if (isUntaken()) requestAll(followUps(body))
}

function requestAll(needs: PageRequest[]) {
  for (const { call, input } of needs) void ask(call, input as never)
}

const tabs = joinTabs()
// The login page is hidden until it is certain that a login is needed.
if (pathname === '/login') root.dataset['arriving'] = ''
if (tabs.unsure) void tabs.arriving.then(start)
else if (tabs.ticket === null) start()

function start() {
  const session = currentSession()
  for (const [name, value] of themeProperties(session?.corporate_identity.theme_options ?? [])) {
    root.style.setProperty(name, value)
  }
  if (pathname === '/login') {
    // A scanned code replaces any existing session.
    if (session && !hasScannedCode && !isFramed()) location.replace(requestedPath() ?? '/')
    else delete root.dataset['arriving']
    return
  }
  if (!session && !pageAt(pathname).open) {
    storeRequestedPath(location)
    return location.replace('/login')
  }
  const data = dataOf(pathname, new URLSearchParams(search), language)
  if (session) data.push(...frameDataOf(pathname, data, language))
  void ask('components', { path: allComponentsOf(pathname), language })
  requestAll(data)
  if (session && preloads) requestAll(preloads.atOnce(history.state?.usr, language))
  return undefined
}
