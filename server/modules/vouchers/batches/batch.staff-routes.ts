import { once } from 'node:events'

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import {
  batch,
  batches,
  requestBatchApproval,
  batchCodes,
  confirmCodeExport,
  createBatch,
  replaceBatchCodes,
  cancelCodeExport,
  undoBatch,
} from '#contract/vouchers/batches.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import {
  batchAnswer,
  type BatchRow,
  findBatch,
  lockBatch,
  batchUndoUntil,
  whyNoUndo,
} from '#server/modules/vouchers/batches/batch.sql.ts'
import { batchDetails } from '#server/modules/vouchers/batches/batch-page.sql.ts'
import {
  startCodeExport,
  interruptExports,
  CODES_PER_CHUNK,
  codesOf,
  endCodeExport,
  ExportInterrupted,
} from '#server/modules/vouchers/code-export/export-codes.ts'
import { codesFile, findUnprintable } from '#server/modules/vouchers/code-export/code-file.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endBatch } from '#server/modules/vouchers/batches/end-batch.ts'
import {
  approvalRequestFor,
  largeBatchApproval,
  createNewBatch,
  type RequestBatchApproval,
} from '#server/modules/vouchers/batches/create-batch.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  markBatchExported,
  lockBalancesOfBatch,
  lockVouchersOfBatch,
  isExport,
  isCodeUsed,
  revokeBatchCodes,
  batchList,
} from '#server/modules/vouchers/batches/batch-action.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The maximum body size: enough for twenty thousand recipients with messages. */
export const RECIPIENTS_BODY_BYTES = 12 * 1024 * 1024

export function batchRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, batches, listBatches)

  serveStaff(app, backoffice, batch, handleBatch)

  const requestApproval = largeBatchApproval(backoffice)
  const { shop } = backoffice
  serveStaff(app, backoffice, createBatch, handleCreateBatch(shop, requestApproval), {
    bodyLimit: RECIPIENTS_BODY_BYTES,
  })

  serveStaff(app, backoffice, requestBatchApproval, handleRequestBatchApproval(requestApproval))

  serveStaff(app, backoffice, confirmCodeExport, handleConfirmCodeExport)

  serveStaff(app, backoffice, undoBatch, handleUndoBatch)

  serveStaff(app, backoffice, batchCodes, handleBatchCodes(backoffice))

  serveStaff(app, backoffice, cancelCodeExport, handleCancelCodeExport)

  const requestReplacement = codesApproval(backoffice)
  serveStaff(app, backoffice, replaceBatchCodes, handleReplaceBatchCodes(requestReplacement))
}

const handleCreateBatch =
  (shop: Shop, requestApproval: RequestBatchApproval) =>
  (input: ParsedInput<typeof createBatch>, caller: SignedIn) =>
    createNewBatch(shop, input, caller, requestApproval)

const handleRequestBatchApproval =
  (requestApproval: RequestBatchApproval) =>
  async ({ id, version, reason }: ParsedInput<typeof requestBatchApproval>, caller: SignedIn) => {
    const row = await lockChangeableBatch(caller, id, version)
    if (refused(row)) return row
    if (!row.held_at) return refuseStaff('no-longer-possible')
    const approval = await requestApproval(caller, approvalRequestFor(row, reason))
    return refused(approval) ? approval : readBatchDetails(caller.sql, row.id, caller.now)
  }

async function handleBatch({ id }: ParsedInput<typeof batch>, { sql, now, within }: SignedIn) {
  const row = await findBatch(sql, Number(id), now)
  return row && within(row.channel_id) ? batchDetails(sql, row, now) : refuseStaff('not-found')
}

async function listBatches(query: ParsedInput<typeof batches>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'batches',
    list: batchList(query, caller.channels, caller.now),
    columns: CSV,
    row: batchAnswer,
  })
}

async function handleConfirmCodeExport(
  { id, version }: ParsedInput<typeof confirmCodeExport>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const row = await lockChangeableBatch(caller, id, version)
  if (refused(row)) return row
  if (row.totals.with_code === 0) return refuseStaff('no-codes-yet')
  await markBatchExported(sql, { id: row.id, now, staffId: colleague.id })
  audit({ ...subjectOf(row), action: 'batch.marked-as-distributed' })
  return readBatchDetails(sql, row.id, now)
}

