/** Names of browser storage keys, fixed by the specification. */
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
  /**
   * Additions to the specification: the page requested before login, data carried over from the last tab, and form
   * input saved when a session expired (for the same code in the same tab). Also the cache audience and the
   * impersonating staff user.
   */
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

/** Preview data that the back office passes to a shop tab. It contains no holder's data. */
export const PREVIEW = 'preview'

const FRAME = 'preview-'

/** The name of a frame of the back office that shows a preview. */
export const previewFrame = (name: string) => FRAME + name

export const isPreviewFrame = (name: string) => name.startsWith(FRAME)

/** The storage key of a preview in this frame. */
export const framedName = (frame: string, name: string) => `${frame}.${name}`

/** The options of a preview, with its user and its end. */
export type StoredPreview = {
  /** The query of the back-office page on which it was composed. */
  asked: string
  channel: string
  points: number
  language: string
  date: string | null
  /** The names of the releases. */
  releases: string[]
  soldOut: string[]
  /** The name of the staff user. */
  who: string
  endsAt: string
  /** The time zone of the channel. */
  zone: string
  /** The back office language of the staff user. */
  speaks: string
}
