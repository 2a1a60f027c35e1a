import { sessionCart } from '#server/account/account-answers.ts'
import type { VoucherRow } from '#server/holders/account-queries.ts'
import { succeed } from '#server/ground/answers.ts'
import type { Shop } from '#server/door/shop.ts'
import { corporateIdentity } from '#server/models/corporate-identity.ts'

/** A new session for a voucher that may come in, with all that a browser wants to know of it. */
export async function welcomeHolder({ models, sessions, holders }: Shop, voucher: VoucherRow) {
  const model = await models.channel(voucher.channel_id)
  if (!model) throw new Error(`voucher ${voucher.id} has no channel`)
  const { channel } = model
  const language = voucher.language || channel.defaultLanguage
  const opened = sessions.open(voucher.id, language)
  const holder = await holders.readBy(async () => (await opened).holder)
  const { token: wt, cart } = await opened
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
