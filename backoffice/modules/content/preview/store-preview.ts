import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import {
  framedName,
  type StoredPreview,
  LOCAL,
  PREVIEW,
  SESSION,
} from '#contract/shared/storage-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

type Shown = {
  asked: string
  releases: string[]
  staff: Pick<Staff, 'name' | 'language'>
  zone: string
  /** With the welcome texts, which are shown only once. */
  welcome: boolean
}

/** The data that the shop stores for a preview: its session and a marker, under the shop's own keys. */
function previewEntries(
  { session, ends_at: endsAt }: StaffResponse<'createPreview'>,
  look: StaffInput<'createPreview'>,
  shown: Shown,
): [name: string, value: string][] {
  const { wt, shopping_cart_guid, sales_channel, corporate_identity, shoppingcart } = session
  const preview: StoredPreview = {
    asked: shown.asked,
    channel: sales_channel,
    points: shoppingcart.available_points,
    language: session.language,
    date: look.date ?? null,
    releases: shown.releases,
    soldOut: look.sold_out ?? [],
    who: shown.staff.name,
    endsAt,
    zone: shown.zone,
    speaks: shown.staff.language,
  }
  const kept: Record<string, string> = {
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
    [LOCAL.welcomeShown]: String(!shown.welcome),
    [LOCAL.blurCategoryImages]: String(corporate_identity.blur_category_images),
    [SESSION.token]: wt,
  }
  return Object.entries(kept)
}

/** Turns this tab into the shop, at this page. Only this tab's storage is used. */
export function openShopTab(
  created: StaffResponse<'createPreview'>,
  look: StaffInput<'createPreview'>,
  { page, ...shown }: Shown & { page: string },
): void {
  sessionStorage.clear()
  for (const [name, value] of previewEntries(created, look, shown))
    sessionStorage.setItem(name, value)
  window.location.replace(page)
}

/** Stores a preview for the frame of this name. */
export function storeForFrame(
  frame: string,
  created: StaffResponse<'createPreview'>,
  look: StaffInput<'createPreview'>,
  shown: Shown,
): void {
  removeFromFrame(frame)
  for (const [name, value] of previewEntries(created, look, shown))
    sessionStorage.setItem(framedName(frame, name), value)
}

/** Nothing of the preview stays behind when its frame is gone. */
export function removeFromFrame(frame: string): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(framedName(frame, ''))) sessionStorage.removeItem(name)
}
