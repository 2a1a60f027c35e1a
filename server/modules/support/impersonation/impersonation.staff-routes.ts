import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { actForHolder } from '#contract/vouchers/vouchers.staff.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { findVoucherPage, personOf } from '#server/modules/support/voucher-page/voucher-page.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { backofficeOrigin } from '#server/http/request-origin.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  lockBatchForShare,
  lockVoucherRow,
  findRecentImpersonation,
  insertImpersonation,
} from '#server/modules/support/impersonation/impersonation.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Long enough to place an order. */
const SESSION_MS = 30 * 60_000
/** A repeated request for the same reason within this time is the same session, and the recipient gets one mail. */
const REPEAT_MS = 10_000

/**
 * Starts a shop session in which a colleague acts for a recipient. It is opened like a session transfer: with a
 * single-use ticket after the # of a URL.
 */
export function impersonationRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, actForHolder, handleActForHolder(backoffice))
}

const handleActForHolder =
  ({ shop }: Backoffice) =>
  async ({ id, reason }: ParsedInput<typeof actForHolder>, caller: SignedIn) => {
    const { sql, now, colleague, within, audit, request } = caller
    const row = await findVoucherPage(sql, Number(id), now)
    if (!row || !within(row.channel_id)) return refuseStaff('not-found')
    if (row.state !== 'open') return refuseStaff('voucher-closed')
    // Vouchers that wait for approval cannot be spent, and vouchers still being created may be undone at any moment.
    await lockBatchForShare(sql, row.batch_id)
    const refusal = (await findVoucherPage(sql, row.id, now))?.waits ?? null
    if (refusal) return refuseStaff(refusal)
    const channel = await shop.models.about(row.channel_id)
    const site = channel?.websiteUrl
      ? new URL(channel.websiteUrl).origin
      : backofficeOrigin(shop.config, request)
    const { mail } = personOf(row)
    const { id: voucher, channel_id: channelId, language } = row
    await lockVoucherRow(sql, row.id)
    const recent = await findRecentImpersonation(sql, {
      id: row.id,
      staffId: colleague.id,
      reason,
      at: new Date(now.getTime() - REPEAT_MS),
    })
    const impersonation = recent ?? (await startImpersonation())
    const ticket = await shop.sessionTickets.createForImpersonation(sql, row.id, impersonation.id)
    // Each URL grants access, so each is audited, even if several belong to one session.
    audit({
      action: 'voucher.impersonated',
      subjectKind: 'voucher',
      subjectId: id,
      channelId: row.channel_id,
      reason,
      after: { acting: String(impersonation.id), ends_at: impersonation.ends_at.toISOString() },
    })
    return {
      address: `${site}/#hand-over=${ticket}`,
      ends_at: impersonation.ends_at.toISOString(),
      told: mail !== '',
    }

    async function startImpersonation() {
      const started = await insertImpersonation(sql, {
        voucher,
        staffId: colleague.id,
        reason,
        now,
        endsAt: new Date(now.getTime() + SESSION_MS),
      })
      if (!started) throw new Error('insert of the impersonation returned no row')
      if (mail !== '') {
        await queueMail(shop, sql, {
          template: 'acted-for',
          subjectId: `acted:${started.id}`,
          channelId,
          language,
          recipient: mail,
        })
      }
      return started
    }
  }
