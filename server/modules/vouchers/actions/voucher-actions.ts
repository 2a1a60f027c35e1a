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
export const endAndBlock = ({ blocked_at, valid_until }: VoucherRow) => ({
  blocked: blocked_at !== null,
  valid_until: valid_until?.toISOString() ?? null,
})
export type EndAndBlock = ReturnType<typeof endAndBlock>

const UNDOABLE_ACTIONS = [
  'voucher.blocked',
  'voucher.unblocked',
  'voucher.extended',
  'voucher.expired',
] as const
const UNDO_DAYS = 7

export type ActionRow = {
  id: number
  at: Date
  before: EndAndBlock
  after: EndAndBlock
  undone: boolean
}

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
      and action = any(${[...UNDOABLE_ACTIONS]})`
  return row
}

const UNDOABLE_FIELDS = ['blocked', 'valid_until'] as const

const fieldsChangedBy = ({ before, after }: Pick<ActionRow, 'before' | 'after'>) =>
  UNDOABLE_FIELDS.filter((field) => before[field] !== after[field])

/**
 * The actions that can be undone: for each field, the last action that changed it. So a later block does not prevent the
 * undo of an extension.
 */
export async function listUndoableActions(
  sql: Queries,
  voucherId: number,
  now: Date,
): Promise<string[]> {
  const voucher = await findVoucher(sql, voucherId, now)
  const actions = await sql<Pick<ActionRow, 'id' | 'before' | 'after'>[]>`
    select id, before, after from audit
    where subject_kind = 'voucher' and subject_id = ${String(voucherId)} and action = any(${[...UNDOABLE_ACTIONS]})
    order by id desc limit 100`
  const lastActions = new Set(
    UNDOABLE_FIELDS.flatMap(
      (field) => actions.find((action) => fieldsChangedBy(action).includes(field))?.id ?? [],
    ),
  )
  const undoable: string[] = []
  for (const id of [...lastActions].sort((a, b) => b - a)) {
    const action = await findAction(sql, voucherId, id)
    if (
      voucher &&
      action &&
      !action.undone &&
      !isTooLate(action.at, now) &&
      isCurrent(voucher, action)
    )
      undoable.push(String(id))
  }
  return undoable
}

/** Whether the fields that this action changed still have its values. */
function isCurrent(voucher: VoucherRow, action: ActionRow): boolean {
  const current = endAndBlock(voucher)
  return (
    voucher.state !== 'erased' &&
    fieldsChangedBy(action).every((field) => current[field] === action.after[field])
  )
}

/** The values after an undo of this action: the fields that it changed get their earlier values. */
export function valuesBefore(voucher: VoucherRow, action: ActionRow): EndAndBlock {
  const fields = fieldsChangedBy(action).map((field) => [field, action.before[field]] as const)
  return { ...endAndBlock(voucher), ...(Object.fromEntries(fields) as Partial<EndAndBlock>) }
}
