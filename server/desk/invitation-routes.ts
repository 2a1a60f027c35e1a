import { randomUUID } from 'node:crypto'

import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import { acceptInvitation, inviteAgain, inviteStaff } from '#contract/desk/invitation-api.ts'
import { isGuessable } from '#server/accounts/password-rule.ts'
import { turnOn } from '#server/accounts/passwords-of-account.ts'
import { publicUrl } from '#server/adapters/choose-ports.ts'
import { queueMail } from '#server/books/queue-mail.ts'
import type { Queries } from '#server/db/database.ts'
import type { Desk } from '#server/desk/desk.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'
import { dropInvitations, setChannels } from '#server/desk/staff-places.ts'
import { findStaff } from '#server/desk/staff-queries.ts'
import { invitationHash, newInvitationToken } from '#server/ground/invitation-token.ts'

const DAYS = 3
const DAY_MS = 24 * 3_600_000

type Invited = { staffId: number; email: string; language: string; channels: readonly string[] }

/** A colleague comes in by a link, which goes by mail and may be handed over; what is kept of it opens nothing. */
export function invitationRoutes(app: FastifyInstance, desk: Desk) {
  const { shop } = desk
  const { GIFTPOINT_PEPPER, GIFTPOINT_DEFAULT_CHANNEL } = shop.config

  /** Part of the caller's transaction, mail included: nobody is invited and never told. */
  async function invite(sql: Queries, { staffId, email, language, channels }: Invited, by: number) {
    const now = shop.ports.clock.now()
    const id = randomUUID()
    const token = newInvitationToken(GIFTPOINT_PEPPER, id)
    const endsAt = new Date(now.getTime() + DAYS * DAY_MS)
    await dropInvitations(sql, staffId)
    await sql`
      insert into staff_invitation (id, token_hash, staff_id, made_at, ends_at, invited_by)
      values (${id}, ${invitationHash(token)}, ${staffId}, ${now}, ${endsAt}, ${by})`
    await queueMail(shop, sql, {
      template: 'staff-invitation',
      subjectId: id,
      channelId: channels[0] ?? GIFTPOINT_DEFAULT_CHANNEL,
      language,
      recipient: email,
    })
    // Behind the number sign, so that no server and no proxy writes it down.
    return {
      link: `${publicUrl(shop.config)}/desk/invitation#${token}`,
      ends_at: endsAt.toISOString(),
    }
  }

  serveDesk(app, desk, inviteStaff, async (asked, { sql, now, colleague, audit }) => {
    const { email, name, role, language } = asked
    const channels = role === 'owner' ? [] : [...new Set(asked.channels)]
    if (role !== 'owner' && channels.length === 0) return refuseDesk('needs-channel')
    // Whoever had left comes back as invited, with nothing of what opened the door before.
    const [added] = await sql<{ id: number }[]>`
      insert into staff (email, name, role, language, added_at)
      values (${email}, ${name}, ${role}, ${language}, ${now})
      on conflict (email) do update set name = excluded.name, role = excluded.role,
        language = excluded.language, password_hash = null, added_at = excluded.added_at,
        left_at = null, version = staff.version + 1
      where staff.left_at is not null
      returning id`
    if (!added) return refuseDesk('is-here', { field: 'email' })
    for (const table of ['staff_factor', 'staff_identity', 'staff_session', 'staff_token']) {
      await sql`delete from ${sql(table)} where staff_id = ${added.id}`
    }
    if (!(await setChannels(sql, added.id, channels))) return refuseDesk('unknown-channel')
    const invited = { staffId: added.id, email, language, channels }
    const invitation = await invite(sql, invited, colleague.id)
    audit({
      action: 'staff.invited',
      subjectKind: 'staff',
      subjectId: String(added.id),
      after: { email, name, role, channels },
      personal: ['email', 'name'],
    })
    return { id: String(added.id), ...invitation }
  })

  serveDesk(app, desk, inviteAgain, async ({ id }, { sql, colleague, audit }) => {
    const staffId = Number(id)
    await sql`select from staff where id = ${staffId} for no key update`
    const found = await findStaff(sql, staffId)
    if (!found) return refuseDesk('not-found')
    const invitation = await invite(sql, { staffId, ...found }, colleague.id)
    audit({ action: 'staff.invited', subjectKind: 'staff', subjectId: id })
    return { id, ...invitation }
  })

  serveDesk(
    app,
    desk,
    acceptInvitation,
    async ({ token, password }, { sql, now, write, audit }) => {
      // Nobody makes the shop work for a link that opens nothing; and nothing is held while it works.
      const [known] = await sql<{ email: string; name: string }[]>`
        select email, name from staff_invitation join staff on staff.id = staff_id
        where token_hash = ${invitationHash(token)} and used_at is null and ends_at > ${now}`
      if (!known) return refuseDesk('invitation-over')
      if (await isGuessable(password, known))
        return refuseDesk('weak-password', { field: 'password' })
      const passwordHash = await hash(password)
      return write(async (sql) => {
        const [used] = await sql<{ staff_id: number }[]>`
          update staff_invitation set used_at = ${now}
          where token_hash = ${invitationHash(token)} and used_at is null and ends_at > ${now}
          returning staff_id`
        if (!used) return refuseDesk('invitation-over')
        const [staff] = await sql<{ email: string }[]>`
          update staff set password_hash = ${passwordHash}, version = version + 1
          where id = ${used.staff_id} and left_at is null
          returning email`
        if (!staff) return refuseDesk('invitation-over')
        await turnOn(shop, sql, 'staff', { id: used.staff_id, email: staff.email })
        await sql`delete from staff_session where staff_id = ${used.staff_id}`
        audit(
          { action: 'password.chosen', subjectKind: 'staff', subjectId: String(used.staff_id) },
          'shop',
        )
        return { email: staff.email }
      })
    },
    { waitsFirst: true },
  )
}
