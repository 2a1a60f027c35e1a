import { makeClient } from '#contract/call.ts'
import { COOKIES_CHOSEN, LOCAL, stored } from '#storefront/browser-storage.ts'
import { currentLanguage } from '#storefront/chosen-language.ts'
import { fetchPicture } from '#storefront/early-picture.ts'
import { keepEarly } from '#storefront/early-answers.ts'
import { dataOf, FRAME_WORDS, isPublic, wordsOf } from '#storefront/route-needs.ts'
import { currentSession, token } from '#storefront/holder-session.ts'
import { themeProperties } from '#domain/theme.ts'

/**
 * Stands in the head of every page: asks for the page's data while the shop's script is still on its way, and
 * puts on the colours of the session's channel before anything is painted.
 */
const { pathname, search } = location
const session = currentSession()
const language = currentLanguage()
document.documentElement.lang = language
if (stored(LOCAL.cookieConsent) !== null) document.documentElement.dataset[COOKIES_CHOSEN] = ''

for (const [name, value] of themeProperties(session?.corporate_identity.theme_options ?? [])) {
  document.documentElement.style.setProperty(name, value)
}

const ask: ReturnType<typeof makeClient>['call'] = (name, input) =>
  makeClient({
    base: '',
    token,
    fetch: (url, init) => {
      const answer = fetch(url, init)
      keepEarly(url, answer)
      fetchPicture(name, answer).catch(() => {})
      return new Promise<never>(() => {})
    },
  }).call(name, input)

if (pathname !== '/login') {
  if (session) {
    void ask('components', { path: [...FRAME_WORDS, ...wordsOf(pathname)], language })
    for (const { call, input } of dataOf(pathname, search, language)) {
      void ask(call, input as never)
    }
    void ask('readCart', { language })
    void ask('navigation', { language })
    void ask('wishlist', { language })
    void ask('companyInfo', { language })
  } else if (isPublic(pathname)) {
    void ask('components', { path: [...FRAME_WORDS, ...wordsOf(pathname)], language })
    for (const { call, input } of dataOf(pathname, search, language)) {
      void ask(call, input as never)
    }
    if (pathname === '/contact') void ask('companyInfo', { language })
  } else {
    location.replace('/login')
  }
}
