import type { Queries } from '#server/platform/db/database.ts'
import { stateOf, type VoucherState } from '#server/modules/vouchers/actions/voucher-list.sql.ts'

export type VoucherRow = {
  id: number
  channel_id: string
  time_zone: string
  last3: string
  has_code: boolean
  state: VoucherState
  valid_from: Date | null
  valid_until: Date | null
  blocked_at: Date | null
}

/** Locks the balance first, as everywhere: a concurrent order is complete, or sees the new state. */
export async function lockVoucher(
  sql: Queries,
  id: number,
  now: Date,
): Promise<VoucherRow | undefined> {
  await sql`select from voucher_balance where voucher_id = ${id} for update`
  await sql`select from voucher where id = ${id} for no key update`
  return findVoucher(sql, id, now)
}

export async function findVoucher(
  sql: Queries,
  id: number,
  now: Date,
): Promise<VoucherRow | undefined> {
  const [row] = await sql<VoucherRow[]>`
    select voucher.id, channel_id, time_zone, last3, lookup is not null as has_code, ${stateOf(sql, now)} as state,
      nullif(valid_from, '-infinity') as valid_from, nullif(valid_until, 'infinity') as valid_until, blocked_at
    from voucher join channel on channel.id = channel_id where voucher.id = ${id}`
  return row
}

/** The values that blocking and ending change, for the audit log and for the undo. */
export const answerOf = ({ blocked_at, valid_until }: VoucherRow) => ({
  blocked: blocked_at !== null,
  valid_until: valid_until?.toISOString() ?? null,
})
export type Result = ReturnType<typeof answerOf>

const UNDOABLE = [
  'voucher.blocked',
  'voucher.unblocked',
  'voucher.extended',
  'voucher.expired',
] as const
const UNDO_DAYS = 7

export type ActionRow = { id: number; at: Date; before: Result; after: Result; undone: boolean }

export const isTooLate = (at: Date, now: Date) =>
  now.getTime() - at.getTime() > UNDO_DAYS * 24 * 3_600_000

export async function findAction(
  sql: Queries,
  voucherId: number,
  line: number,
): Promise<ActionRow | undefined> {
  const [row] = await sql<ActionRow[]>`
    select id, at, before, after, exists (
        select from audit undo where undo.subject_kind = 'voucher' and undo.subject_id = audit.subject_id
          and undo.action = 'voucher.action-undone' and undo.after ->> 'line' = audit.id::text
      ) as undone
    from audit
    where id = ${line} and subject_kind = 'voucher' and subject_id = ${String(voucherId)}
      and action = any(${[...UNDOABLE]})`
  return row
}

const FIELDS = ['blocked', 'valid_until'] as const

const changedBy = ({ before, after }: Pick<ActionRow, 'before' | 'after'>) =>
  FIELDS.filter((field) => before[field] !== after[field])

/** For each field, the last action that changed it, so that a block does not prevent the undo of an extension. */
export async function undoableActions(
  sql: Queries,
  voucherId: number,
  now: Date,
): Promise<string[]> {
  const voucher = await findVoucher(sql, voucherId, now)
  const actions = await sql<Pick<ActionRow, 'id' | 'before' | 'after'>[]>`
    select id, before, after from audit
    where subject_kind = 'voucher' and subject_id = ${String(voucherId)} and action = any(${[...UNDOABLE]})
    order by id desc limit 100`
  const last = new Set(
    FIELDS.flatMap(
      (field) => actions.find((action) => changedBy(action).includes(field))?.id ?? [],
    ),
  )
  const undoable: string[] = []
  for (const id of [...last].sort((a, b) => b - a)) {
    const action = await findAction(sql, voucherId, id)
    if (
      voucher &&
      action &&
      !action.undone &&
      !isTooLate(action.at, now) &&
      stands(voucher, action)
    )
      undoable.push(String(id))
  }
  return undoable
}

/** Whether the fields that this action changed still have its values. */
function stands(voucher: VoucherRow, action: ActionRow): boolean {
  const now = answerOf(voucher)
  return (
    voucher.state !== 'erased' &&
    changedBy(action).every((field) => now[field] === action.after[field])
  )
}

/** The voucher without this action: other fields keep the values of later actions. */
export function without(voucher: VoucherRow, action: ActionRow): Result {
  const fields = changedBy(action).map((field) => [field, action.before[field]] as const)
  return { ...answerOf(voucher), ...(Object.fromEntries(fields) as Partial<Result>) }
}
