import { sessionCart } from '#server/modules/sessions/login/login-response.ts'
import type { VoucherRow } from '#server/modules/vouchers/voucher.sql.ts'
import { succeed } from '#server/http/response-body.ts'
import type { Acting } from '#server/modules/sessions/session.sql.ts'
import type { ShopCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { corporateIdentity } from '#server/modules/channels/core/corporate-identity.ts'

/** A new session for a voucher that may sign in, with everything the browser needs. */
export async function startHolderSession(
  { models, sessions, holders }: Shop,
  voucher: VoucherRow,
  { sendView }: Pick<ShopCaller, 'sendView'>,
  acting?: Acting,
) {
  const channel = await models.about(voucher.channel_id)
  if (!channel) throw new Error(`voucher ${voucher.id} has no channel`)
  const opened = sessions.open(voucher.id, voucher.language || channel.defaultLanguage, acting)
  const holder = await holders.readBy(voucher.id, async () => (await opened).holder)
  const { token: wt, cart } = await opened
  sendView(holder)
  return succeed({
    code_is_valid: true as const,
    wt,
    shopping_cart_guid: cart.guid,
    sales_channel: channel.id,
    corporate_identity: corporateIdentity(channel),
    shoppingcart: sessionCart(channel, holder, cart),
    latest_order_number: holder.available === 0 ? voucher.latest_order_number : null,
  })
}
