import { once } from 'node:events'

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import {
  batch,
  batches,
  askForBatch,
  batchCodes,
  exportBatchCodes,
  createBatch,
  replaceBatchCodes,
  stopBatchCodes,
  undoBatch,
} from '#contract/vouchers/batches.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import {
  batchAnswer,
  batchColumns,
  batchesFrom,
  type BatchRow,
  findBatch,
  lockBatch,
  undoUntil,
  underWay,
  wholeBatch,
  whyNoUndo,
} from '#server/modules/vouchers/batches/batch.sql.ts'
import { settleBounced } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import {
  beginHandOver,
  breakOff,
  CODES_AT_ONCE,
  codesOf,
  endHandOver,
  TransferEnded,
} from '#server/modules/vouchers/code-export/export-codes.ts'
import { codesFile, undrawableIn } from '#server/modules/vouchers/code-export/code-file.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endBatch } from '#server/modules/vouchers/batches/end-batch.ts'
import { endSessionsOf } from '#server/modules/sessions/end-sessions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { voidCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import {
  largeBatches,
  newBatch,
  questionOf,
} from '#server/modules/vouchers/batches/create-batch.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Twenty thousand recipients with their messages. */
export const PEOPLE_BYTES = 12 * 1024 * 1024

export function batchRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, batches, listBatches)

  serveStaff(app, backoffice, batch, async ({ id }, { sql, now, within }) => {
    const row = await findBatch(sql, Number(id), now)
    return row && within(row.channel_id) ? wholeBatch(sql, row, now) : refuseStaff('not-found')
  })

  const askForLarge = largeBatches(backoffice)
  const { shop } = backoffice
  serveStaff(
    app,
    backoffice,
    createBatch,
    (input, asker) => newBatch(shop, input, asker, askForLarge),
    {
      bodyLimit: PEOPLE_BYTES,
    },
  )

  serveStaff(app, backoffice, askForBatch, async ({ id, version, reason }, asker) => {
    const row = await changeable(asker, id, version)
    if (refused(row)) return row
    if (!row.held_at) return refuseStaff('no-longer-possible')
    const asked = await askForLarge(asker, questionOf(row, reason))
    return refused(asked) ? asked : shown(asker.sql, row.id, asker.now)
  })

  changes(app, backoffice)
  codes(app, backoffice)
}

async function listBatches(asked: ParsedInput<typeof batches>, asker: SignedIn) {
  return serveList(asker, asked, {
    file: 'batches',
    list: batchList(asked, asker.channels, asker.now),
    columns: CSV,
    row: batchAnswer,
  })
}

function changes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, exportBatchCodes, async ({ id, version }, asker) => {
    const { sql, now, colleague, audit } = asker
    const row = await changeable(asker, id, version)
    if (refused(row)) return row
    if (row.figures.with_code === 0) return refuseStaff('no-codes-yet')
    await sql`
      update voucher_batch set exported_at = ${now}, exported_by = ${colleague.id}, version = version + 1
      where id = ${row.id}`
    audit({ ...subjectOf(row), action: 'batch.handed-over' })
    return shown(sql, row.id, now)
  })

  serveStaff(app, backoffice, undoBatch, async ({ id, version, reason }, asker) => {
    const { sql, now, audit } = asker
    const found = await ownBatch(asker, id)
    if (refused(found)) return found
    // Concurrent grants are complete: every change locks the balance first.
    await sql`
      select from voucher_balance where voucher_id in (select id from voucher where batch_id = ${found.id})
      order by voucher_id for update`
    // A concurrent login is complete, or finds no code.
    await sql`select from voucher where batch_id = ${found.id} order by id for update`
    const row = await changeable(asker, id, version)
    if (refused(row)) return row
    if (row.under_way) return refuseStaff('codes-under-way')
    const why = whyNoUndo(row, now)
    if (why !== null && why !== 'undone') return refuseStaff(why)
    await endBatch(sql, row.id, now, reason)
    audit({
      ...subjectOf(row),
      action: 'batch.undone',
      reason,
      before: { vouchers: row.figures.count, points: row.figures.left, until: undoUntil(row) },
    })
    return shown(sql, row.id, now)
  })
}

