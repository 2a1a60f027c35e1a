import { type AddressQuery, firstPage } from '#contract/shared/list-query.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { type Language, languageOf } from '#domain/language.ts'
import { isOwnPath } from '#domain/text/local-path.ts'

/** A query of a page that can start as soon as its address is known. */
export type Need = { [Name in CallName]: { call: Name; input: Record<string, unknown> } }[CallName]

type Asked = {
  /** What the address has in place of ':name'. */
  steps: Readonly<Record<string, string>>
  query: AddressQuery
  language: Language
}

/** The page layouts: their texts and the data they need. */
export const frames = {
  /** No data: the server renders the page before there is a session. */
  none: {
    words: ['websitetranslationcomponents'],
    data: (): Need[] => [],
  },
  /** Header, menu and footer. */
  shop: {
    words: ['headercomponents', 'footercomponents', 'websitetranslationcomponents'],
    data: (language: Language): Need[] => [
      { call: 'readCart', input: { language } },
      { call: 'navigation', input: { language } },
      { call: 'wishlist', input: { language } },
      { call: 'companyInfo', input: { language } },
    ],
  },
  /** The same header and footer, with the steps in the place of search and menu. */
  checkout: {
    words: ['headercomponents', 'footercomponents', 'websitetranslationcomponents'],
    data: (language: Language): Need[] => [
      { call: 'readCart', input: { language } },
      { call: 'wishlist', input: { language } },
      { call: 'companyInfo', input: { language } },
    ],
  },
}
export type FrameName = keyof typeof frames

export type Page = {
  /** ':name' matches one path segment, '*' matches all paths. The first match wins. */
  path: string
  /** The file in storefront/ that renders it. Its code loads when the page is opened or about to be opened. */
  part: `${string}/${string}Page.tsx`
  frame: FrameName
  /** Available without login, so that people who cannot log in find a contact. */
  open?: true
  /** Components of the page, in addition to its layout's. */
  words?: readonly string[]
  /** The page's data, besides that of its layout. */
  data?: (asked: Asked) => Need[]
  /** The pages that usually follow. */
  next?: readonly string[]
  /** The error text that the specification prescribes for this page. */
  failed?: string
  /** The page stays mounted while its address changes, so that its state and the focus stay. */
  stays?: true
}

/** Editors' pages without a component are requested in this language, independent of the reader's choice. */
const EDITORS_LANGUAGE: Language = 'nl'

/** The reader's language, unless the URL contains one. */
export const genericPageLanguage = (query: AddressQuery): Language =>
  languageOf(query.get('language') ?? undefined) ?? EDITORS_LANGUAGE