async function handleUndoBatch(
  { id, version, reason }: ParsedInput<typeof undoBatch>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const ownBatch = await lockOwnBatch(caller, id)
  if (refused(ownBatch)) return ownBatch
  // Waits for concurrent grants, because every change of points locks the balance first.
  await lockBalancesOfBatch(sql, ownBatch.id)
  // Waits for concurrent logins. Later ones find no code.
  await lockVouchersOfBatch(sql, ownBatch.id)
  const row = await lockChangeableBatch(caller, id, version)
  if (refused(row)) return row
  if (row.is_exporting) return refuseStaff('codes-under-way')
  const obstacle = whyNoUndo(row, now)
  if (obstacle !== null && obstacle !== 'undone') return refuseStaff(obstacle)
  await endBatch(sql, row.id, now, reason)
  audit({
    ...subjectOf(row),
    action: 'batch.undone',
    reason,
    before: { vouchers: row.totals.count, points: row.totals.left, until: batchUndoUntil(row) },
  })
  return readBatchDetails(sql, row.id, now)
}

/** Registers the approval of replacing codes that were handed over. Returns the function that requests it. */
function codesApproval(backoffice: Backoffice) {
  const { shop } = backoffice
  return backoffice.approvals.add({
    kind: 'batch.replace-codes',
    asked: z.object({}),
    approverPermission: 'batch.create',
    async versionOf(sql, id) {
      const row = await lockBatch(sql, Number(id), shop.ports.clock.now())
      return row && !row.undone_at && row.totals.with_code > 0 ? String(row.version) : null
    },
    async action(sql, id, _asked, { at, askedBy, reason }) {
      const row = await lockBatch(sql, Number(id), at)
      if (!row || row.is_exporting) return refuseStaff('no-longer-possible')
      return { before: await revokeBatchCodes(sql, row.id, { now: at, staffId: askedBy, reason }) }
    },
  })
}

const handleReplaceBatchCodes =
  (requestApproval: ReturnType<typeof codesApproval>) =>
  async ({ id, version, reason }: ParsedInput<typeof replaceBatchCodes>, caller: SignedIn) => {
    const { sql, now, colleague, audit } = caller
    const row = await lockChangeableBatch(caller, id, version)
    if (refused(row)) return row
    if (row.is_exporting) return refuseStaff('codes-under-way')
    if (row.totals.with_code === 0) return refuseStaff('no-codes-yet')
    // Waits for concurrent logins. Later ones find no code.
    await lockVouchersOfBatch(sql, row.id)
    // The codes were handed over, so revoking them needs an approval.
    if (row.exported_at !== null || (await isCodeUsed(sql, row.id))) {
      const subject = { kind: 'batch', id, name: id, channelId: row.channel_id }
      const approval = await requestApproval(caller, { subject, asked: {}, reason })
      return refused(approval) ? approval : readBatchDetails(sql, row.id, now)
    }
    const revoked = await revokeBatchCodes(sql, row.id, { now, staffId: colleague.id, reason })
    audit({
      ...subjectOf(row),
      action: 'batch.codes-replaced',
      reason,
      before: { codes: revoked.codes, sessions: revoked.sessions },
    })
    return readBatchDetails(sql, row.id, now)
  }

