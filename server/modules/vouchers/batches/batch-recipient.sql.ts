import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type RecipientRow = Omit<
  StaffResponse<'addRecipient'>,
  'id' | 'voucher' | 'mailed_at' | 'bounced_at' | 'stopped'
> & {
  id: number
  voucher_id: number
  mailed_at: Date | null
  bounced_at: Date | null
  stopped_at: Date | null
}

type RecipientSort = 'name' | 'department' | 'added_at'

type RecipientQuery = AskedFilters<'batchRecipients'> & {
  search?: string | undefined
  ids?: string[] | undefined
}

const columns = (sql: Queries) => sql`
  recipient.id, voucher_id, last3, name, department, email, recipient.language, kind, words, mail_state, mailed_at,
  bounced_at, bounce, added_reason, stopped_at`

export const recipientList = ({
  batchId,
  search,
  ids,
  isUnmasked,
  ...filters
}: RecipientQuery & { batchId: number; isUnmasked: boolean }): ListQuery<RecipientSort> => ({
  select: columns,
  from: (sql) => sql`
    recipient join voucher on voucher.id = voucher_id where recipient.batch_id = ${batchId}
      ${search === undefined ? sql`` : sql`and (strpos(lower(${searchedText(sql, isUnmasked)}), ${search.toLowerCase()}) > 0 or last3 = ${search.toLowerCase()})`}
      ${filterConditions<'batchRecipients'>(sql, filters, {
        mail: (mail) => sql`mail_state = any(${mail})`,
      })}
      ${ids === undefined ? sql`` : sql`and recipient.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`recipient.id`,
  sorts: {
    // Sorting by full names would reveal them page by page.
    name: {
      by: (sql) => (isUnmasked ? sql`lower(name)` : sql`lower(left(name, 1))`),
      type: 'text',
    },
    department: { by: (sql) => sql`lower(department)`, type: 'text' },
    added_at: { by: (sql) => sql`added_at`, type: 'timestamptz' },
  },
  defaultSort: defaultSorts.batchRecipients,
})

/** A masked name is not searchable, because guessing would reveal it. */
const searchedText = (sql: Queries, isUnmasked: boolean) =>
  isUnmasked ? sql`name || ' ' || email || ' ' || department` : sql`department`

export type Recipient = StaffResponse<'addRecipient'>

export async function findRecipient(sql: Queries, id: number): Promise<Recipient> {
  const [row] = await sql<RecipientRow[]>`
    select ${columns(sql)} from recipient join voucher on voucher.id = voucher_id where recipient.id = ${id}`
  if (!row) throw new Error('recipient not found during the change')
  return recipientOf(row)
}

export function recipientOf({
  id,
  voucher_id,
  mailed_at,
  bounced_at,
  stopped_at,
  ...row
}: RecipientRow): Recipient {
  return {
    ...row,
    id: String(id),
    voucher: String(voucher_id),
    mailed_at: mailed_at?.toISOString() ?? null,
    bounced_at: bounced_at?.toISOString() ?? null,
    stopped: stopped_at !== null,
  }
}
