import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  employerUsers,
  endEmployerSessions,
  inviteEmployerUser,
  inviteEmployerUserAgain,
  removeEmployerUser,
} from '#contract/employers/employer-users.staff.ts'
import { maskedMail, maskedName } from '#domain/privacy/person-mask.ts'
import { endResetLinks } from '#server/modules/staff/accounts/account-password.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { STAFF_IDLE_HOURS } from '#server/modules/staff/sessions/staff-sessions.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { invitationHash, newInvitationToken } from '#server/platform/crypto/invitation-token.ts'
import type { StaffLanguage } from '#domain/language.ts'

const DAYS = 3
const DAY_MS = 24 * 3_600_000

type UserRow = {
  id: number
  email: string
  name: string
  language: StaffLanguage
  has_password: boolean
  totp: boolean
  passkeys: number
  sessions: number
  seen_at: Date | null
  added_at: Date
}

/** Users of the employer portal: inviting and removing them. */
export function employerUserRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice
  const { GIFTPOINT_PEPPER, GIFTPOINT_DEFAULT_CHANNEL } = shop.config

  serveStaff(app, backoffice, employerUsers, async ({ id }, { sql, now, may }) => {
    const [known] = await sql`select from employer where id = ${id}::bigint`
    if (!known) return refuseStaff('not-found')
    const idle = new Date(now.getTime() - STAFF_IDLE_HOURS * 3_600_000)
    const rows = await sql<UserRow[]>`
      select id, email, name, language, password_hash is not null as has_password,
        totp_confirmed_at is not null as totp, added_at,
        (select count(*)::integer from employer_passkey where employer_user_id = employer_user.id) as passkeys, seen.at as seen_at, coalesce(seen.open, 0) as sessions
      from employer_user left join lateral (
        select max(seen_at) as at, count(*) filter (where ends_at > ${now} and seen_at > ${idle})::integer as open
        from employer_session where employer_user_id = employer_user.id) seen on true
      where employer_id = ${id}::bigint and left_at is null order by lower(name), id`
    const open = may('person.show')
    return {
      items: rows.map(({ added_at, seen_at, ...row }) => ({
        ...row,
        id: String(row.id),
        name: open ? row.name : maskedName(row.name),
        email: open ? row.email : maskedMail(row.email),
        seen_at: seen_at?.toISOString() ?? null,
        added_at: added_at.toISOString(),
      })),
    }
  })

  serveStaff(app, backoffice, inviteEmployerUser, async ({ id, ...who }, asker) => {
    const { sql, now, colleague, audit } = asker
    const [known] = await sql`select from employer where id = ${id}::bigint`
    if (!known) return refuseStaff('not-found')
    const { email, name, language } = who
    // A removed user who is invited again starts without earlier sign-in methods.
    const [added] = await sql<{ id: number }[]>`
      insert into employer_user (employer_id, email, name, language, added_at)
      values (${id}::bigint, ${email}, ${name}, ${language}, ${now})
      on conflict (email) do update set employer_id = excluded.employer_id, name = excluded.name,
        language = excluded.language, language_chosen = false, password_hash = null, totp_secret = null, totp_confirmed_at = null,
        totp_counter = 0, added_at = excluded.added_at, left_at = null
      where employer_user.left_at is not null
      returning id`
    if (!added) return refuseStaff('is-here', { field: 'email' })
    await sql`delete from employer_session where employer_user_id = ${added.id}`
    await sql`delete from known_device where employer_user_id = ${added.id}`
    const invitation = await invite(
      sql,
      { user: added.id, employer: id, email, language },
      colleague.id,
    )
    audit({
      action: 'employer.user-invited',
      subjectKind: 'employer',
      subjectId: id,
      after: { user: String(added.id), email, name },
      personal: ['email', 'name'],
    })
    return { id: String(added.id), ...invitation }
  })

  serveStaff(app, backoffice, inviteEmployerUserAgain, async ({ id, user, without_app }, asker) => {
    const { sql, colleague, audit } = asker
    const one = await lockUser(sql, id, user)
    if (!one) return refuseStaff('not-found')
    if (without_app) {
      // The finder of a lost phone may also use its sessions and passkeys.
      await sql`
        update employer_user set totp_secret = null, totp_confirmed_at = null where id = ${one.id}`
      await sql`delete from employer_passkey where employer_user_id = ${one.id}`
      await sql`delete from employer_session where employer_user_id = ${one.id}`
      const account = { employerUserId: one.id }
      await notifyAccount(shop, sql, account, {
        kind: 'access-reset',
        details: { by: colleague.name },
      })
    }
    const invitation = await invite(sql, { user: one.id, employer: id, ...one }, colleague.id)
    audit({
      action: 'employer.user-invited',
      subjectKind: 'employer',
      subjectId: id,
      after: { user, without_app },
    })
    return { id: user, ...invitation }
  })

  serveStaff(app, backoffice, endEmployerSessions, async ({ id, user, reason }, { sql, audit }) => {
    const one = await lockUser(sql, id, user)
    if (!one) return refuseStaff('not-found')
    const ended = await sql`delete from employer_session where employer_user_id = ${one.id}`
    audit({
      action: 'employer.sessions-ended',
      subjectKind: 'employer',
      subjectId: id,
      reason,
      after: { user },
    })
    return { ended: ended.count }
  })

  serveStaff(
    app,
    backoffice,
    removeEmployerUser,
    async ({ id, user, reason }, { sql, now, audit }) => {
      const one = await lockUser(sql, id, user)
      if (!one) return refuseStaff('not-found')
      await sql`
      update employer_user set left_at = ${now}, password_hash = null, totp_secret = null, totp_confirmed_at = null
      where id = ${one.id}`
      await sql`delete from employer_passkey where employer_user_id = ${one.id}`
      await sql`delete from employer_session where employer_user_id = ${one.id}`
      await sql`delete from known_device where employer_user_id = ${one.id}`
      await dropInvitations(sql, one.id)
      await endResetLinks(sql, 'employer', one.id)
      audit({
        action: 'employer.user-removed',
        subjectKind: 'employer',
        subjectId: id,
        reason,
        after: { user },
      })
      return {}
    },
  )

  /** Part of the caller's transaction, including the mail, so every invitation is sent. */
  async function invite(
    sql: Queries,
    asked: { user: number; employer: string; email: string; language: string },
    by: number,
  ) {
    const now = shop.ports.clock.now()
    const id = randomUUID()
    const token = newInvitationToken(GIFTPOINT_PEPPER, id)
    const endsAt = new Date(now.getTime() + DAYS * DAY_MS)
    await dropInvitations(sql, asked.user)
    await endResetLinks(sql, 'employer', asked.user)
    await sql`
      insert into employer_invitation (id, token_hash, employer_user_id, made_at, ends_at, invited_by)
      values (${id}, ${invitationHash(token)}, ${asked.user}, ${now}, ${endsAt}, ${by})`
    // In the theme that the employer's recipients see.
    const [newest] = await sql<{ channel: string }[]>`
      select channel_id as channel from campaign where employer_id = ${asked.employer}::bigint
      order by id desc limit 1`
    await queueMail(shop, sql, {
      template: 'employer-invitation',
      subjectId: id,
      channelId: newest?.channel ?? GIFTPOINT_DEFAULT_CHANNEL,
      language: asked.language,
      recipient: asked.email,
    })
    return { ends_at: endsAt.toISOString() }
  }
}

async function lockUser(sql: Queries, employer: string, user: string) {
  const [one] = await sql<{ id: number; email: string; language: string }[]>`
    select id, email, language from employer_user
    where id = ${user}::bigint and employer_id = ${employer}::bigint and left_at is null
    for no key update`
  return one
}

async function dropInvitations(sql: Queries, user: number): Promise<void> {
  await sql`
    update mail set state = 'replaced'
    where template = 'employer-invitation' and state = 'queued'
      and subject_id in (select id::text from employer_invitation where employer_user_id = ${user})`
  await sql`delete from employer_invitation where employer_user_id = ${user}`
}
