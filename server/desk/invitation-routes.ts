import { randomUUID } from 'node:crypto'

import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import { acceptInvitation, inviteAgain, inviteStaff } from '#contract/desk/invitation-api.ts'
import { queueMail } from '#server/books/queue-mail.ts'
import type { Queries } from '#server/db/database.ts'
import type { Desk } from '#server/desk/desk.ts'
import { invitationHash, newInvitationToken } from '#server/ground/invitation-token.ts'
import { openSession } from '#server/desk/open-session.ts'
import { hasAWayIn } from '#server/desk/password-check.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'
import { findStaff } from '#server/desk/staff-queries.ts'
import { lockMember, memberOf, setChannels, told } from '#server/desk/staff-routes.ts'

const GOOD_FOR_MS = 7 * 24 * 3_600_000

type Invited = { staffId: number; email: string; language: string; channels: readonly string[] }

export function invitationRoutes(app: FastifyInstance, desk: Desk) {
  const { shop } = desk
  const { GIFTPOINT_PEPPER, GIFTPOINT_DEFAULT_CHANNEL } = shop.config

  /** Part of the caller's transaction, mail included: nobody is invited and never told. */
  async function invite(sql: Queries, { staffId, email, language, channels }: Invited, by: number) {
    const now = shop.ports.clock.now()
    const id = randomUUID()
    await endInvitations(sql, staffId, now)
    await sql`
      insert into staff_invitation (id, token_hash, staff_id, made_at, ends_at, invited_by)
      values (${id}, ${invitationHash(newInvitationToken(GIFTPOINT_PEPPER, id))}, ${staffId}, ${now},
        ${new Date(now.getTime() + GOOD_FOR_MS)}, ${by})`
    await queueMail(shop, sql, {
      template: 'staff-invitation',
      subjectId: id,
      channelId: channels[0] ?? GIFTPOINT_DEFAULT_CHANNEL,
      language,
      recipient: email,
    })
  }

  serveDesk(app, desk, inviteStaff, async ({ channels, ...input }, asker) => {
    const { sql, now, colleague, audit } = asker
    const { email, name, role, language } = input
    const isOwner = role === 'owner'
    if (!isOwner && channels.length === 0) return refuseDesk('needs-channel')
    // Who left may come back: it is the same person, and what they did stays theirs.
    const [row] = await sql<{ id: number }[]>`
      insert into staff (email, name, role, language, added_at)
      values (${email}, ${name}, ${role}, ${language}, ${now})
      on conflict (email) do update set name = excluded.name, role = excluded.role,
        language = excluded.language, left_at = null, version = staff.version + 1
        where staff.left_at is not null
      returning id`
    if (!row) return refuseDesk('address-taken')
    const own = isOwner ? [] : channels
    if (!(await setChannels(sql, row.id, own))) return refuseDesk('unknown-channel')
    await invite(sql, { staffId: row.id, email, language, channels: own }, colleague.id)
    const after = await lockMember(sql, row.id)
    if (!after) throw new Error('a colleague went while being invited')
    audit({
      action: 'staff.invited',
      subjectKind: 'staff',
      subjectId: String(row.id),
      after: { ...told(after), email },
      personal: ['name', 'email'],
    })
    return memberOf(after)
  })

  serveDesk(app, desk, inviteAgain, async ({ id }, { sql, colleague, audit }) => {
    const staffId = Number(id)
    const member = await lockMember(sql, staffId)
    if (!member || member.left_at) return refuseDesk('not-found')
    // Whoever could come in with a link that an owner asked for would have a second password.
    if (await hasAWayIn(sql, staffId)) return refuseDesk('has-a-way-in')
    const { email, language, channels } = member
    await invite(sql, { staffId, email, language, channels }, colleague.id)
    audit({ action: 'staff.invited', subjectKind: 'staff', subjectId: id })
    return {}
  })

  serveDesk(
    app,
    desk,
    acceptInvitation,
    async ({ token, new_password }, asker) => {
      const { now, write } = asker
      const tokenHash = invitationHash(token)
      // Looked at first: a password takes a while to hash, and anybody may ask.
      if (!(await openInvitation(shop.sql, tokenHash, now))) return refuseDesk('invitation-ended')
      const password = await hash(new_password)
      return write(async (sql) => {
        const staffId = await openInvitation(sql, tokenHash, now, { lock: true })
        const staff = staffId === undefined ? undefined : await findStaff(sql, staffId)
        if (!staff) return refuseDesk('invitation-ended')
        await sql`
          update staff set password_hash = ${password}, version = version + 1 where id = ${staff.id}`
        await endInvitations(sql, staff.id, now)
        return openSession(desk, { ...asker, sql }, staff, 'invitation')
      })
    },
    { waitsFirst: true },
  )
}

const endInvitations = (sql: Queries, staffId: number, now: Date) => sql`
  update staff_invitation set used_at = ${now} where staff_id = ${staffId} and used_at is null`

async function openInvitation(
  sql: Queries,
  tokenHash: Buffer,
  now: Date,
  { lock = false } = {},
): Promise<number | undefined> {
  const [row] = await sql<{ staff_id: number }[]>`
    select staff_id from staff_invitation
    where token_hash = ${tokenHash} and used_at is null and ends_at > ${now}
    ${lock ? sql`for update` : sql``}`
  return row?.staff_id
}