/** The address of such a page for who reads this language. Another site has its own ways to choose one. */
export function readIn(language: Language, address: string): string {
  if (language === EDITORS_LANGUAGE || !/^\/(?!\/)[^?#]*$/.test(address)) return address
  return `${address}?language=${language}`
}

const information = (path: string, component: string, label: string) => ({
  path,
  label,
  part: 'content/InformationPage.tsx' as const,
  frame: 'shop' as const,
  open: true as const,
  words: [component],
})

/** About ordering. The footer lists them, as do the pages themselves. */
export const orderingPages = [
  information('/order-process', 'orderprocessinfocomponents', 'orderingLink'),
  information('/additional-point', 'extrapointsinfocomponents', 'extraPointsLink'),
  information('/return-policy', 'returnprocessinfocomponents', 'returnsLink'),
]

/** Legally required pages. */
export const legalPages = [
  information('/terms-and-conditions', 'termsandconditionscomponents', 'termsLink'),
  information('/privacy-policy', 'privacystatementcomponents', 'privacyLink'),
]

/** The page that explains what the employer sees. */
export const EMPLOYER_SEES = '/what-your-employer-sees'

const GIFT = '/product-description/any'

/** A page that the editors made and named. */
export const EDITORS_PAGE = '/:pageId'

export const NOT_FOUND: Page = { path: '*', part: 'content/NotFoundPage.tsx', frame: 'shop' }

/** All pages of the shop. The router, the server, the build and preloading use this table. */
export const pages: readonly Page[] = [
  {
    path: '/login',
    part: 'account/LoginPage.tsx',
    frame: 'none',
    open: true,
    words: ['logoncomponents'],
  },
  {
    path: '/',
    part: 'home/HomePage.tsx',
    frame: 'shop',
    words: ['homepagecomponents'],
    next: ['/products', GIFT],
  },
  {
    path: '/products',
    part: 'catalog/list/GiftListPage.tsx',
    frame: 'shop',
    words: ['productlistpagecomponents'],
    data: ({ query, language }) => [{ call: 'products', input: firstPage(query, language) }],
    next: [GIFT],
    failed: 'An error has occurred general',
  },
  {
    path: '/product-description/:scpId',
    part: 'catalog/gift/GiftDetailPage.tsx',
    frame: 'shop',
    words: ['productdetailpagecomponents'],
    data: ({ steps: { scpId }, language }) => [{ call: 'product', input: { scpId, language } }],
    next: ['/cart'],
    failed: 'An error occurred while loading the description',
    stays: true,
  },
  {
    path: '/cart',
    part: 'cart/CartPage.tsx',
    frame: 'shop',
    words: ['basketcomponents', 'checkoutstepscomponents'],
    next: ['/personal-details'],
  },
  {
    path: '/personal-details',
    part: 'checkout/personal/PersonalDetailsPage.tsx',
    frame: 'checkout',
    words: ['personaldatacomponents', 'checkoutstepscomponents', 'basketcomponents'],
    data: ({ language }) => [
      { call: 'countries', input: { language } },
      { call: 'earlierDetails', input: {} },
    ],
    next: ['/checkout'],
  },
  {
    path: '/checkout',
    part: 'checkout/delivery/DeliveryPage.tsx',
    frame: 'checkout',
    words: [
      'deliverydatacomponents',
      'checkoutstepscomponents',
      'molliecomponents',
      'basketcomponents',
    ],
    next: ['/confirmation'],
    failed: 'An error has occurred on Checkout',
  },
  {
    path: '/confirmation',
    part: 'checkout/confirmation/ConfirmationPage.tsx',
    frame: 'checkout',
    words: [
      'confirmationpagecomponents',
      'checkoutstepscomponents',
      'molliecomponents',
      'deliverydatacomponents',
      'basketcomponents',
    ],
    failed: 'An error on confirmation page',
  },
  {
    path: '/orders',
    part: 'orders/OrdersPage.tsx',
    frame: 'shop',
    words: ['confirmationpagecomponents'],
    data: () => [{ call: 'orders', input: {} }],
  },
  {
    path: '/orders/:orderNumber',
    part: 'orders/OrderPage.tsx',
    frame: 'shop',
    words: ['confirmationpagecomponents', 'deliverydatacomponents', 'personaldatacomponents'],
    data: ({ steps: { orderNumber } }) => [{ call: 'order', input: { order_number: orderNumber } }],
  },
  {
    path: '/choose-again',
    part: 'orders/replacement/ReplacementPage.tsx',
    frame: 'shop',
    open: true,
    words: ['confirmationpagecomponents'],
  },
  {
    path: '/wishlist',
    part: 'wishlist/WishlistPage.tsx',
    frame: 'shop',
    words: ['wishlistcomponents'],
    next: [GIFT, '/cart'],
    failed: 'An error has occurred:',
  },
  {
    path: '/contact',
    part: 'content/ContactPage.tsx',
    frame: 'shop',
    open: true,
    words: ['contactpagecomponents'],
    data: ({ language }) => [{ call: 'companyInfo', input: { language } }],
  },
  {
    path: EMPLOYER_SEES,
    part: 'content/EmployerStatisticsPage.tsx',
    frame: 'shop',
    words: ['privacystatementcomponents'],
    data: () => [{ call: 'employerSees', input: {} }],
  },
  ...orderingPages,
  ...legalPages,
  {
    path: EDITORS_PAGE,
    part: 'content/GenericPage.tsx',
    frame: 'shop',
    open: true,
    data: ({ steps: { pageId }, query }) => [
      { call: 'component', input: { path: pageId, language: genericPageLanguage(query) } },
    ],
  },
  NOT_FOUND,
]

export const pageAt = (pathname: string): Page =>
  pages.find(({ path }) => fits(path.split('/'), pathname.split('/'))) ?? NOT_FOUND

/** The correct address for a mistyped one with wrong capitals or extra slashes. Null if it is correct or unknown. */
export function correctedAddress(pathname: string): string | null {
  const given = `/${pathname.split('/').filter(Boolean).join('/')}`.split('/')
  const lower = given.map((step) => step.toLowerCase())
  const page = pages.find(({ path }) => path !== EDITORS_PAGE && fits(path.split('/'), lower))
  const corrected = page
    ? page.path
        .split('/')
        .map((step, at) => (step.startsWith(':') ? given[at] : step))
        .join('/')
    : given.join('/')
  if (corrected === pathname || !isOwnPath(corrected)) return null
  return pageAt(corrected) === NOT_FOUND ? null : corrected
}

/** Components of a page, without those of its layout. */
export const wordsOf = (pathname: string): readonly string[] => pageAt(pathname).words ?? []

/** The page's data, besides that of its layout. */
export function dataOf(pathname: string, query: AddressQuery, language: Language): Need[] {
  const { path, data } = pageAt(pathname)
  return data?.({ steps: stepsOf(path, pathname), query, language }) ?? []
}

/** All components that an address shows, starting with those of the layout. */
export const allWordsOf = (pathname: string): string[] => [
  ...frames[pageAt(pathname).frame].words,
  ...wordsOf(pathname),
]

/** The data that the layout needs for a session and that the page does not request itself. */
export function frameDataOf(pathname: string, own: Need[], language: Language): Need[] {
  const around = frames[pageAt(pathname).frame].data(language)
  return around.filter(({ call }) => own.every((need) => need.call !== call))
}

const fits = (wanted: string[], given: string[]) =>
  wanted.length === given.length &&
  wanted.every((step, at) => step === given[at] || (step.startsWith(':') && given[at] !== ''))

/** Users can type an address by hand. An invalid escape sequence stays as it is. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** The path segments of an address in place of the names in a page's path. */
export function stepsOf(path: string, pathname: string): Record<string, string> {
  const given = pathname.split('/')
  const named = path.split('/').flatMap((step, at) => {
    return step.startsWith(':') ? [[step.slice(1), decoded(given[at] ?? '')]] : []
  })
  return Object.fromEntries(named) as Record<string, string>
}
