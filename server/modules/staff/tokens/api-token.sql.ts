import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import type { Queries } from '#server/platform/db/database.ts'

const isActive = (sql: Queries, now: Date) => sql`(ended_at is null and ends_at > ${now})`

type TokenSort = 'name' | 'owner' | 'made_at' | 'seen_at' | 'ends_at'

type TokenQuery = AskedFilters<'staffTokens'> & {
  search?: string | undefined
  ids?: string[] | undefined
}

export const tokenList = (
  { search, ids, ...filters }: TokenQuery,
  now: Date,
): ListQuery<TokenSort> => ({
  select: (sql) => sql`
    staff_token.id, staff_token.name, staff_id as owner_id, staff.name as owner_name,
    staff.email as owner_email, permissions, made_at, seen_at, ends_at, ended_at,
    ${isActive(sql, now)} as active`,
  from: (sql) => sql`
    staff_token join staff on staff.id = staff_id where true
      ${search === undefined ? sql`` : sql`and strpos(lower(staff_token.name || ' ' || staff.name || ' ' || staff.email), ${search.toLowerCase()}) > 0`}
      ${filterConditions<'staffTokens'>(sql, filters, {
        state: (state) => sql`${isActive(sql, now)} = ${state === 'active'}`,
      })}
      ${ids === undefined ? sql`` : sql`and staff_token.id = any(${ids}::uuid[])`}`,
  id: (sql) => sql`staff_token.id::text`,
  idType: 'text',
  sorts: {
    name: { by: (sql) => sql`lower(staff_token.name)`, type: 'text' },
    owner: { by: (sql) => sql`lower(staff.name)`, type: 'text' },
    made_at: { by: (sql) => sql`made_at`, type: 'timestamptz' },
    seen_at: { by: (sql) => sql`coalesce(seen_at, 'epoch')`, type: 'timestamptz' },
    ends_at: { by: (sql) => sql`ends_at`, type: 'timestamptz' },
  },
  defaultSort: defaultSorts.staffTokens,
})

export const lockMatchingTokens = (sql: Queries, list: ListQuery<TokenSort>) => sql<
  { id: string }[]
>`
  select staff_token.id from ${list.from(sql)} order by staff_token.id for update of staff_token`

export const endStaffTokens = (sql: Queries, now: Date, ids: string[]) => sql<
  { id: string; name: string; staff_id: number }[]
>`
  update staff_token set ended_at = ${now}
  where id = any(${ids}::uuid[]) and ${isActive(sql, now)}
  returning id, name, staff_id`
