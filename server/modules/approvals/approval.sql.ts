import type { z } from 'zod'

import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { approvals } from '#contract/approvals.staff.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Change } from '#contract/shared/refusals.shop.ts'

export type ApprovalRow = {
  id: number
  kind: string
  subject_kind: string
  subject_id: string
  subject_name: string
  channel_id: string | null
  asked: Record<string, unknown>
  version: string
  reason: string
  asked_by: number
  requester_name: string
  requester_can_act: boolean
  asked_at: Date
  outcome: 'approved' | 'refused' | 'withdrawn' | 'lapsed' | null
  decided_by: number | null
  decider_name: string | null
  decided_at: Date | null
  note: string
  changes: Change[]
  alone: boolean
}

/** Whose channels and permissions decide which requests are shown. */
export type ApprovalViewer = Pick<StaffCaller, 'may' | 'channels'> & { colleague: Colleague }

/** Requests that the colleague may decide or has sent, in their channels. */
const isVisible = (
  sql: Queries,
  { colleague, channels }: ApprovalViewer,
  kinds: readonly string[],
) => sql`
  (kind = any(${kinds as string[]}::text[]) or asked_by = ${colleague.id})
  and (channel_id is null or ${channels === null} or channel_id = any(${[...(channels ?? [])]}::text[]))`

const columns = (sql: Queries) => sql`
  approval.*, requester.name as requester_name, requester.left_at is null as requester_can_act, decider.name as decider_name`

const tables = (sql: Queries) => sql`
  approval join staff requester on requester.id = asked_by left join staff decider on decider.id = decided_by`

export async function findVisibleApproval(
  caller: ApprovalViewer & { sql: Queries },
  kinds: readonly string[],
  id: string,
): Promise<ApprovalRow | undefined> {
  const { sql } = caller
  const [row] = await sql<ApprovalRow[]>`
    select ${columns(sql)} from ${tables(sql)}
    where approval.id = ${Number(id)} and ${isVisible(sql, caller, kinds)}`
  return row
}

export async function lockVisibleApproval(
  caller: ApprovalViewer & { sql: Queries },
  kinds: readonly string[],
  id: string,
): Promise<ApprovalRow | undefined> {
  const { sql } = caller
  const [row] = await sql<{ id: number }[]>`
    select id from approval where id = ${Number(id)} and ${isVisible(sql, caller, kinds)} for update`
  return row && readApproval(sql, row.id)
}

export async function readApproval(sql: Queries, id: number): Promise<ApprovalRow> {
  const [row] = await sql<ApprovalRow[]>`
    select ${columns(sql)} from ${tables(sql)} where approval.id = ${id}`
  if (!row) throw new Error(`approval ${id} not found during the decision`)
  return row
}

export async function saveDecision(
  sql: Queries,
  { id }: ApprovalRow,
  {
    outcome,
    by,
    at,
    note,
    changes = [],
    alone = false,
  }: {
    outcome: string
    by: number | null
    at: Date
    note: string
    changes?: readonly Change[]
    alone?: boolean
  },
) {
  await sql`
    update approval set outcome = ${outcome}, decided_by = ${by}, decided_at = ${at}, note = ${note},
      changes = ${sql.json(changes)}, alone = ${alone}
    where id = ${id}`
}

type ApprovalQuery = Omit<z.output<(typeof approvals)['input']>, 'as' | 'sort' | 'cursor' | 'limit'>

export function approvalList(
  caller: ApprovalViewer,
  kinds: readonly string[],
  { search, ids, ...filters }: ApprovalQuery,
): ListQuery<'asked_at'> {
  const ownId = caller.colleague.id
  return {
    select: columns,
    from: (sql) => sql`
      ${tables(sql)} where ${isVisible(sql, caller, kinds)}
        ${search === undefined ? sql`` : sql`and strpos(lower(subject_name || ' ' || reason || ' ' || requester.name), ${search.toLowerCase()}) > 0`}
        ${filterConditions<'approvals'>(sql, filters, {
          state: (state) => sql`outcome ${state === 'waiting' ? sql`is null` : sql`is not null`}`,
          whose: (whose) =>
            whose === 'asked'
              ? sql`asked_by = ${ownId}`
              : sql`asked_by <> ${ownId} and outcome is null and kind = any(${kinds as string[]}::text[])`,
          kind: (kind) => sql`kind = ${kind}`,
          channel: (channel) => sql`channel_id = ${channel}`,
        })}
        ${ids === undefined ? sql`` : sql`and approval.id = any(${ids.map(Number)}::bigint[])`}`,
    id: (sql) => sql`approval.id`,
    sorts: { asked_at: { by: (sql) => sql`asked_at`, type: 'timestamptz' } },
    defaultSort: defaultSorts.approvals,
  }
}
