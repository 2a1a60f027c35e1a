import type { FastifyInstance } from 'fastify'

import { logIn, logOut, site } from '#contract/sessions/login.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { siteAnswer } from '#server/modules/sessions/login/login-response.ts'
import { findVoucher, type VoucherRow } from '#server/modules/vouchers/voucher.sql.ts'
import { welcomeHolder } from '#server/modules/sessions/login/start-holder-session.ts'
import { succeed } from '#server/http/response-body.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { emptyCart } from '#server/modules/cart/change-cart.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import { serve, type ShopCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'

export function loginRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, site, handleSite(shop))

  serve(app, shop, logIn, handleLogIn(shop))

  serve(app, shop, logOut, handleLogOut(shop))
}

const handleSite =
  (shop: Pick<Shop, 'ports' | 'config' | 'models' | 'voucherKeys'>) =>
  async (
    ask: ParsedInput<typeof site>,
    {
      request,
    }: ShopCaller & {
      holder: Holder | null
    },
  ) => {
    const model = await channelOf(shop, request, null, ask)
    const { components } = languageIn(model, undefined)
    return (
      components.find('site') ??
      components.store('site', new CachedResponse(siteAnswer(shop, model.channel)))
    )
  }

function handleLogIn(shop: Shop) {
  const { sql, ports, throttle, voucherKeys } = shop
  return async (
    { encrypted_code, proof = null, reading_of = null }: ParsedInput<typeof logIn>,
    caller: ShopCaller & {
      holder: Holder | null
    },
  ) => {
    const found = await throttle.attempt(
      { address: caller.request.ip, encryptedCode: encrypted_code, proof, readingOf: reading_of },
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

    return welcomeHolder(shop, found, caller)
  }
}

// Public: an expired token has nothing to revoke.
function handleLogOut(shop: Shop) {
  const { sql, sessions } = shop
  return async (
    _: ParsedInput<typeof logOut>,
    {
      token,
    }: ShopCaller & {
      holder: Holder | null
    },
  ) => {
    const session = token === null ? undefined : await sessions.find(token)
    if (token !== null && session) {
      // The cart first: after a crash in between, the token still works and the logout can be repeated. A staff
      // session for the recipient leaves the cart unchanged.
      if (session.staffId === null) await emptyCart(shop, session.voucherId)
      await sessions.close(sql, token)
    }
    return succeed({})
  }
}

const codes = {
  generalVoucherError: 'unknown-code',
  voucherExpired: 'voucher-expired',
  voucherNotYetValid: 'voucher-not-yet-valid',
  voucherBlocked: 'voucher-blocked',
  voucherUsed: 'voucher-used',
} as const

/** Also 200: the request was answered, with a negative result. */
function rejected(Message: keyof typeof codes) {
  return {
    success: false as const,
    code_is_valid: false as const,
    error: { code: codes[Message], Message },
  }
}

/** The reason why a voucher cannot sign in; undefined if it can. */
export function rejectionOf(voucher: VoucherRow) {
  if (voucher.anonymised) return 'voucherUsed' as const
  if (voucher.blocked) return 'voucherBlocked' as const
  if (voucher.channel_state === 'closed') return 'voucherBlocked' as const
  if (voucher.channel_state === 'making') return 'voucherNotYetValid' as const
  if (voucher.not_yet) return 'voucherNotYetValid' as const
  if (voucher.ended) return 'voucherExpired' as const
  return undefined
}