function codes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice
  const askToReplace = backoffice.approvals.add({
    kind: 'batch.replace-codes',
    asked: z.object({}),
    decides: 'batch.make',
    async versionOf(sql, id) {
      const row = await lockBatch(sql, Number(id), shop.ports.clock.now())
      return row && !row.undone_at && row.figures.with_code > 0 ? String(row.version) : null
    },
    async action(sql, id, _asked, { at, askedBy, reason }) {
      const row = await lockBatch(sql, Number(id), at)
      if (!row || row.under_way) return refuseStaff('no-longer-possible')
      return { before: await endCodes(sql, row.id, { now: at, staffId: askedBy, reason }) }
    },
  })

  serveStaff(app, backoffice, batchCodes, async ({ id, as }, asker) => {
    const { request, reply, colleague, now, write, audit } = asker
    // A HEAD request would use up the codes without returning them.
    if (request.method !== 'GET') return refuseStaff('not-allowed')
    const begun = await write(async (sql) => {
      const found = await findBatch(sql, Number(id), now)
      if (!found || !asker.within(found.channel_id)) return refuseStaff('not-found')
      const begun = await beginHandOver(sql, {
        batchId: found.id,
        staffId: colleague.id,
        form: as,
        now,
        undrawable: (row) => undrawableIn(sql, row, as),
      })
      if (refused(begun)) return begun
      const line = {
        ...subjectOf(found),
        after: { form: as, vouchers: begun.vouchers, hand_over: begun.id },
      }
      audit({ ...line, action: 'batch.codes-begun' })
      return { ...begun, line }
    })
    if (refused(begun)) return begun
    reply.raw.once('close', () => {
      const whole = reply.raw.writableFinished
      const ended = shop.ports.clock.now()
      const broken = { ...begun.line, action: 'batch.codes-broken' }
      const noteEnd = (sql: Transaction) =>
        endHandOver(sql, begun.id, {
          whole,
          now: ended,
          noteBroken: () => writeAudit(sql, colleague, ended, broken),
        })
      shop.sql
        .begin(noteEnd)
        .catch((error: unknown) =>
          shop.log.error({ err: error, handOver: begun.id }, 'how a hand-over ended was not noted'),
        )
    })
    const given = { ...begun.line, action: 'batch.codes-given' }
    const codes = codesOf(shop, begun, CODES_AT_ONCE, (sql) =>
      writeAudit(sql, colleague, shop.ports.clock.now(), given),
    )
    const file = await codesFile(shop, begun, as, colleague.language, codes)
    try {
      // An error can be reported until the first byte is sent.
      await once(file.body, 'readable')
    } catch (error) {
      if (error instanceof TransferEnded) return refuseStaff('codes-stopped')
      throw error
    }
    return file
  })

  serveStaff(app, backoffice, stopBatchCodes, async ({ id, hand_over }, asker) => {
    const { sql, now, audit } = asker
    const row = await ownBatch(asker, id)
    if (refused(row)) return row
    if (row.undone_at) return refuseStaff('batch-undone')
    const broke = await breakOff(sql, sql`batch_id = ${row.id} and id = ${hand_over}::uuid`, now)
    const batch = await shown(sql, row.id, now)
    const stopped = batch.hand_overs.find((one) => one.id === hand_over)
    if (!broke)
      return refuseStaff(stopped && stopped.state !== 'broken' ? 'codes-given' : 'work-ended')
    audit({
      ...subjectOf(row),
      action: 'batch.codes-stopped',
      after: { form: stopped?.form, made: stopped?.made, vouchers: stopped?.vouchers, hand_over },
    })
    return batch
  })

  serveStaff(app, backoffice, replaceBatchCodes, async ({ id, version, reason }, asker) => {
    const { sql, now, colleague, audit } = asker
    const row = await changeable(asker, id, version)
    if (refused(row)) return row
    if (row.under_way) return refuseStaff('codes-under-way')
    if (row.figures.with_code === 0) return refuseStaff('no-codes-yet')
    // A concurrent login is complete, or finds no code.
    await sql`select from voucher where batch_id = ${row.id} order by id for update`
    // They are with people: one colleague alone does not take them from all of these at once.
    if (row.exported_at !== null || (await cameIn(sql, row.id))) {
      const subject = { kind: 'batch', id, name: id, channelId: row.channel_id }
      const asked = await askToReplace(asker, { subject, asked: {}, reason })
      return refused(asked) ? asked : shown(sql, row.id, now)
    }
    const ended = await endCodes(sql, row.id, { now, staffId: colleague.id, reason })
    audit({
      ...subjectOf(row),
      action: 'batch.codes-replaced',
      reason,
      before: { codes: ended.codes, sessions: ended.sessions },
    })
    return shown(sql, row.id, now)
  })
}

