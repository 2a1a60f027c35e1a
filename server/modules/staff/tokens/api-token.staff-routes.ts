import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { revokeStaffTokens, staffTokens } from '#contract/staff/all-tokens.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  lockMatchingTokens,
  endStaffTokens,
  tokenList,
} from '#server/modules/staff/tokens/api-token.sql.ts'

type TokenListRow = {
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

/** API tokens of all staff, so that owners can find and revoke tokens that are no longer needed. */
export function apiTokenRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, staffTokens, listTokens)

  serveStaff(app, backoffice, revokeStaffTokens, handleRevokeStaffTokens(backoffice))
}

const handleRevokeStaffTokens =
  ({ shop }: Backoffice) =>
  async (
    { ids, found, count, reason }: ParsedInput<typeof revokeStaffTokens>,
    caller: SignedIn,
  ) => {
    const { sql, now, colleague, audit } = caller
    const list = tokenList(ids ? { ids } : (found ?? {}), now)
    const matching = await lockMatchingTokens(sql, list)
    if (matching.length !== count) return refuseStaff('changed-since')
    const ended = await endStaffTokens(
      sql,
      now,
      matching.map(({ id }) => id),
    )
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
  }

async function listTokens(query: ParsedInput<typeof staffTokens>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'api-tokens',
    list: tokenList(query, caller.now),
    columns: CSV,
    row: tokenOf,
  })
}

const CSV: ListFile<'staffTokens', TokenListRow> = {
  name: ({ name }) => name,
  owner: ({ owner_name }) => owner_name,
  email: ({ owner_email }) => owner_email,
  permissions: ({ permissions }) => permissions.join(' '),
  made_at: ({ made_at }) => made_at.toISOString(),
  seen_at: ({ seen_at }) => seen_at?.toISOString() ?? null,
  ends_at: ({ ends_at }) => ends_at.toISOString(),
  ended_at: ({ ended_at }) => ended_at?.toISOString() ?? null,
  active: ({ active }) => active,
  ...notInFile('id', 'state'),
}

function tokenOf({ owner_id, owner_name, owner_email, active, ...row }: TokenListRow) {
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
