import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  requestErasureApproval,
  startErasureDryRun,
  retentionPeriods,
  erasureRun,
  erasureRuns,
} from '#contract/privacy/retention.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { listCleanupRuns } from '#server/modules/privacy/clean-up.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { startJob } from '#server/modules/tasks/background-jobs/background-job.ts'
import {
  findDue,
  findRun,
  runAnswer,
  runList,
  type RunRow,
  findRunAnswer,
  stateOfRun,
} from '#server/modules/privacy/retention-run.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  saveRunJob,
  listRetention,
  findRetentionMonths,
  insertChannelRun,
  lockRetentionRun,
} from '#server/modules/privacy/retention.sql.ts'

/** Erasure of expired personal data: a dry run first, then an approval, then chunk by chunk. */
export function retentionRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const requestApproval = runApproval(backoffice)

  serveStaff(app, backoffice, retentionPeriods, handleRetentionPeriods)

  serveStaff(app, backoffice, erasureRuns, listRuns)

  serveStaff(app, backoffice, erasureRun, ({ id }, { sql }) => findRunAnswer(sql, Number(id)))

  serveStaff(app, backoffice, startErasureDryRun, handleStartErasureDryRun)

  serveStaff(app, backoffice, requestErasureApproval, handleRequestErasureApproval(requestApproval))
}

function runApproval(backoffice: Backoffice) {
  const { shop, approvals } = backoffice
  return approvals.add<{ run: string; count: number }>({
    kind: 'retention.run',
    asked: z.object({ run: z.string(), count: z.int() }),
    approverPermission: 'retention.run',
    async versionOf(sql, subjectId) {
      const run = await findRun(sql, Number(subjectId))
      if (!run || run.job_id !== null) return null
      const { digest } = await findDue(sql, runTerm(run))
      return digest
    },
    async action(sql, subjectId, { count }, { at, decider }) {
      const run = await findRun(sql, Number(subjectId))
      if (!run || run.job_id !== null) return refuseStaff('no-longer-possible')
      const { id } = await startJob(
        shop,
        { sql, now: at, colleague: decider },
        { kind: 'retention', asked: { run: subjectId }, channel: run.channel_id },
      )
      await saveRunJob(sql, id, run.id)
      return { after: { run: subjectId, vouchers: count, work: id } }
    },
  })
}

const handleRequestErasureApproval =
  (requestApproval: ReturnType<typeof runApproval>) =>
  async ({ id, reason }: ParsedInput<typeof requestErasureApproval>, caller: SignedIn) => {
    const { sql } = caller
    // Serializes requests for the same run.
    await lockRetentionRun(sql, id)
    const run = await findRun(sql, Number(id))
    if (!run || run.kind !== 'channel') return refuseStaff('not-found')
    if (run.job_id !== null) return refuseStaff('done-already')
    const { digest, counts } = await findDue(sql, runTerm(run))
    if (
      digest !== run.digest ||
      counts.vouchers + counts.strangers + counts.audit === 0 ||
      stateOfRun(run) === 'refused'
    )
      return refuseStaff('no-longer-possible')
    const subject = {
      kind: 'retention-run',
      id,
      name: run.channel_name,
      channelId: run.channel_id,
    }
    const approval = await requestApproval(caller, {
      subject,
      asked: { run: id, count: run.counts.vouchers },
      reason,
    })
    return refused(approval) ? approval : findRunAnswer(sql, run.id)
  }

async function handleRetentionPeriods(
  _: ParsedInput<typeof retentionPeriods>,
  { sql, now }: SignedIn,
) {
  const channels = await listRetention(sql, now)
  return {
    channels: channels.map(({ last_id, last_at, ...channel }) => ({
      ...channel,
      last_run:
        last_id === null || last_at === null
          ? null
          : { id: String(last_id), at: last_at.toISOString() },
    })),
    clearing: await listCleanupRuns(sql),
  }
}

async function handleStartErasureDryRun(
  { channel }: ParsedInput<typeof startErasureDryRun>,
  { sql, now, colleague, audit }: SignedIn,
) {
  const retention = await findRetentionMonths(sql, channel)
  if (!retention) return refuseStaff('not-found')
  const { counts, held, digest } = await findDue(sql, { channel, asOf: now, ...retention })
  const run = await insertChannelRun(sql, {
    channel,
    now,
    months: retention.months,
    counts,
    held,
    digest,
    staffId: colleague.id,
  })
  if (!run) throw new Error('insert of the dry run returned no row')
  audit({
    action: 'retention.simulated',
    subjectKind: 'retention-run',
    subjectId: String(run.id),
    channelId: channel,
    after: { months: retention.months, ...counts, held },
  })
  return findRunAnswer(sql, run.id)
}

async function listRuns(query: ParsedInput<typeof erasureRuns>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'retention',
    list: runList(query),
    columns: CSV,
    row: runAnswer,
  })
}

const runTerm = ({ channel_id, as_of, months }: RunRow) => ({
  channel: channel_id,
  asOf: as_of,
  months,
})

const CSV: ListFile<'erasureRuns', RunRow> = {
  made_at: ({ made_at }) => made_at.toISOString(),
  made_by: ({ maker }) => maker,
  channel: ({ channel_id }) => channel_id,
  kind: ({ kind }) => kind,
  state: stateOfRun,
  months: ({ months }) => months,
  found: ({ counts }) => counts.vouchers,
  orders: ({ counts }) => counts.orders,
  mails: ({ counts }) => counts.mails,
  strangers: ({ counts }) => counts.strangers ?? 0,
  left: ({ held }) => Object.values(held).reduce((sum, count) => sum + count, 0),
  erased: ({ erased }) => erased,
  ended_at: ({ ended_at }) => ended_at?.toISOString() ?? null,
  rewritten_at: ({ rewritten_at }) => rewritten_at?.toISOString() ?? null,
  ...notInFile(
    'id',
    'voucher',
    'as_of',
    'counts',
    'held',
    'approval',
    'work',
    'too_large',
    'wal_position',
  ),
}
