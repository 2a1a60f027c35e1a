import type { FastifyInstance } from 'fastify'

import { handOver, takeOver } from '#contract/sessions/session-transfer.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { findVoucherById, isVouchersCode } from '#server/modules/vouchers/voucher.sql.ts'
import { rejectionOf } from '#server/modules/sessions/login/login.shop-routes.ts'
import { startHolderSession } from '#server/modules/sessions/login/start-holder-session.ts'
import { succeed } from '#server/http/response-body.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { hostOf } from '#server/http/endpoint/request-channel.ts'
import { serve, type HolderCaller, type ShopCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Acting } from '#server/modules/sessions/session.sql.ts'
import { findStaffName } from '#server/modules/sessions/login/session-transfer.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Transfers a session from the host of the login to the voucher's own host without asking for the code again. */
export function sessionTransferRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, handOver, handleHandOver(shop))

  serve(app, shop, takeOver, handleTakeOver(shop))
}

function handleTakeOver(shop: Shop) {
  const { sql, config, models, ports, sessionTickets } = shop
  return async ({ ticket, from }: ParsedInput<typeof takeOver>, caller: ShopCaller) => {
    // A foreign page must not log its visitors in to a session of its own, where it could read what they enter.
    const host = hostOf(from)
    const isOwnHost = host === hostOf(config.PUBLIC_URL ?? '') || (await models.knowsHost(host))
    const session = isOwnHost ? await sessionTickets.redeem(ticket) : undefined
    const voucher = session && (await findVoucherById(sql, session.voucherId, ports.clock.now()))
    if (!session || !voucher || rejectionOf(voucher)) return refuse('no-such-ticket')
    return {
      ...(await startHolderSession(shop, voucher, caller, session.acting)),
      encrypted_code: session.encryptedCode,
      acting: session.acting ? await actingAnswer(shop, session.acting, voucher.id) : null,
    }
  }
}

/** The data of the notice that every page shows during an impersonation. */
async function actingAnswer(
  shop: Pick<Shop, 'config' | 'sql'>,
  { staffId, endsAt }: Acting,
  voucherId: number,
) {
  const { sql, config } = shop
  const staff = await findStaffName(sql, staffId)
  return {
    name: staff?.name ?? '',
    language: staff?.language ?? 'en',
    ends_at: endsAt.toISOString(),
    case: `${publicUrl(config)}/backoffice/recipients/${voucherId}`,
  }
}

const handleHandOver =
  ({ sql, sessionTickets, voucherKeys }: Shop) =>
  async ({ encrypted_code }: ParsedInput<typeof handOver>, { holder, token }: HolderCaller) => {
    const lookups = voucherKeys.lookups(encrypted_code).map(({ lookup }) => lookup)
    if (token === null || !(await isVouchersCode(sql, holder.voucherId, lookups))) {
      return refuse('not-your-code')
    }
    return succeed({ ticket: await sessionTickets.create(token, encrypted_code) })
  }
