import type { FastifyInstance } from 'fastify'

import {
  addPasskey,
  passkeyForSignIn,
  passkeys,
  passkeyToAdd,
  removePasskey,
  signInByPasskey,
} from '#contract/employers/passkeys.employer.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { placeOf } from '#server/http/request-origin.ts'
import {
  challengeIn,
  newChallenge,
  spendChallenge,
} from '#server/modules/staff/two-factor/passkey-challenge.ts'
import {
  askForKey,
  askForNewKey,
  countOfKey,
  type KnownPasskey,
  newKeyOf,
} from '#server/modules/staff/two-factor/verify-passkey.ts'
import type { EmployerDoor } from '#server/modules/employers/portal/employer-portal.ts'
import { passwordProblem } from '#server/modules/employers/portal/verify-employer-user.ts'
import {
  employerUser,
  type EmployerUser,
} from '#server/modules/employers/portal/employer-sessions.ts'
import { letIn } from '#server/modules/employers/portal/start-employer-session.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { serveEmployer } from '#server/modules/employers/portal/serve-employer-endpoint.ts'

const SIGNING_IN = 'employer passkey: signing in'
const adding = (userId: number) => `employer passkey: adding to ${userId}`

type KeyRow = { id: number; name: string; added_at: Date; used_at: Date | null }

/** A key of a phone or a computer in place of password and app, asked and checked as in the back office. */
export function employerPasskeyRoutes(app: FastifyInstance, door: EmployerDoor) {
  const { shop, secrets } = door

  serveEmployer(app, door, passkeyForSignIn, async (_, { now, request }) => {
    const { bytes, state } = newChallenge(secrets, SIGNING_IN, now)
    return { options: { ...(await askForKey(placeOf(shop.config, request), bytes)) }, state }
  })

  serveEmployer(app, door, signInByPasskey, async ({ state, credential }, asker) => {
    const { now, request, write } = asker
    const challenge = challengeIn(secrets, SIGNING_IN, state, now)
    const passkey = challenge && (await findPasskey(shop.sql, credential.id))
    if (!passkey) return refuseEmployer('wrong-sign-in')
    const place = placeOf(shop.config, request)
    const counter = await countOfKey(place, challenge.bytes, credential, passkey)
    if (counter === undefined) return refuseEmployer('wrong-sign-in')
    return write(async (sql) => {
      if (!(await spendChallenge(sql, challenge))) return refuseEmployer('wrong-sign-in')
      // Keys that count never count back; most do not count at all.
      const used = await sql`
        update employer_passkey set counter = ${counter}, used_at = ${now}
        where id = ${passkey.id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`
      const [user] = await sql<EmployerUser[]>`
        select ${employerUser(sql)} from employer_user join employer on employer.id = employer_id
        where employer_user.id = ${passkey.userId} and left_at is null`
      if (used.count === 0 || !user) return refuseEmployer('wrong-sign-in')
      return letIn(door, { ...asker, sql }, user)
    })
  })

  serveEmployer(app, door, passkeys, async (_, { who }) => {
    const rows = await shop.sql<KeyRow[]>`
      select id, name, added_at, used_at from employer_passkey
      where employer_user_id = ${who.id} order by id`
    return {
      items: rows.map(({ id, name, added_at, used_at }) => ({
        id: String(id),
        name,
        added_at: added_at.toISOString(),
        used_at: used_at?.toISOString() ?? null,
      })),
    }
  })

  serveEmployer(app, door, passkeyToAdd, async (_, { who, now, request }) => {
    const { bytes, state } = newChallenge(secrets, adding(who.id), now)
    const [own] = await shop.sql<{ handle: string; keys: Buffer[] }[]>`
      select passkey_handle as handle,
        array(select credential_id from employer_passkey where employer_user_id = ${who.id}) as keys
      from employer_user where id = ${who.id}`
    if (!own) throw new Error('whoever asks is nobody')
    const { email, name } = who
    const options = await askForNewKey(placeOf(shop.config, request), bytes, {
      ...own,
      email,
      name,
    })
    return { options: { ...options }, state }
  })

  serveEmployer(app, door, addPasskey, async ({ name, state, credential, ...typed }, asker) => {
    const { who, now, request, write, audit } = asker
    const wrong = await passwordProblem(door, asker, typed)
    if (wrong) return wrong
    const challenge = challengeIn(secrets, adding(who.id), state, now)
    const made =
      challenge && (await newKeyOf(placeOf(shop.config, request), challenge.bytes, credential))
    if (!made) return refuseEmployer('wrong-passkey')
    return write(async (sql) => {
      if (!(await spendChallenge(sql, challenge))) return refuseEmployer('wrong-passkey')
      const [row] = await sql<{ id: number }[]>`
        insert into employer_passkey (employer_user_id, name, public_key, credential_id, counter, transports, added_at)
        values (${who.id}, ${name}, ${made.publicKey}, ${made.credentialId}, ${made.counter},
          ${credential.response.transports}, ${now})
        on conflict (credential_id) do nothing returning id`
      if (!row) return refuseEmployer('wrong-passkey')
      audit({
        action: 'employer.passkey-added',
        subjectKind: 'employer',
        subjectId: String(who.employerId),
        after: { passkey: String(row.id) },
      })
      const notice = { kind: 'passkey-added', details: { name } } as const
      await notifyAccount(shop, sql, { employerUserId: who.id }, notice)
      return { id: String(row.id) }
    })
  })

  serveEmployer(app, door, removePasskey, async ({ id, ...typed }, asker) => {
    const { who, write, audit } = asker
    const wrong = await passwordProblem(door, asker, typed)
    if (wrong) return wrong
    return write(async (sql) => {
      const [gone] = await sql<{ name: string }[]>`
        delete from employer_passkey where id = ${id}::bigint and employer_user_id = ${who.id} returning name`
      if (!gone) return refuseEmployer('not-found')
      audit({
        action: 'employer.passkey-removed',
        subjectKind: 'employer',
        subjectId: String(who.employerId),
        before: { passkey: id },
      })
      const notice = { kind: 'passkey-removed', details: { name: gone.name } } as const
      await notifyAccount(shop, sql, { employerUserId: who.id }, notice)
      return {}
    })
  })
}

async function findPasskey(
  sql: Queries,
  credentialId: string,
): Promise<(KnownPasskey & { id: number; userId: number }) | undefined> {
  const [row] = await sql<(KnownPasskey & { id: number; userId: number })[]>`
    select id, employer_user_id as "userId", public_key as "publicKey", credential_id as "credentialId", counter
    from employer_passkey where credential_id = ${Buffer.from(credentialId, 'base64url')}`
  return row
}
