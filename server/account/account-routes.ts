import type { FastifyInstance } from 'fastify'

import { logIn, logOut, site } from '#contract/account-api.ts'
import { refuse } from '#contract/refusal.ts'
import { corporateIdentity, sessionCart, siteAnswer } from '#server/account/account-answers.ts'
import { findVoucher, openCart, type VoucherRow } from '#server/account/account-queries.ts'
import { succeed } from '#server/answers.ts'
import { channelOf } from '#server/channel-of-request.ts'
import { emptyCart } from '#server/cart/change-cart.ts'
import { serve } from '#server/serve.ts'
import type { Shop } from '#server/shop.ts'

export function accountRoutes(app: FastifyInstance, shop: Shop) {
  const { sql, ports, sessions, holders, throttle, voucherKeys } = shop

  serve(app, shop, site, async (ask, { request }) => {
    const { channel } = await channelOf(shop, request, null, ask)
    return siteAnswer(shop, channel)
  })

  serve(app, shop, logIn, async ({ encrypted_code, proof = null }, { request }) => {
    const found = await throttle.attempt(
      { address: request.ip, encryptedCode: encrypted_code, proof },
      async () => {
        const lookups = voucherKeys.lookups(encrypted_code).map(({ lookup }) => lookup)
        return (await findVoucher(sql, lookups, ports.clock.now())) ?? 'unknown'
      },
    )
    if (found !== 'unknown' && 'challenge' in found) {
      return refuse('too-many-attempts', { retryAfterSeconds: 0, challenge: found.challenge })
    }
    const rejection = found === 'unknown' ? 'generalVoucherError' : rejectionOf(found)
    if (rejection || found === 'unknown') {
      const Message = rejection ?? 'generalVoucherError'
      return rejected(Message)
    }

    const model = await shop.models.channel(found.channel_id)
    if (!model) throw new Error(`voucher ${found.id} has no channel`)
    const { channel } = model
    const [holder, cart, wt] = await Promise.all([
      holders.find(found.id),
      openCart(sql, found.id, found.language || channel.defaultLanguage),
      sessions.open(found.id),
    ])
    if (!holder) throw new Error(`voucher ${found.id} has no purse`)
    return succeed({
      code_is_valid: true as const,
      wt,
      shopping_cart_guid: cart.guid,
      sales_channel: channel.id,
      corporate_identity: corporateIdentity(channel),
      shoppingcart: sessionCart(channel, holder, cart),
      latest_order_number: holder.available === 0 ? found.latest_order_number : null,
    })
  })

  // Public, because a token that is dead already has nothing left to revoke and that is fine.
  serve(app, shop, logOut, async (_, { token }) => {
    const session = token === null ? undefined : await sessions.find(token)
    if (token !== null && session) {
      // The cart first: after a crash in between the token still lives, and logging out can be repeated.
      await emptyCart(shop, session.voucherId)
      await sessions.close(sql, token)
    }
    return succeed({})
  })
}

const codes = {
  generalVoucherError: 'unknown-code',
  voucherExpired: 'voucher-expired',
  voucherNotYetValid: 'voucher-not-yet-valid',
  voucherBlocked: 'voucher-blocked',
  voucherUsed: 'voucher-used',
} as const

/** Also 200: the question was answered, and the answer is no. */
function rejected(Message: keyof typeof codes) {
  return {
    success: false as const,
    code_is_valid: false as const,
    error: { code: codes[Message], Message },
  }
}

function rejectionOf(voucher: VoucherRow) {
  if (voucher.anonymised) return 'voucherUsed' as const
  if (voucher.blocked) return 'voucherBlocked' as const
  if (voucher.not_yet) return 'voucherNotYetValid' as const
  if (voucher.ended) return 'voucherExpired' as const
  return undefined
}
