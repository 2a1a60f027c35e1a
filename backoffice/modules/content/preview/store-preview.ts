import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import {
  framedName,
  type StoredPreview,
  LOCAL,
  PREVIEW,
  SESSION,
} from '#contract/shared/storage-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

type PreviewDetails = {
  asked: string
  releases: string[]
  staff: Pick<Staff, 'name' | 'language'>
  zone: string
  /** Shows the welcome overlay, which recipients see only once. */
  welcome: boolean
}

/** The data that the shop stores for a preview: its session and a marker, under the shop's own keys. */
function previewEntries(
  { session, ends_at: endsAt }: StaffResponse<'createPreview'>,
  options: StaffInput<'createPreview'>,
  details: PreviewDetails,
): [name: string, value: string][] {
  const { wt, shopping_cart_guid, sales_channel, corporate_identity, shoppingcart } = session
  const preview: StoredPreview = {
    asked: details.asked,
    channel: sales_channel,
    points: shoppingcart.available_points,
    language: session.language,
    date: options.date ?? null,
    releases: details.releases,
    soldOut: options.sold_out ?? [],
    who: details.staff.name,
    endsAt,
    zone: details.zone,
    speaks: details.staff.language,
  }
  const entries: Record<string, string> = {
    [PREVIEW]: JSON.stringify(preview),
    [SESSION.employeeInfo]: JSON.stringify({
      shopping_cart_guid,
      sales_channel,
      corporate_identity,
      shoppingcart,
    }),
    [SESSION.customerInfo]: JSON.stringify({ first_name: '', salutation: '' }),
    [SESSION.encryptedCode]: '',
    [SESSION.cartGuid]: shopping_cart_guid,
    [LOCAL.language]: session.language,
    [LOCAL.wt]: wt,
    [LOCAL.wtData]: JSON.stringify({ sales_channel, valid_until: shoppingcart.valid_until }),
    // A preview skips the questions that voucher holders answer once.
    [LOCAL.cookieConsent]: 'necessary',
    [LOCAL.welcomeShown]: String(!details.welcome),
    [LOCAL.blurCategoryImages]: String(corporate_identity.blur_category_images),
    [SESSION.token]: wt,
  }
  return Object.entries(entries)
}

/** Turns this tab into the shop, at this page. Only this tab's storage is used. */
export function openShopTab(
  created: StaffResponse<'createPreview'>,
  options: StaffInput<'createPreview'>,
  { page, ...details }: PreviewDetails & { page: string },
): void {
  sessionStorage.clear()
  for (const [name, value] of previewEntries(created, options, details))
    sessionStorage.setItem(name, value)
  window.location.replace(page)
}

/** Stores a preview for the frame of this name. */
export function storeForFrame(
  frame: string,
  created: StaffResponse<'createPreview'>,
  options: StaffInput<'createPreview'>,
  details: PreviewDetails,
): void {
  removeFromFrame(frame)
  for (const [name, value] of previewEntries(created, options, details))
    sessionStorage.setItem(framedName(frame, name), value)
}

/** Removes the stored data of a preview when its frame closes. */
export function removeFromFrame(frame: string): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(framedName(frame, ''))) sessionStorage.removeItem(name)
}
