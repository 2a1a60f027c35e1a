import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { revokeToken, createToken, tokens } from '#contract/staff/tokens.staff.ts'
import { mayBeInToken } from '#domain/staff/permissions.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { newStaffToken } from '#server/modules/staff/sessions/staff-sessions.ts'
import {
  listStaffTokens,
  insertStaffToken,
  endStaffToken,
} from '#server/modules/staff/tokens/own-api-token.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const DAY_MS = 24 * 3_600_000

export function ownApiTokenRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, tokens, handleTokens)

  serveStaff(app, backoffice, createToken, handleCreateToken(backoffice))

  serveStaff(app, backoffice, revokeToken, handleRevokeToken)
}

async function handleTokens(_: ParsedInput<typeof tokens>, { sql, colleague }: SignedIn) {
  const rows = await listStaffTokens(sql, colleague.id)
  return {
    items: rows.map(({ made_at, seen_at, ends_at, ended_at, ...row }) => ({
      ...row,
      made_at: made_at.toISOString(),
      seen_at: seen_at?.toISOString() ?? null,
      ends_at: ends_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    })),
  }
}

const handleCreateToken =
  (backoffice: Backoffice) =>
  async ({ name, permissions, days }: ParsedInput<typeof createToken>, caller: SignedIn) => {
    const { sql, now, colleague, audit } = caller
    if (!permissions.every((permission) => caller.may(permission) && mayBeInToken(permission)))
      return refuseStaff('not-allowed')
    const { token, tokenHash } = newStaffToken()
    const endsAt = new Date(now.getTime() + days * DAY_MS)
    const row = await insertStaffToken(sql, {
      tokenHash,
      staffId: colleague.id,
      name,
      permissions,
      now,
      endsAt,
    })
    if (!row) throw new Error('insert of the token returned no row')
    await notifyAccount(
      backoffice.shop,
      sql,
      { staffId: colleague.id },
      { kind: 'token-created', details: { name } },
    )
    audit({
      action: 'token.created',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
      after: { token: row.id, name, permissions, ends_at: endsAt.toISOString() },
    })
    return { id: row.id, token }
  }

async function handleRevokeToken(
  { id }: ParsedInput<typeof revokeToken>,
  { sql, now, colleague, audit }: SignedIn,
) {
  const ended = await endStaffToken(sql, { id, now, staffId: colleague.id })
  if (ended.count === 0) return refuseStaff('not-found')
  audit({
    action: 'token.ended',
    subjectKind: 'staff',
    subjectId: String(colleague.id),
    before: { token: id },
  })
  return {}
}
