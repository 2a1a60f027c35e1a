import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { type StoredPreview, LOCAL, PREVIEW, SESSION } from '#contract/shared/storage-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

/**
 * Turns this tab into the shop. It stores the preview session under the shop's own keys, and a marker that this is a
 * preview. Only this tab's storage is used.
 */
export function openShopTab(
  { session, ends_at: endsAt }: StaffResponse<'createPreview'>,
  look: StaffInput<'createPreview'>,
  told: {
    asked: string
    releases: string[]
    staff: Staff
    zone: string
    /** The first shop page. */
    page: string
    /** With the welcome texts, which are shown only once. */
    welcome: boolean
  },
): void {
  const { wt, shopping_cart_guid, sales_channel, corporate_identity, shoppingcart } = session
  const preview: StoredPreview = {
    asked: told.asked,
    channel: sales_channel,
    points: shoppingcart.available_points,
    language: session.language,
    date: look.date ?? null,
    releases: told.releases,
    soldOut: look.sold_out ?? [],
    who: told.staff.name,
    endsAt,
    zone: told.zone,
    speaks: told.staff.language,
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
    [LOCAL.welcomeShown]: String(!told.welcome),
    [LOCAL.blurCategoryImages]: String(corporate_identity.blur_category_images),
    [SESSION.token]: wt,
  }
  sessionStorage.clear()
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value)
  window.location.replace(told.page)
}
