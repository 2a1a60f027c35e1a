/** The names under which the browser keeps things, as the specification gives them. */
export const SESSION = {
  token: 'token',
  customerInfo: 'customerInfo',
  employeeInfo: 'employeeInfo',
  encryptedCode: 'encrypted_code',
  paymentId: 'paymentId',
  cartGuid: 'cart_guid',
  bannerImage: 'bannerImage',
  homeBrands: 'homeBrands',
  homeCategories: 'homeCategories',
  navItems: 'theNavItems',
  filterSelectedBrands: 'filterSelectedBrands',
  filterPayExtra: 'filterPayExtra',
  filterOnlySustainable: 'filterOnlySustainable',
  filterRange: 'filterRange',
  filterProgress: 'filterProgress',
  /** Beyond the specification: what was asked for before the login, what the last tab carries along, and what
   * was being typed when a session ended by itself: for the same code in the same tab. What a cache before the shop
   * answers by, and who is in the shop in its holder's place. */
  wantedPath: 'wantedPath',
  keptLocal: 'keptLocal',
  keptForm: 'keptForm',
  sharedView: 'sharedView',
  acting: 'acting',
} as const

export const LOCAL = {
  language: 'language',
  welcomeShown: 'welcomeOverlay',
  wt: 'wt',
  wtData: 'wtData',
  translations: 'websiteTranslation',
  wishList: 'wish_list',
  personalData: 'personalData',
  formData: 'formData',
  pickupPointData: 'pickupPointData',
  totalOrderPoints: 'totalOrderPoints',
  cookieConsent: 'cookieConsent',
  blurCategoryImages: 'blur-category-images',
  savedListPage: 'savedListPage',
  scrollPosition: 'scrollPosition',
} as const

/** What the back office hands a tab in which the shop is looked at, under its own name: nothing of it is a holder's. */
export const PREVIEW = 'preview'

/** Which shop is looked at, by whom, and until when. */
export type KeptPreview = {
  /** The query of the back office's page that it was composed at. */
  asked: string
  channel: string
  points: number
  language: string
  date: string | null
  /** By name. */
  releases: string[]
  soldOut: string[]
  who: string
  endsAt: string
  /** Its channel's clocks. */
  zone: string
  /** What the back office speaks with whoever looks. */
  speaks: string
}
