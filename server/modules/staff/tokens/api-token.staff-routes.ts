import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { endStaffTokens, staffTokens } from '#contract/staff/all-tokens.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type Row = {
  id: string
  name: string
  owner_id: number
  owner_name: string
  owner_email: string
  permissions: string[]
  made_at: Date
  seen_at: Date | null
  ends_at: Date
  ended_at: Date | null
  active: boolean
}

/** All API tokens, for owners: a token outlives its purpose unless an owner sees it. */
export function staffTokenRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice

  serveStaff(app, backoffice, staffTokens, listTokens)

  serveStaff(app, backoffice, endStaffTokens, async ({ ids, found, count, reason }, asker) => {
    const { sql, now, colleague, audit } = asker
    const list = tokenList(ids ? { ids } : (found ?? {}), now)
    const chosen = await sql<{ id: string }[]>`
      select staff_token.id from ${list.from(sql)} order by staff_token.id for update of staff_token`
    if (chosen.length !== count) return refuseStaff('changed-since')
    const ended = await sql<{ id: string; name: string; staff_id: number }[]>`
      update staff_token set ended_at = ${now}
      where id = any(${chosen.map(({ id }) => id)}::uuid[]) and ${isActive(sql, now)}
      returning id, name, staff_id`
    if (ended.length === 0) return refuseStaff('changed-since')
    for (const { name, staff_id: staffId } of ended) {
      const details = { name, by: colleague.name }
      await notifyAccount(shop, sql, { staffId }, { kind: 'token-ended', details })
    }
    const owners = [...new Set(ended.map(({ staff_id }) => String(staff_id)))]
    audit({
      action: 'tokens.ended',
      subjectKind: 'staff',
      subjectId: owners.length === 1 ? (owners[0] ?? '') : 'several',
      reason,
      before: { tokens: ended.map(({ id, name }) => ({ token: id, name })), colleagues: owners },
    })
    return { ended: ended.length }
  })
}

async function listTokens(asked: ParsedInput<typeof staffTokens>, asker: SignedIn) {
  return serveList(asker, asked, {
    file: 'api-tokens',
    list: tokenList(asked, asker.now),
    columns: CSV,
    row: tokenOf,
  })
}

const isActive = (sql: Queries, now: Date) => sql`(ended_at is null and ends_at > ${now})`

type TokenSort = 'name' | 'owner' | 'made_at' | 'seen_at' | 'ends_at'
type TokenAsked = Partial<Pick<z.output<(typeof staffTokens)['input']>, 'search' | 'state' | 'ids'>>

const tokenList = ({ search, state, ids }: TokenAsked, now: Date): ListQuery<TokenSort> => ({
  select: (sql) => sql`
    staff_token.id, staff_token.name, staff_id as owner_id, staff.name as owner_name,
    staff.email as owner_email, permissions, made_at, seen_at, ends_at, ended_at,
    ${isActive(sql, now)} as active`,
  from: (sql) => sql`
    staff_token join staff on staff.id = staff_id where true
      ${search === undefined ? sql`` : sql`and strpos(lower(staff_token.name || ' ' || staff.name || ' ' || staff.email), ${search.toLowerCase()}) > 0`}
      ${state === undefined ? sql`` : sql`and ${isActive(sql, now)} = ${state === 'active'}`}
      ${ids === undefined ? sql`` : sql`and staff_token.id = any(${ids}::uuid[])`}`,
  id: (sql) => sql`staff_token.id::text`,
  ids: 'text',
  sorts: {
    name: { by: (sql) => sql`lower(staff_token.name)`, type: 'text' },
    owner: { by: (sql) => sql`lower(staff.name)`, type: 'text' },
    made_at: { by: (sql) => sql`made_at`, type: 'timestamptz' },
    seen_at: { by: (sql) => sql`coalesce(seen_at, 'epoch')`, type: 'timestamptz' },
    ends_at: { by: (sql) => sql`ends_at`, type: 'timestamptz' },
  },
  usual: '-made_at',
})

const CSV: Record<string, (row: Row) => string | boolean | null> = {
  name: ({ name }) => name,
  owner: ({ owner_name }) => owner_name,
  email: ({ owner_email }) => owner_email,
  permissions: ({ permissions }) => permissions.join(' '),
  made_at: ({ made_at }) => made_at.toISOString(),
  seen_at: ({ seen_at }) => seen_at?.toISOString() ?? null,
  ends_at: ({ ends_at }) => ends_at.toISOString(),
  ended_at: ({ ended_at }) => ended_at?.toISOString() ?? null,
  active: ({ active }) => active,
}

function tokenOf({ owner_id, owner_name, owner_email, active, ...row }: Row) {
  return {
    ...row,
    owner: { id: String(owner_id), name: owner_name, email: owner_email },
    made_at: row.made_at.toISOString(),
    seen_at: row.seen_at?.toISOString() ?? null,
    ends_at: row.ends_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    state: active ? ('active' as const) : ('ended' as const),
  }
}
