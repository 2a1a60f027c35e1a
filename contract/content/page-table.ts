import { type AddressQuery, firstPage } from '#contract/shared/list-query.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { type Language, languageOf } from '#domain/language.ts'
import { isOwnPath } from '#domain/text/local-path.ts'

/** A request of a page that can start as soon as its address is known. */
export type PageRequest = {
  [Name in CallName]: { call: Name; input: Record<string, unknown> }
}[CallName]

type Address = {
  /** The path segments at the position of each ':name'. */
  parameters: Readonly<Record<string, string>>
  query: AddressQuery
  language: Language
}

/** The page layouts: their texts and the data they need. */
export const frames = {
  /** No data: the server renders the page before there is a session. */
  none: {
    components: ['websitetranslationcomponents'],
    data: (): PageRequest[] => [],
  },
  /** With header, menu and footer. */
  shop: {
    components: ['headercomponents', 'footercomponents', 'websitetranslationcomponents'],
    data: (language: Language): PageRequest[] => [
      { call: 'readCart', input: { language } },
      { call: 'navigation', input: { language } },
      { call: 'wishlist', input: { language } },
      { call: 'companyInfo', input: { language } },
    ],
  },
  /** With the same header and footer, but with the checkout steps instead of search and menu. */
  checkout: {
    components: ['headercomponents', 'footercomponents', 'websitetranslationcomponents'],
    data: (language: Language): PageRequest[] => [
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
  /** Whether the page is available without login, for example the contact page. */
  open?: true
  /** Components of the page, in addition to its layout's. */
  components?: readonly string[]
  /** The page's data, besides that of its layout. */
  data?: (address: Address) => PageRequest[]
  /** The pages that recipients usually open next, which are preloaded. */
  next?: readonly string[]
  /** The error text that the specification prescribes for this page. */
  failed?: string
  /** Whether the page stays mounted while its address changes, so that it keeps its state and the focus. */
  stays?: true
}

/** The language of editors' pages, whatever language the recipient has chosen. */
const EDITORS_LANGUAGE: Language = 'nl'

/** The language of an editors' page: the one in its address, or the default one. */
export const genericPageLanguage = (query: AddressQuery): Language =>
  languageOf(query.get('language') ?? undefined) ?? EDITORS_LANGUAGE

/** The address of an editors' page in a language. Addresses of other sites are not changed. */
export function addressInLanguage(language: Language, address: string): string {
  if (language === EDITORS_LANGUAGE || !/^\/(?!\/)[^?#]*$/.test(address)) return address
  return `${address}?language=${language}`
}

const information = (path: string, component: string, label: string) => ({
  path,
  label,
  part: 'content/InformationPage.tsx' as const,
  frame: 'shop' as const,
  open: true as const,
  components: [component],
})

/** Information about ordering. The footer and these pages link to them. */
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

/** A page that editors created and named. */
export const EDITORS_PAGE = '/:pageId'

export const NOT_FOUND: Page = { path: '*', part: 'content/NotFoundPage.tsx', frame: 'shop' }

/** All pages of the shop. The router, the server, the build and preloading use this table. */
export const pages: readonly Page[] = [
  {
    path: '/login',
    part: 'account/LoginPage.tsx',
    frame: 'none',
    open: true,
    components: ['logoncomponents'],
  },
  {
    path: '/',
    part: 'home/HomePage.tsx',
    frame: 'shop',
    components: ['homepagecomponents'],
    next: ['/products', GIFT],
  },
  {
    path: '/products',
    part: 'catalog/list/GiftListPage.tsx',
    frame: 'shop',
    components: ['productlistpagecomponents'],
    data: ({ query, language }) => [{ call: 'products', input: firstPage(query, language) }],
    next: [GIFT],
    failed: 'An error has occurred general',
  },
  {
    path: '/product-description/:scpId',
    part: 'catalog/gift/GiftDetailPage.tsx',
    frame: 'shop',
    components: ['productdetailpagecomponents'],
    data: ({ parameters: { scpId }, language }) => [
      { call: 'product', input: { scpId, language } },
    ],
    next: ['/cart'],
    failed: 'An error occurred while loading the description',
    stays: true,
  },
  {
    path: '/cart',
    part: 'cart/CartPage.tsx',
    frame: 'shop',
    components: ['basketcomponents', 'checkoutstepscomponents'],
    next: ['/personal-details'],
  },
  {
    path: '/personal-details',
    part: 'checkout/personal/PersonalDetailsPage.tsx',
    frame: 'checkout',
    components: ['personaldatacomponents', 'checkoutstepscomponents', 'basketcomponents'],
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
    components: [
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
    components: [
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
    components: ['confirmationpagecomponents'],
    data: () => [{ call: 'orders', input: {} }],
  },
  {
    path: '/orders/:orderNumber',
    part: 'orders/OrderPage.tsx',
    frame: 'shop',
    components: ['confirmationpagecomponents', 'deliverydatacomponents', 'personaldatacomponents'],
    data: ({ parameters: { orderNumber } }) => [
      { call: 'order', input: { order_number: orderNumber } },
    ],
  },
  {
    path: '/choose-again',
    part: 'orders/replacement/ReplacementPage.tsx',
    frame: 'shop',
    open: true,
    components: ['confirmationpagecomponents'],
  },
  {
    path: '/wishlist',
    part: 'wishlist/WishlistPage.tsx',
    frame: 'shop',
    components: ['wishlistcomponents'],
    next: [GIFT, '/cart'],
    failed: 'An error has occurred:',
  },
  {
    path: '/contact',
    part: 'content/ContactPage.tsx',
    frame: 'shop',
    open: true,
    components: ['contactpagecomponents'],
    data: ({ language }) => [{ call: 'companyInfo', input: { language } }],
  },
  {
    path: EMPLOYER_SEES,
    part: 'content/EmployerStatisticsPage.tsx',
    frame: 'shop',
    components: ['privacystatementcomponents'],
    data: () => [{ call: 'employerSees', input: {} }],
  },
  ...orderingPages,
  ...legalPages,
  {
    path: EDITORS_PAGE,
    part: 'content/GenericPage.tsx',
    frame: 'shop',
    open: true,
    data: ({ parameters: { pageId }, query }) => [
      { call: 'component', input: { path: pageId, language: genericPageLanguage(query) } },
    ],
  },
  NOT_FOUND,
]

export const pageAt = (pathname: string): Page =>
  pages.find(({ path }) => matchesPath(path.split('/'), pathname.split('/'))) ?? NOT_FOUND

/** The correct address for one with wrong capitals or extra slashes; null if it is correct or unknown. */
export function correctedAddress(pathname: string): string | null {
  const segments = `/${pathname.split('/').filter(Boolean).join('/')}`.split('/')
  const lowerCase = segments.map((segment) => segment.toLowerCase())
  const page = pages.find(
    ({ path }) => path !== EDITORS_PAGE && matchesPath(path.split('/'), lowerCase),
  )
  const corrected = page
    ? page.path
        .split('/')
        .map((segment, index) => (segment.startsWith(':') ? segments[index] : segment))
        .join('/')
    : segments.join('/')
  if (corrected === pathname || !isOwnPath(corrected)) return null
  return pageAt(corrected) === NOT_FOUND ? null : corrected
}

/** Components of a page, without those of its layout. */
export const componentsOf = (pathname: string): readonly string[] =>
  pageAt(pathname).components ?? []

/** The requests of the page, without those of its layout. */
export function dataOf(pathname: string, query: AddressQuery, language: Language): PageRequest[] {
  const { path, data } = pageAt(pathname)
  return data?.({ parameters: pathParametersOf(path, pathname), query, language }) ?? []
}

/** All components that an address shows, starting with those of the layout. */
export const allComponentsOf = (pathname: string): string[] => [
  ...frames[pageAt(pathname).frame].components,
  ...componentsOf(pathname),
]

/** The requests of the layout that the page does not send itself. */
export function frameDataOf(
  pathname: string,
  pageRequests: PageRequest[],
  language: Language,
): PageRequest[] {
  const frameRequests = frames[pageAt(pathname).frame].data(language)
  return frameRequests.filter(({ call }) => pageRequests.every((request) => request.call !== call))
}

const matchesPath = (pattern: string[], segments: string[]) =>
  pattern.length === segments.length &&
  pattern.every(
    (part, index) => part === segments[index] || (part.startsWith(':') && segments[index] !== ''),
  )

/** Users can type an address by hand. An invalid escape sequence is not decoded. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The path segments of an address, by their names in the path of the page. */
export function pathParametersOf(path: string, pathname: string): Record<string, string> {
  const segments = pathname.split('/')
  const parameters = path
    .split('/')
    .flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), decode(segments[index] ?? '')]] : [],
    )
  return Object.fromEntries(parameters) as Record<string, string>
}
