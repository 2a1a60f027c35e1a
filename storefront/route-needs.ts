import type { CallName } from '#contract/paths.ts'
import { type Language, languageOf } from '#domain/language.ts'
import { sortOrderOf } from '#domain/sort-order.ts'

/**
 * What each page asks of the server, known from its address alone: asked for before the script has arrived,
 * when a pointer rests on a link, and when the page is opened.
 */
export type Need = { [Name in CallName]: { call: Name; input: Record<string, unknown> } }[CallName]

/** The words that stand around every page. */
export const FRAME_WORDS = ['headercomponents', 'footercomponents', 'websitetranslationcomponents']

export const INFORMATION_PAGES: Readonly<Record<string, string>> = {
  '/order-process': 'orderprocessinfocomponents',
  '/additional-point': 'extrapointsinfocomponents',
  '/return-policy': 'returnprocessinfocomponents',
  '/terms-and-conditions': 'termsandconditionscomponents',
  '/privacy-policy': 'privacystatementcomponents',
}

const WORDS: Readonly<Record<string, string[]>> = {
  '/': ['homepagecomponents'],
  '/products': ['productlistpagecomponents'],
  '/cart': ['basketcomponents', 'checkoutstepscomponents'],
  '/personal-details': ['personaldatacomponents', 'checkoutstepscomponents', 'basketcomponents'],
  '/checkout': [
    'deliverydatacomponents',
    'checkoutstepscomponents',
    'molliecomponents',
    'basketcomponents',
  ],
  '/confirmation': [
    'confirmationpagecomponents',
    'checkoutstepscomponents',
    'molliecomponents',
    'deliverydatacomponents',
    'basketcomponents',
  ],
  '/orders': ['confirmationpagecomponents'],
  '/wishlist': ['wishlistcomponents'],
  '/contact': ['contactpagecomponents'],
}

/** Pages of the CMS that have no component of their own are asked for in this language, whatever is chosen. */
const GENERIC_PAGE_LANGUAGE: Language = 'nl'

/** Unless their address names one. */
export const genericPageLanguage = (search: string): Language =>
  languageOf(new URLSearchParams(search).get('language') ?? undefined) ?? GENERIC_PAGE_LANGUAGE

/** The address of such a page for who reads this language. Another site has its own ways to choose one. */
export function readIn(language: Language, address: string): string {
  if (language === GENERIC_PAGE_LANGUAGE || !/^\/(?!\/)[^?#]*$/.test(address)) return address
  return `${address}?language=${language}`
}

const DETAIL = /^\/product-description\/([^/]+)$/
const GENERIC = /^\/([^/]+)$/
const ORDER = /^\/orders\/([^/]+)$/

/** The components a page shows, without those around it. */
export function wordsOf(pathname: string): string[] {
  const information = INFORMATION_PAGES[pathname]
  if (information) return [information]
  if (DETAIL.test(pathname)) return ['productdetailpagecomponents']
  if (ORDER.test(pathname))
    return ['confirmationpagecomponents', 'deliverydatacomponents', 'personaldatacomponents']
  return WORDS[pathname] ?? []
}

/** The page's own data, beside words, menu, cart and wishlist. */
export function dataOf(pathname: string, search: string, language: Language): Need[] {
  const detail = DETAIL.exec(pathname)?.[1]
  if (detail) {
    return [{ call: 'product', input: { scpId: decodeURIComponent(detail), language } }]
  }
  const order = ORDER.exec(pathname)?.[1]
  if (order) return [{ call: 'order', input: { order_number: decodeURIComponent(order) } }]
  if (pathname === '/products') return [{ call: 'products', input: firstPage(search, language) }]
  if (pathname === '/orders') return [{ call: 'orders', input: {} }]
  if (pathname === '/personal-details') {
    return [
      { call: 'countries', input: { language } },
      { call: 'earlierDetails', input: {} },
    ]
  }
  const page = isGeneric(pathname) ? GENERIC.exec(pathname)?.[1] : undefined
  if (page) {
    const input = { path: decodeURIComponent(page), language: genericPageLanguage(search) }
    return [{ call: 'component', input }]
  }
  return []
}

/** The list's first page for an address. The list itself builds its input here, too, so that both ask alike. */
export function firstPage(search: string, language: Language): Record<string, unknown> {
  const query = new URLSearchParams(search)
  const one = (name: string) => query.get(name) ?? undefined
  // An address may be typed by hand; what is no filter narrows nothing.
  const points = (name: string) => /^\d{1,5}$/.exec(one(name) ?? '')?.[0]
  const flag = (name: string) => (one(name) === 'true' ? 'true' : undefined)
  return {
    tagId: query.getAll('tagId'),
    mainTagId: one('mainTagId'),
    categoryCode: one('categoryCode'),
    brandId: query.getAll('brandId'),
    brand: query.getAll('brand'),
    search: one('search'),
    exactly: flag('exactly'),
    payExtra: flag('payExtra'),
    onlySustainable: flag('onlySustainable'),
    onlyDigital: flag('onlyDigital'),
    colour: query.getAll('colour'),
    pointsFrom: points('pointsFrom'),
    pointsTo: points('pointsTo'),
    sortOn: query.has('sortOn') ? sortOrderOf(one('sortOn')) : undefined,
    page: '1',
    language,
  }
}

/** Pages that may be read without logging in; who cannot log in has to know whom to ask. */
export function isPublic(pathname: string): boolean {
  if (['/login', '/contact'].includes(pathname) || pathname in INFORMATION_PAGES) return true
  return isGeneric(pathname)
}

/** A page of the CMS; the shop's own addresses are not among them. */
function isGeneric(pathname: string): boolean {
  return (
    GENERIC.test(pathname) &&
    pathname !== '/login' &&
    !(pathname in WORDS) &&
    !(pathname in INFORMATION_PAGES)
  )
}
