import type { Answer } from '#contract/client.shop.ts'
import type { CorporateIdentity, SessionCart } from '#contract/sessions/session.ts'
import {
  HOLDER_NAMES,
  LOCAL,
  SESSION,
  store,
  stored,
  storedJson,
  storeJson,
} from '#storefront/storage/browser-storage.ts'

/** The stored data of a session: `employeeInfo` of the specification. */
export type Session = {
  shopping_cart_guid: string
  sales_channel: string
  corporate_identity: CorporateIdentity
  shoppingcart: SessionCart
}

export type Accepted = Extract<Answer<'logIn'>, { code_is_valid: true }>

export const token = () => stored(SESSION.token)

export function currentSession(): Session | null {
  return token() === null ? null : parsedSession(stored(SESSION.employeeInfo))
}

let cached: { text: string | null; session: Session | null } = { text: null, session: null }

/** Returns the same object for the same text, because many components read it and compare it by identity. */
export function parsedSession(text: string | null): Session | null {
  if (cached.text !== text) cached = { text, session: parsed(text) }
  return cached.session
}

function parsed(text: string | null): Session | null {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null
    return session?.shoppingcart && session.corporate_identity ? session : null
  } catch {
    return null
  }
}

/** A staff member who acts for the recipient. */
export type Impersonation = NonNullable<Answer<'takeOver'>['acting']>

export function openSession(
  answer: Accepted,
  encryptedCode: string,
  acting: Impersonation | null = null,
): void {
  // Another holder may have used this browser, in a tab that is still open.
  for (const name of HOLDER_NAMES) store(name, null)
  restoreForm(encryptedCode)
  const { wt, shopping_cart_guid, sales_channel, corporate_identity, shoppingcart } = answer
  storeJson(SESSION.employeeInfo, {
    shopping_cart_guid,
    sales_channel,
    corporate_identity,
    shoppingcart,
  } satisfies Session)
  storeJson(SESSION.customerInfo, {
    first_name: shoppingcart.first_name,
    salutation: shoppingcart.salutation,
  })
  store(SESSION.encryptedCode, encryptedCode)
  store(SESSION.acting, acting && JSON.stringify(acting))
  store(SESSION.cartGuid, shopping_cart_guid)
  store(LOCAL.blurCategoryImages, String(corporate_identity.blur_category_images))
  store(LOCAL.wt, wt)
  storeJson(LOCAL.wtData, { sales_channel, valid_until: shoppingcart.valid_until })
  // Last, because the token marks the browser as signed in.
  store(SESSION.token, wt)
}

/** Stores the current cart. It changes after an order, or if a cart was started on another device. */
export function rememberCart(cartGuid: string): void {
  if (stored(SESSION.cartGuid) !== cartGuid) store(SESSION.cartGuid, cartGuid)
}

/** Stores the expiry of the voucher, which may change during a session. */
export function rememberValidity(validUntil: string): void {
  const session = currentSession()
  if (!session || session.shoppingcart.valid_until === validUntil) return
  storeJson(SESSION.employeeInfo, {
    ...session,
    shoppingcart: { ...session.shoppingcart, valid_until: validUntil },
  } satisfies Session)
}

/** Stores the points of the cart, nothing for an empty one. */
export function rememberCartPoints(points: number): void {
  const text = points === 0 ? null : String(points)
  // A response that arrives after logout belongs to no current session.
  if (token() !== null && stored(LOCAL.totalOrderPoints) !== text) {
    store(LOCAL.totalOrderPoints, text)
  }
}

/** The points left according to the last known cart, for the time until the cart has loaded. */
export function rememberedPointsLeft(): number {
  const available = currentSession()?.shoppingcart.available_points ?? 0
  return Math.max(0, available - Number(stored(LOCAL.totalOrderPoints) ?? 0))
}

/** Stores the data after an order: the next cart and the remaining points. */
export function rememberNextCart(
  next: Pick<SessionCart, 'cart_guid' | 'available_points' | 'number_of_products'>,
): void {
  const session = currentSession()
  if (session) {
    storeJson(SESSION.employeeInfo, {
      ...session,
      shopping_cart_guid: next.cart_guid,
      shoppingcart: { ...session.shoppingcart, ...next },
    } satisfies Session)
  }
  rememberCart(next.cart_guid)
}

/** The names that are kept after a session timeout. */
const KEPT_NAMES: readonly string[] = [LOCAL.language, LOCAL.cookieConsent]

/** Removes all data of the recipient, and with `everything` also the settings of the browser. */
export function closeSession({ everything = false } = {}): void {
  const form = everything ? null : typedForm()
  for (const name of [...Object.values(SESSION), ...Object.values(LOCAL)]) {
    if (everything || !KEPT_NAMES.includes(name)) store(name, null)
  }
  if (form) storeJson(SESSION.keptForm, form)
}

type StoredForm = { of: string; form: string }

/** The form input survives a session that expires while a form is being filled in. */
function typedForm(): StoredForm | null {
  const [of, form] = [stored(SESSION.encryptedCode), stored(LOCAL.formData)]
  return of === null || form === null ? null : { of, form }
}

function restoreForm(encryptedCode: string): void {
  const kept = storedJson(SESSION.keptForm) as Partial<StoredForm> | null
  store(SESSION.keptForm, null)
  if (kept?.form !== undefined && kept.of === encryptedCode) store(LOCAL.formData, kept.form)
}
