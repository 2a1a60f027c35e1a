import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { assignTask, tasks, task, closeTask, resolveTask } from '#contract/tasks/tasks.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { DEFAULT_ZONE, daysOverdue } from '#domain/time/zone-days.ts'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import {
  taskList,
  type TaskRow,
  type TaskGroupRow,
  findTaskGroup,
  type TaskReader,
} from '#server/modules/tasks/task-list.sql.ts'
import { findOrderPerson } from '#server/modules/orders/order.sql.ts'
import { personOf } from '#server/modules/orders/staff/staff-order-response.ts'
import { listTaskPayments } from '#server/modules/tasks/task-payment.sql.ts'
import { RESOLVERS } from '#server/modules/tasks/resolutions/resolutions.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { dropJobs } from '#server/modules/tasks/resolutions/resolve-failed-jobs.ts'
import {
  acceptChargebacks,
  settleRefunds,
} from '#server/modules/tasks/resolutions/resolve-payments.ts'
import { endBackgroundJobs } from '#server/modules/tasks/resolutions/resolve-background-jobs.ts'
import {
  sumEffects,
  type ResolutionContext,
  type ResolveRefusal,
} from '#server/modules/tasks/resolutions/resolution.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { isDatabaseError, type Queries, type Transaction } from '#server/platform/db/database.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  saveTaskOwner,
  closeTasks,
  idsOf,
  listPossibleAssignees,
} from '#server/modules/tasks/task.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The number of rows in a preview. The button contains the total. */
const MAX_PREVIEW_ROWS = 20
/** Tasks shown with the details of their payment. */
const MONEY_KINDS: ReadonlySet<TaskKind> = new Set([
  'unmatched-payment',
  'refund-failed',
  'charged-back',
  'money-differs',
])
/** The maximum number of tasks that are resolved at once. The others stay open. */
const MAX_RESOLVED = 500

export const readerOf = ({
  colleague,
  channels,
}: Pick<StaffCaller, 'channels'> & { colleague: Colleague }): TaskReader => ({
  id: colleague.id,
  role: colleague.role,
  channels,
})

export function taskRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, tasks, listTasks)

  serveStaff(app, backoffice, task, handleTask)

  serveStaff(app, backoffice, assignTask, handleAssignTask)

  serveStaff(app, backoffice, closeTask, handleCloseTask(backoffice))

  serveStaff(app, backoffice, resolveTask, handleResolveTask(backoffice.shop))
}

function handleCloseTask(backoffice: Backoffice) {
  const { shop } = backoffice
  return async ({ id, shown, reason }: ParsedInput<typeof closeTask>, caller: SignedIn) => {
    const found = await findTaskGroup(caller.sql, Number(id), readerOf(caller), { lock: true })
    if (!found) return refuseStaff('not-found')
    const { group, cases } = found
    if (group.closed_at || shown !== hashOf(cases)) return refuseStaff('changed-since')
    await closeTasks(caller, cases, 'closed', reason)
    await CLOSE_ACTIONS[group.kind]?.(resolutionContext(shop, caller, reason), cases)
    caller.audit({ ...auditSubject(group, cases), action: 'task.closed', reason })
    return { cases: cases.length }
  }
}

const handleResolveTask =
  (shop: Shop) =>
  async ({ id, shown, note }: ParsedInput<typeof resolveTask>, caller: SignedIn) => {
    const found = await findTaskGroup(caller.sql, Number(id), readerOf(caller), { lock: true })
    if (!found) return refuseStaff('not-found')
    const { group, cases } = found
    if (group.closed_at || shown !== hashOf(cases)) return refuseStaff('changed-since')
    const resolver = RESOLVERS[group.kind]
    if (resolver.note && note === '') return refuseStaff('needs-note')
    const toResolve = cases.slice(0, MAX_RESOLVED)
    const rows = await resolver.rows(caller.sql, toResolve)
    if (rows.length === 0) return refuseStaff('nothing-to-resolve')
    if (resolver.ends) await closeTasks(caller, toResolve, 'resolved', note)
    const result = await resolveSafely(caller.sql, (sql) =>
      resolver.resolve({ ...resolutionContext(shop, caller, note), sql }, toResolve),
    )
    if (result !== 'resolved') return refuseStaff(result)
    caller.audit({
      ...auditSubject(group, toResolve),
      action: 'task.resolved',
      reason: note,
      before: { rows: rows.map(({ before }) => before) },
      after: {
        rows: rows.map(({ after }) => after),
        subjects: toResolve.map(({ subject }) => subject),
      },
    })
    return { cases: rows.length }
  }

const resolutionContext = (
  shop: Shop,
  { sql, now, colleague }: SignedIn,
  note: string,
): ResolutionContext => ({
  shop,
  sql: sql as Transaction,
  now,
  note,
  staffId: colleague.id,
})

async function handleTask({ id }: ParsedInput<typeof task>, caller: SignedIn) {
  const { sql } = caller
  const found = await findTaskGroup(sql, Number(id), readerOf(caller))
  if (!found) return refuseStaff('not-found')
  const { group, cases } = found
  const open = group.closed_at === null
  const resolver = RESOLVERS[group.kind]
  const toResolve = cases.slice(0, MAX_RESOLVED)
  const rows = open && caller.may('task.resolve') ? await resolver.rows(sql, toResolve) : []
  return {
    ...groupAnswer(group, caller.now),
    shown: hashOf(cases),
    items: cases.slice(0, MAX_RESOLVED).map(caseAnswer),
    payments: MONEY_KINDS.has(group.kind) ? await listTaskPayments(sql, toResolve) : [],
    recipient: await recipientOf(caller, group),
    resolve:
      rows.length === 0
        ? null
        : {
            rows: rows.slice(0, MAX_PREVIEW_ROWS),
            effects: sumEffects(rows),
            more: Math.max(0, rows.length - MAX_PREVIEW_ROWS),
            cases: rows.length,
            note: resolver.note ?? false,
          },
    colleagues: open ? await listPossibleAssignees(sql, group.kind, cases) : [],
  }
}

