import type { FastifyInstance } from 'fastify'

import { logIn, logOut, site } from '#contract/sessions/login.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { siteAnswer } from '#server/modules/sessions/login/login-response.ts'
import { findVoucher, type VoucherRow } from '#server/modules/vouchers/voucher.sql.ts'
import { startHolderSession } from '#server/modules/sessions/login/start-holder-session.ts'
import { succeed } from '#server/http/response-body.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { emptyCart } from '#server/modules/cart/change-cart.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import { serve, type ShopCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'

type Visitor = ShopCaller & { holder: Holder | null }

export function loginRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, site, handleSite(shop))

  serve(app, shop, logIn, handleLogIn(shop))

  serve(app, shop, logOut, handleLogOut(shop))
}

const handleSite =
  (shop: Pick<Shop, 'ports' | 'config' | 'models' | 'voucherKeys'>) =>
  async (input: ParsedInput<typeof site>, { request }: Visitor) => {
    const model = await channelOf(shop, request, null, input)
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
    caller: Visitor,
  ) => {
    const found = await throttle.attempt(
      { address: caller.request.ip, boundText: encrypted_code, proof, otherSpelling: reading_of },
      async () => {
        const lookups = voucherKeys.lookups(encrypted_code).map(({ lookup }) => lookup)
        return (await findVoucher(sql, lookups, ports.clock.now())) ?? 'unknown'
      },
    )
    if (found !== 'unknown' && 'challenge' in found) {
      return refuse('too-many-attempts', { retryAfterSeconds: 0, challenge: found.challenge })
    }
    if (found === 'unknown') return rejectLogin('generalVoucherError')
    const rejection = rejectionOf(found)
    if (rejection) return rejectLogin(rejection)

    return startHolderSession(shop, found, caller)
  }
}

/** Does not require a session: logging out with an expired token succeeds as well. */
function handleLogOut(shop: Shop) {
  const { sql, sessions } = shop
  return async (_: ParsedInput<typeof logOut>, { token }: Visitor) => {
    const session = token === null ? undefined : await sessions.find(token)
    if (token !== null && session) {
      // The cart first: after a crash in between, the token is still valid and the logout can be repeated. The end of
      // an impersonation leaves the cart unchanged.
      if (session.staffId === null) await emptyCart(shop, session.voucherId)
      await sessions.close(sql, token)
    }
    return succeed({})
  }
}

const ERROR_CODES = {
  generalVoucherError: 'unknown-code',
  voucherExpired: 'voucher-expired',
  voucherNotYetValid: 'voucher-not-yet-valid',
  voucherBlocked: 'voucher-blocked',
  voucherUsed: 'voucher-used',
} as const

/** A wrong code is answered with status 200 and an error in the body. */
function rejectLogin(Message: keyof typeof ERROR_CODES) {
  return {
    success: false as const,
    code_is_valid: false as const,
    error: { code: ERROR_CODES[Message], Message },
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
