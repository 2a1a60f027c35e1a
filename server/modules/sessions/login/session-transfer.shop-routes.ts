import type { FastifyInstance } from 'fastify'

import { handOver, takeOver } from '#contract/sessions/session-transfer.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { findVoucherById, isVouchersCode } from '#server/modules/vouchers/voucher.sql.ts'
import { rejectionOf } from '#server/modules/sessions/login/login.shop-routes.ts'
import { welcomeHolder } from '#server/modules/sessions/login/start-holder-session.ts'
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
    // Otherwise a foreign page could put its visitors into its own session and read the data that they enter.
    const host = hostOf(from)
    const ours = host === hostOf(config.PUBLIC_URL ?? '') || (await models.knowsHost(host))
    const used = ours ? await sessionTickets.use(ticket) : undefined
    const voucher = used && (await findVoucherById(sql, used.voucherId, ports.clock.now()))
    if (!used || !voucher || rejectionOf(voucher)) return refuse('no-such-ticket')
    return {
      ...(await welcomeHolder(shop, voucher, caller, used.acting)),
      encrypted_code: used.encryptedCode,
      acting: used.acting ? await actingAnswer(shop, used.acting, voucher.id) : null,
    }
  }
}

/** Shown on every page during the staff session, in the staff member's language. */
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
    return succeed({ ticket: await sessionTickets.make(token, encrypted_code) })
  }