/** The recipient, if all tasks of the cause are about one order. */
async function recipientOf({ sql, may }: SignedIn, { order_number: number }: TaskGroupRow) {
  const order = number === null ? undefined : await findOrderPerson(sql, number)
  return order
    ? { voucher: String(order.voucher_id), ...personOf(order.person, may('personal-data.view')) }
    : null
}

async function handleAssignTask({ id, staff }: ParsedInput<typeof assignTask>, caller: SignedIn) {
  const { sql, audit } = caller
  const found = await findTaskGroup(sql, Number(id), readerOf(caller), { lock: true })
  if (!found || found.group.closed_at) return refuseStaff('not-found')
  const { group, cases } = found
  const colleagues = await listPossibleAssignees(sql, group.kind, cases)
  if (staff !== null && !colleagues.some((colleague) => colleague.id === staff))
    return refuseStaff('unknown-colleague')
  await saveTaskOwner(sql, staff, idsOf(cases))
  audit({
    ...auditSubject(group, cases),
    action: 'task.assigned',
    before: { staff: group.owner_id === null ? null : String(group.owner_id) },
    after: { staff },
  })
  return {}
}

async function listTasks(query: ParsedInput<typeof tasks>, caller: SignedIn) {
  if (query.channel !== undefined && !caller.within(query.channel)) return refuseStaff('not-found')
  return serveList(caller, query, {
    file: 'task',
    list: taskList(query, readerOf(caller)),
    columns: COLUMNS,
    row: (row: TaskGroupRow) => groupAnswer(row, caller.now),
  })
}

/** Further writes when a task is closed by hand, so that no other list shows its subject as open. */
const CLOSE_ACTIONS: Partial<
  Record<TaskKind, (resolution: ResolutionContext, cases: readonly TaskRow[]) => Promise<void>>
> = {
  'job-failed': dropJobs,
  'work-failed': endBackgroundJobs,
  'refund-failed': settleRefunds,
  'charged-back': acceptChargebacks,
}

/** Returns 'nothing-to-resolve' if a database constraint refuses the changes. */
async function resolveSafely(
  sql: Queries,
  resolve: (sql: Transaction) => Promise<ResolveRefusal | void>,
): Promise<'resolved' | 'nothing-to-resolve' | ResolveRefusal> {
  if (!('savepoint' in sql)) throw new Error('resolving a task requires a transaction')
  try {
    return (await sql.savepoint(resolve)) ?? 'resolved'
  } catch (error) {
    if (isDatabaseError(error) && error.code.startsWith('23')) return 'nothing-to-resolve'
    throw error
  }
}

/** Identifies the set of tasks, so that a changed set is noticed. */
const hashOf = (cases: readonly TaskRow[]) =>
  createHash('md5').update(idsOf(cases).join()).digest('hex')

const auditSubject = (
  { id, kind, cause, channel_id }: TaskGroupRow,
  cases: readonly TaskRow[],
) => ({
  subjectKind: 'task',
  subjectId: String(id),
  channelId: channel_id,
  before: { kind, cause, cases: cases.length },
})

function groupAnswer(row: TaskGroupRow, now: Date) {
  const { due_day: dueDay, time_zone: zone } = row
  return {
    id: String(row.id),
    kind: row.kind,
    cause: row.cause,
    reason: row.reason,
    detail: row.detail,
    cases: row.cases,
    order: row.order_number,
    channel: row.channel_id,
    due_day: row.due_day,
    overdue_days:
      dueDay !== null && row.closed_at === null
        ? daysOverdue(dueDay, now.getTime(), zone ?? DEFAULT_ZONE)
        : 0,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    tries: row.tries,
    owner: row.owner_id === null ? null : { id: String(row.owner_id), name: row.owner_name ?? '' },
    owned_at: row.owned_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    outcome: row.outcome,
  }
}

function caseAnswer(row: TaskRow) {
  return {
    id: String(row.id),
    subject: row.subject,
    order: row.order_number,
    channel: row.channel_id,
    reason: row.reason,
    detail: row.detail,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    tries: row.tries,
  }
}

const COLUMNS: ListFile<'tasks', TaskGroupRow> = {
  kind: ({ kind }) => kind,
  reason: ({ reason }) => reason,
  cases: ({ cases }) => cases,
  order: ({ order_number }) => order_number,
  channel: ({ channel_id }) => channel_id,
  due_day: ({ due_day }) => due_day,
  first_at: ({ first_at }) => first_at.toISOString(),
  last_at: ({ last_at }) => last_at.toISOString(),
  tries: ({ tries }) => tries,
  owner: ({ owner_name }) => owner_name,
  closed_at: ({ closed_at }) => closed_at?.toISOString() ?? null,
  outcome: ({ outcome }) => outcome,
  ...notInFile('id', 'cause', 'detail', 'overdue_days', 'owned_at'),
}
