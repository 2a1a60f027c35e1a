import { sessionCart } from '#server/account/account-answers.ts'
import type { VoucherRow } from '#server/holders/account-queries.ts'
import { succeed } from '#server/ground/answers.ts'
import type { Acting } from '#server/holders/sessions.ts'
import type { Asker } from '#server/door/serve.ts'
import type { Shop } from '#server/door/shop.ts'
import { corporateIdentity } from '#server/models/corporate-identity.ts'

/** A new session for a voucher that may come in, with all that a browser wants to know of it. */
export async function welcomeHolder(
  { models, sessions, holders }: Shop,
  voucher: VoucherRow,
  { tellView }: Pick<Asker, 'tellView'>,
  acting?: Acting,
) {
  const channel = await models.about(voucher.channel_id)
  if (!channel) throw new Error(`voucher ${voucher.id} has no channel`)
  const opened = sessions.open(voucher.id, voucher.language || channel.defaultLanguage, acting)
  const holder = await holders.readBy(voucher.id, async () => (await opened).holder)
  const { token: wt, cart } = await opened
  tellView(holder)
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