/** Whether a current code has been used to log in: then the codes count as issued, whatever was recorded. */
async function cameIn(sql: Queries, batchId: number) {
  const [someone] = await sql`
    select from voucher
    where batch_id = ${batchId} and lookup is not null and (
      exists (select from session where voucher_id = voucher.id and acted_id is null)
      or exists (select from visit where voucher_id = voucher.id and acted_id is null and at > coalesce(
        (select max(replaced_at) from previous_voucher_code past where past.voucher_id = voucher.id), '-infinity')))
    limit 1`
  return someone !== undefined
}

/** Revokes all codes of a batch and ends the sessions opened with them. */
async function endCodes(
  sql: Queries,
  batchId: number,
  why: { now: Date; staffId: number; reason: string },
) {
  // Codes in mails are revoked, too, so a bounce no longer matters.
  await sql`
    update recipient set mail_state = 'none', mail_try = null, mail_due_at = null, mail_leaving_until = null
    where batch_id = ${batchId} and mail_state in ('waiting', 'sent', 'bounced')`
  await settleBounced(sql, batchId, why.now)
  const ended = await sql<{ id: number }[]>`
    select id from voucher where batch_id = ${batchId} and lookup is not null order by id for update`
  const ids = ended.map(({ id }) => id)
  await voidCodes(sql, ids, why)
  const sessions = await endSessionsOf(sql, ids)
  await sql`
    update voucher_batch set exported_at = null, exported_by = null, send_at = null, send_ended_at = null,
      send_paused_at = null, version = version + 1
    where id = ${batchId}`
  return { codes: ids.length, sessions }
}

export async function ownBatch({ sql, now, within }: StaffCaller, id: string) {
  const row = await lockBatch(sql, Number(id), now)
  return row && within(row.channel_id) ? row : refuseStaff('not-found')
}

export async function changeable(asker: StaffCaller, id: string, version: number) {
  const row = await ownBatch(asker, id)
  if (refused(row)) return row
  if (row.undone_at) return refuseStaff('batch-undone')
  return row.version === version ? row : refuseStaff('changed-since')
}

export async function shown(sql: Queries, id: number, now: Date) {
  const row = await findBatch(sql, id, now)
  if (!row) throw new Error('a batch went while being changed')
  return wholeBatch(sql, row, now)
}

export const subjectOf = ({ id, channel_id }: BatchRow) => ({
  subjectKind: 'batch',
  subjectId: String(id),
  channelId: channel_id,
})

type BatchSort = 'made_at' | 'points' | 'valid_until'
type BatchesAsked = Partial<
  Pick<
    z.output<(typeof batches)['input']>,
    'search' | 'channel' | 'campaign' | 'employer' | 'state' | 'ids'
  >
>

const batchList = (
  { search, channel, campaign, employer, state, ids }: BatchesAsked,
  channels: readonly string[] | null,
  now: Date,
): ListQuery<BatchSort> => ({
  select: (sql) => batchColumns(sql, now),
  from: (sql) =>
    batchesFrom(
      sql,
      sql`true
        ${channels === null ? sql`` : sql`and batch.channel_id = any(${[...channels]}::text[])`}
        ${channel === undefined ? sql`` : sql`and batch.channel_id = ${channel}`}
        ${campaign === undefined ? sql`` : sql`and batch.campaign_id = ${campaign}::bigint`}
        ${employer === undefined ? sql`` : sql`and campaign.employer_id = ${employer}::bigint`}
        ${search === undefined ? sql`` : sql`and (strpos(lower(batch.note || ' ' || coalesce(campaign.name, '')), ${search.toLowerCase()}) > 0 or batch.id::text = ${search})`}
        ${state === undefined ? sql`` : sql`and ${stateColumn(sql, now)} = any(${state})`}
        ${ids === undefined ? sql`` : sql`and batch.id = any(${ids.map(Number)}::bigint[])`}`,
    ),
  id: (sql) => sql`batch.id`,
  sorts: {
    made_at: { by: (sql) => sql`batch.created_at`, type: 'timestamptz' },
    points: { by: (sql) => sql`batch.points`, type: 'bigint' },
    valid_until: { by: (sql) => sql`least(batch.valid_until, '9999-01-01')`, type: 'timestamptz' },
  },
  usual: '-made_at',
})

/** The same states as in `stateOf`. */
const stateColumn = (sql: Queries, now: Date) => sql`
  case when undone_at is not null then 'undone' when to_make > 0 then 'being-made' when ${underWay(sql, now)} then 'under-way'
    when not exists (select from voucher where batch_id = batch.id and lookup is not null) then 'waiting'
    when exported_at is null and batch.staff_id is not null then 'not-handed-over' else 'handed-over' end`

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
}
