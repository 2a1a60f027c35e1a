import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { requestCodeExportApproval, codeExport } from '#contract/vouchers/code-export.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { type BatchRow, findBatch, lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { changeable, shown } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { countWaiting } from '#server/modules/vouchers/code-export/export-codes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { codePointsLeft, permitFor } from '#server/modules/vouchers/code-export/code-approval.ts'
import {
  orderMails,
  sendAtOf,
  whoIsMailed,
} from '#server/modules/vouchers/invitations/schedule-invitations.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type Way, askedFor } from '#server/modules/vouchers/code-export/code-approval.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Codes with more points than one staff member may issue in 24 hours: the approvers, and the state of the request. */
export function codeApprovalRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, codeExport, handleCodeExport)

  serveStaff(
    app,
    backoffice,
    requestCodeExportApproval,
    handleRequestCodeExportApproval(backoffice),
  )
}

async function handleCodeExport(
  { id }: ParsedInput<typeof codeExport>,
  { sql, now, colleague, within }: SignedIn,
) {
  const row = await findBatch(sql, Number(id), now)
  if (!row || !within(row.channel_id)) return refuseStaff('not-found')
  const alone = await codePointsLeft(sql, colleague.id, now)
  const waiting = await countWaiting(sql, row.id)
  const { mails } = await whoIsMailed(sql, row.id)
  const wayOf = async (way: 'file' | 'mail', count: number): Promise<Way> => {
    const points = count * row.points
    const about = { batchId: row.id, staffId: colleague.id, way, points, now }
    const allowed = points <= alone || (await permitFor(sql, about)) !== undefined
    return { points, allowed, asked: await askedFor(sql, row.id, KINDS[way]) }
  }
  return { alone, file: await wayOf('file', waiting), mail: await wayOf('mail', mails) }
}

function handleRequestCodeExportApproval(backoffice: Backoffice) {
  const ask = { file: askForFile(backoffice), mail: askForMails(backoffice) }
  return async (
    { id, version, reason, way, ...how }: ParsedInput<typeof requestCodeExportApproval>,
    caller: SignedIn,
  ) => {
    const { sql, now } = caller
    const row = await changeable(caller, id, version)
    if (refused(row)) return row
    // Only codes that could be issued as they are, except for the limit.
    const ready = sendAtOf(row, way === 'mail' ? how.at : null, now)
    if (refused(ready) && (way === 'mail' || ready.refused !== 'batch-over')) return ready
    const count =
      way === 'mail' ? (await whoIsMailed(sql, row.id)).mails : await countWaiting(sql, row.id)
    if (count === 0) return refuseStaff(way === 'mail' ? 'no-addresses' : 'codes-given')
    const subject = { kind: 'batch', id, name: id, channelId: row.channel_id }
    const points = count * row.points
    const approval =
      way === 'mail'
        ? await ask.mail(caller, { subject, asked: { points, ...how }, reason })
        : await ask.file(caller, { subject, asked: { points }, reason })
    return refused(approval) ? approval : shown(sql, row.id, now)
  }
}

const KINDS = { file: 'batch.code-file', mail: 'batch.code-mails' } as const

/** The approval allows requester and approver to export the file. The file and its codes are created on export. */
function askForFile({ approvals, shop }: Backoffice) {
  return approvals.add<{ points: number }>({
    kind: KINDS.file,
    asked: z.object({ points: z.int() }),
    decides: 'batch.create',
    lapses: true,
    async versionOf(sql, id) {
      const row = await lockBatch(sql, Number(id), shop.ports.clock.now())
      return row && isGiven(row) ? String((await countWaiting(sql, row.id)) * row.points) : null
    },
    action: (_sql, _id, { points }) => Promise.resolve({ after: { points } }),
  })
}

const Mails = z.object({ points: z.int(), at: z.string().nullable(), per_minute: z.int() })

/** The approval schedules the mails as requested; if their time has passed, they leave at once. */
function askForMails({ approvals, shop }: Backoffice) {
  return approvals.add<z.output<typeof Mails>>({
    kind: KINDS.mail,
    asked: Mails,
    decides: 'batch.create',
    lapses: true,
    async versionOf(sql, id) {
      const row = await lockBatch(sql, Number(id), shop.ports.clock.now())
      return row && isGiven(row) ? (await whoIsMailed(sql, row.id)).version : null
    },
    async action(sql, id, { at, per_minute }, { at: now, approvalId, askedBy }) {
      const row = await lockBatch(sql, Number(id), now)
      if (!row) return refuseStaff('no-longer-possible')
      const asked = sendAtOf(row, at, now)
      const sendAt = refused(asked, 'moment-past') ? sendAtOf(row, null, now) : asked
      if (refused(sendAt)) return refuseStaff('no-longer-possible')
      const by = { staffId: askedBy, now, approval: approvalId }
      const mails = await orderMails(sql, row, { sendAt, per_minute }, by)
      if (refused(mails)) return refuseStaff('no-longer-possible')
      return { after: { mails, at: sendAt.toISOString(), per_minute } }
    },
  })
}

const isGiven = ({ undone_at, held_at }: BatchRow) => undone_at === null && held_at === null
