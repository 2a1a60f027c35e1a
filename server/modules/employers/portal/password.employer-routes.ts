import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  forgotPassword,
  ownSessions,
  resetPassword,
} from '#contract/employers/passwords.employer.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import {
  findReset,
  requestReset,
  setByReset,
} from '#server/modules/staff/accounts/password-reset.ts'
import { turnOn } from '#server/modules/staff/accounts/account-password.ts'
import type { EmployerDoor } from '#server/modules/employers/portal/employer-portal.ts'
import { passwordProblem } from '#server/modules/employers/portal/verify-employer-user.ts'
import type { Visitor } from '#server/modules/employers/portal/employer-sessions.ts'
import { serveEmployer } from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'

const subjectOf = ({ employerId }: Pick<Visitor, 'employerId'>) => ({
  subjectKind: 'employer',
  subjectId: String(employerId),
})

/** An employer user's own password. */
export function employerPasswordRoutes(app: FastifyInstance, door: EmployerDoor) {
  const { shop } = door

  serveEmployer(app, door, forgotPassword, async ({ email }, { request }) => {
    const taken = await requestReset(shop, 'employer', { email, address: request.ip })
    return taken ? {} : refuseEmployer('too-many-requests')
  })

  serveEmployer(app, door, resetPassword, async ({ token, password }, { write, audit }) => {
    const owner = await findReset(shop, 'employer', token)
    if (!owner) return refuseEmployer('invitation-over')
    if (await isGuessable(password, owner)) {
      return refuseEmployer('weak-password', { field: 'password' })
    }
    const passwordHash = await hash(password)
    return write(async (sql) => {
      if (!(await setByReset(shop, sql, 'employer', { token, owner, passwordHash }))) {
        return refuseEmployer('invitation-over')
      }
      const [user] = await sql<{ employerId: number }[]>`
        select employer_id as "employerId" from employer_user where id = ${owner.id}`
      audit(
        { action: 'employer.password-reset', ...subjectOf({ employerId: user?.employerId ?? 0 }) },
        { employerUser: owner.id, sessionId: null },
      )
      return { email: owner.email }
    })
  })

  serveEmployer(app, door, changePassword, async ({ new_password, ...typed }, asker) => {
    const { who, write, audit } = asker
    const wrong = await passwordProblem(door, asker, typed)
    if (wrong) return wrong
    if (await isGuessable(new_password, { ...who, company: who.employer })) {
      return refuseEmployer('weak-password', { field: 'new_password' })
    }
    const made = await hash(new_password)
    return write(async (sql) => {
      await sql`update employer_user set password_hash = ${made} where id = ${who.id}`
      await turnOn(shop, sql, 'employer', who)
      await sql`
        delete from employer_session where employer_user_id = ${who.id} and id <> ${who.sessionId}`
      audit({ action: 'employer.password-changed', ...subjectOf(who) })
      const account = { employerUserId: who.id }
      await notifyAccount(shop, sql, account, { kind: 'password-changed', details: {} })
      return {}
    })
  })
}

/** Where an employer user is signed in. */
export function employerSessionRoutes(app: FastifyInstance, door: EmployerDoor) {
  const { shop } = door

  serveEmployer(app, door, ownSessions, async (_, { who }) => {
    const rows = await shop.sql<
      { id: string; made_at: Date; seen_at: Date; address: string; agent: string }[]
    >`
      select id, made_at, seen_at, address, agent from employer_session
      where employer_user_id = ${who.id} order by seen_at desc, id`
    return {
      items: rows.map(({ made_at, seen_at, ...row }) => ({
        ...row,
        made_at: made_at.toISOString(),
        seen_at: seen_at.toISOString(),
        this_one: row.id === who.sessionId,
      })),
    }
  })

  serveEmployer(app, door, endOwnSession, async ({ id }, { who, write, audit }) =>
    write(async (sql) => {
      const ended = await sql`
        delete from employer_session where id = ${id} and employer_user_id = ${who.id}`
      if (ended.count === 0) return refuseEmployer('not-found')
      audit({ action: 'employer.session-ended', ...subjectOf(who), before: { session: id } })
      return {}
    }),
  )

  serveEmployer(app, door, endOtherSessions, async (_, { who, write, audit }) =>
    write(async (sql) => {
      const ended = await sql`
        delete from employer_session where employer_user_id = ${who.id} and id <> ${who.sessionId}`
      audit({
        action: 'employer.session-ended',
        ...subjectOf(who),
        after: { ended: ended.count },
      })
      return { ended: ended.count }
    }),
  )
}
