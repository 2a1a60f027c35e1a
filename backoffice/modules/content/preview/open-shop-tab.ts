import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { type KeptPreview, LOCAL, PREVIEW, SESSION } from '#contract/shared/storage-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

/**
 * This tab becomes the shop: it finds the session that is looked with under the shop's own names, and beside it what says
 * that it is a preview. All of it is kept by the tab alone.
 */
export function openShopTab(
  { session, ends_at: endsAt }: StaffResponse<'makePreview'>,
  look: StaffInput<'makePreview'>,
  told: {
    asked: string
    releases: string[]
    staff: Staff
    zone: string
    /** The page of the shop to begin at. */
    page: string
    /** With the words of welcome, which are shown once. */
    welcome: boolean
  },
): void {
  const { wt, shopping_cart_guid, sales_channel, corporate_identity, shoppingcart } = session
  const preview: KeptPreview = {
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
    // Asked of holders, once; not of whoever only looks.
    [LOCAL.cookieConsent]: 'necessary',
    [LOCAL.welcomeShown]: String(!told.welcome),
    [LOCAL.blurCategoryImages]: String(corporate_identity.blur_category_images),
    [SESSION.token]: wt,
  }
  sessionStorage.clear()
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value)
  window.location.replace(told.page)
}