const handleBatchCodes =
  ({ shop }: Backoffice) =>
  async ({ id, as }: ParsedInput<typeof batchCodes>, caller: SignedIn) => {
    const { request, reply, colleague, now, write, audit } = caller
    // A HEAD request would use up the codes without returning them.
    if (request.method !== 'GET') return refuseStaff('not-allowed')
    const started = await write(async (sql) => {
      const found = await findBatch(sql, Number(id), now)
      if (!found || !caller.within(found.channel_id)) return refuseStaff('not-found')
      const codeExport = await startCodeExport(sql, {
        batchId: found.id,
        staffId: colleague.id,
        form: as,
        now,
        unprintable: (row) => findUnprintable(sql, row, as),
      })
      if (refused(codeExport)) return codeExport
      const auditEntry = {
        ...subjectOf(found),
        after: { form: as, vouchers: codeExport.vouchers, hand_over: codeExport.id },
      }
      audit({ ...auditEntry, action: 'batch.export-started' })
      return { ...codeExport, auditEntry }
    })
    if (refused(started)) return started
    reply.raw.once('close', () => {
      const isComplete = reply.raw.writableFinished
      const endedAt = shop.ports.clock.now()
      const interruptedEntry = { ...started.auditEntry, action: 'batch.export-interrupted' }
      const saveEnd = (sql: Transaction) =>
        endCodeExport(sql, started.id, {
          isComplete,
          now: endedAt,
          saveInterruption: () => writeAudit(sql, colleague, endedAt, interruptedEntry),
        })
      shop.sql
        .begin(saveEnd)
        .catch((error: unknown) =>
          shop.log.error({ err: error, handOver: started.id }, 'end of code download not recorded'),
        )
    })
    const exportedEntry = { ...started.auditEntry, action: 'batch.codes-exported' }
    const codes = codesOf(shop, started, CODES_PER_CHUNK, (sql) =>
      writeAudit(sql, colleague, shop.ports.clock.now(), exportedEntry),
    )
    const file = await codesFile(shop, started, as, colleague.language, codes)
    try {
      // An error can be reported until the first byte is sent.
      await once(file.body, 'readable')
    } catch (error) {
      if (error instanceof ExportInterrupted) return refuseStaff('codes-stopped')
      throw error
    }
    return file
  }

async function handleCancelCodeExport(
  { id, hand_over }: ParsedInput<typeof cancelCodeExport>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const row = await lockOwnBatch(caller, id)
  if (refused(row)) return row
  if (row.undone_at) return refuseStaff('batch-undone')
  const isCancelled = await interruptExports(sql, isExport(sql, row.id, hand_over), now)
  const batch = await readBatchDetails(sql, row.id, now)
  const codeExport = batch.hand_overs.find(({ id }) => id === hand_over)
  if (!isCancelled)
    return refuseStaff(codeExport && codeExport.state !== 'broken' ? 'codes-given' : 'work-ended')
  audit({
    ...subjectOf(row),
    action: 'batch.export-cancelled',
    after: {
      form: codeExport?.form,
      made: codeExport?.made,
      vouchers: codeExport?.vouchers,
      hand_over,
    },
  })
  return batch
}

export async function lockOwnBatch({ sql, now, within }: StaffCaller, id: string) {
  const row = await lockBatch(sql, Number(id), now)
  return row && within(row.channel_id) ? row : refuseStaff('not-found')
}

export async function lockChangeableBatch(caller: StaffCaller, id: string, version: number) {
  const row = await lockOwnBatch(caller, id)
  if (refused(row)) return row
  if (row.undone_at) return refuseStaff('batch-undone')
  return row.version === version ? row : refuseStaff('changed-since')
}

export async function readBatchDetails(sql: Queries, id: number, now: Date) {
  const row = await findBatch(sql, id, now)
  if (!row) throw new Error('batch not found during the change')
  return batchDetails(sql, row, now)
}

export const subjectOf = ({ id, channel_id }: BatchRow) => ({
  subjectKind: 'batch',
  subjectId: String(id),
  channelId: channel_id,
})

const column =
  <Key extends keyof ReturnType<typeof batchAnswer>>(key: Key) =>
  (row: BatchRow) =>
    batchAnswer(row)[key]

const CSV = {
  id: column('id'),
  channel: column('channel'),
  employer: (row: BatchRow) => row.employer?.name ?? null,
  campaign: (row: BatchRow) => row.campaign_name,
  state: column('state'),
  points: column('points'),
  count: column('count'),
  claimed: column('claimed'),
  spent: column('spent'),
  left: column('left'),
  valid_until: column('valid_until'),
  note: column('note'),
  made_at: column('made_at'),
  ...notInFile('with_code', 'granted', 'expired', 'valid_from', 'days_left', 'made_by', 'bounced'),
}
