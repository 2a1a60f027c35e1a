import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { requestCodeExportApproval, codeExport } from '#contract/vouchers/code-export.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { type BatchRow, findBatch, lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import {
  lockChangeableBatch,
  readBatchDetails,
} from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { countWithoutCode } from '#server/modules/vouchers/code-export/export-codes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { codePointsLeft, findApproval } from '#server/modules/vouchers/code-export/code-approval.ts'
import {
  scheduleMails,
  findSendTime,
  countMailRecipients,
} from '#server/modules/vouchers/invitations/schedule-invitations.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  type ExportPermission,
  findOpenRequest,
} from '#server/modules/vouchers/code-export/code-approval.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Approvals for codes with more points than one staff member may hand over in 24 hours. */
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
  const pointsLeft = await codePointsLeft(sql, colleague.id, now)
  const waiting = await countWithoutCode(sql, row.id)
  const { mails } = await countMailRecipients(sql, row.id)
  const permissionFor = async (way: 'file' | 'mail', count: number): Promise<ExportPermission> => {
    const points = count * row.points
    const codes = { batchId: row.id, staffId: colleague.id, way, points, now }
    const allowed = points <= pointsLeft || (await findApproval(sql, codes)) !== undefined
    return { points, allowed, asked: await findOpenRequest(sql, row.id, APPROVAL_KINDS[way]) }
  }
  return {
    alone: pointsLeft,
    file: await permissionFor('file', waiting),
    mail: await permissionFor('mail', mails),
  }
}

function handleRequestCodeExportApproval(backoffice: Backoffice) {
  const requestFileApproval = fileApproval(backoffice)
  const requestMailsApproval = mailsApproval(backoffice)
  return async (
    { id, version, reason, way, ...schedule }: ParsedInput<typeof requestCodeExportApproval>,
    caller: SignedIn,
  ) => {
    const { sql, now } = caller
    const row = await lockChangeableBatch(caller, id, version)
    if (refused(row)) return row
    // Apart from the limit, nothing may prevent the export. A file may also contain codes of an expired batch.
    const sendAt = findSendTime(row, way === 'mail' ? schedule.at : null, now)
    if (refused(sendAt) && (way === 'mail' || sendAt.refused !== 'batch-over')) return sendAt
    const count =
      way === 'mail'
        ? (await countMailRecipients(sql, row.id)).mails
        : await countWithoutCode(sql, row.id)
    if (count === 0) return refuseStaff(way === 'mail' ? 'no-addresses' : 'codes-given')
    const subject = { kind: 'batch', id, name: id, channelId: row.channel_id }
    const points = count * row.points
    const approval =
      way === 'mail'
        ? await requestMailsApproval(caller, { subject, asked: { points, ...schedule }, reason })
        : await requestFileApproval(caller, { subject, asked: { points }, reason })
    return refused(approval) ? approval : readBatchDetails(sql, row.id, now)
  }
}

const APPROVAL_KINDS = { file: 'batch.code-file', mail: 'batch.code-mails' } as const

/** Registers the approval of an export as a file. The requester and the approver may then export it. */
function fileApproval({ approvals, shop }: Backoffice) {
  return approvals.add<{ points: number }>({
    kind: APPROVAL_KINDS.file,
    asked: z.object({ points: z.int() }),
    approverPermission: 'batch.create',
    lapses: true,
    async versionOf(sql, id) {
      const row = await lockBatch(sql, Number(id), shop.ports.clock.now())
      return row && canBeHandedOver(row)
        ? String((await countWithoutCode(sql, row.id)) * row.points)
        : null
    },
    action: (_sql, _id, { points }) => Promise.resolve({ after: { points } }),
  })
}

const MailsRequest = z.object({ points: z.int(), at: z.string().nullable(), per_minute: z.int() })

/** Registers the approval of mails. It schedules them as requested. If that time has passed, they are sent at once. */
function mailsApproval({ approvals, shop }: Backoffice) {
  return approvals.add<z.output<typeof MailsRequest>>({
    kind: APPROVAL_KINDS.mail,
    asked: MailsRequest,
    approverPermission: 'batch.create',
    lapses: true,
    async versionOf(sql, id) {
      const row = await lockBatch(sql, Number(id), shop.ports.clock.now())
      return row && canBeHandedOver(row) ? (await countMailRecipients(sql, row.id)).version : null
    },
    async action(sql, id, { at, per_minute }, { at: now, approvalId, askedBy }) {
      const row = await lockBatch(sql, Number(id), now)
      if (!row) return refuseStaff('no-longer-possible')
      const requestedTime = findSendTime(row, at, now)
      const sendAt = refused(requestedTime, 'moment-past')
        ? findSendTime(row, null, now)
        : requestedTime
      if (refused(sendAt)) return refuseStaff('no-longer-possible')
      const by = { staffId: askedBy, now, approval: approvalId }
      const mails = await scheduleMails(sql, row, { sendAt, per_minute }, by)
      if (refused(mails)) return refuseStaff('no-longer-possible')
      return { after: { mails, at: sendAt.toISOString(), per_minute } }
    },
  })
}

const canBeHandedOver = ({ undone_at, held_at }: BatchRow) => undone_at === null && held_at === null
