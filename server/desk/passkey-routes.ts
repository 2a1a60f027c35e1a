import type { FastifyInstance } from 'fastify'

import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import {
  addPasskey,
  passkeyForSignIn,
  passkeyToAdd,
  removePasskey,
  signInByPasskey,
} from '#contract/desk/passkey-api.ts'
import type { Queries } from '#server/db/database.ts'
import type { Desk } from '#server/desk/desk.ts'
import { placeOf } from '#server/desk/desk-request.ts'
import { lockStaff } from '#server/desk/factor-routes.ts'
import { openSession } from '#server/desk/open-session.ts'
import { challengeIn, newChallenge, spendChallenge } from '#server/desk/passkey-challenge.ts'
import { hasAWayIn, hasPassword, isOwnPassword } from '#server/desk/password-check.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'
import { findStaff } from '#server/desk/staff-queries.ts'
import type { Colleague } from '#server/desk/staff-sessions.ts'

/** Loaded by the first who needs it: it takes as long as a tenth of the start. */
const webAuthn = () => import('@simplewebauthn/server')

const SIGNING_IN = 'passkey: signing in'
const adding = (staffId: number) => `passkey: adding to ${staffId}`

type Passkey = {
  id: number
  staff_id: number
  secret: Buffer
  credential_id: Buffer
  counter: number
}

export function passkeyRoutes(app: FastifyInstance, desk: Desk) {
  const { shop, secrets } = desk

  serveDesk(app, desk, passkeyForSignIn, async (_, { now, request }) => {
    const { bytes, state } = newChallenge(secrets, SIGNING_IN, now)
    // No list of keys: it would tell who has one.
    const { generateAuthenticationOptions } = await webAuthn()
    const options = await generateAuthenticationOptions({
      rpID: placeOf(shop.config, request).host,
      challenge: new Uint8Array(bytes),
      userVerification: 'required',
    })
    return { options: { ...options }, state }
  })

  serveDesk(
    app,
    desk,
    signInByPasskey,
    async ({ state, credential }, asker) => {
      const { now, request, write } = asker
      const challenge = challengeIn(secrets, SIGNING_IN, state, now)
      const passkey = challenge && (await findPasskey(shop.sql, credential.id))
      if (!passkey) return refuseDesk('wrong-sign-in')
      const { origin, host } = placeOf(shop.config, request)
      const { verifyAuthenticationResponse } = await webAuthn()
      const shown = await verifyAuthenticationResponse({
        response: credential,
        expectedChallenge: challenge.bytes.toString('base64url'),
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id.toString('base64url'),
          publicKey: new Uint8Array(passkey.secret),
          counter: passkey.counter,
        },
      }).catch(() => undefined)
      if (!shown?.verified) return refuseDesk('wrong-sign-in')

      return write(async (sql) => {
        if (!(await spendChallenge(sql, challenge))) return refuseDesk('wrong-sign-in')
        const { newCounter } = shown.authenticationInfo
        // Keys that count never count back; most do not count at all.
        const used = await sql`
          update staff_factor set counter = ${newCounter}, used_at = ${now}
          where id = ${passkey.id} and (counter < ${newCounter} or counter = 0 and ${newCounter} = 0)`
        const staff = used.count === 1 ? await findStaff(sql, passkey.staff_id) : undefined
        if (!staff) return refuseDesk('wrong-sign-in')
        return openSession(desk, { ...asker, sql }, staff, 'passkey')
      })
    },
    { waitsFirst: true },
  )

  serveDesk(app, desk, passkeyToAdd, async (_, { sql, now, request, colleague }) => {
    const { bytes, state } = newChallenge(secrets, adding(colleague.id), now)
    const own = await sql<{ credential_id: Buffer }[]>`
      select credential_id from staff_factor
      where staff_id = ${colleague.id} and kind = 'passkey'`
    const { generateRegistrationOptions } = await webAuthn()
    const options = await generateRegistrationOptions({
      rpName: 'Giftpoint',
      rpID: placeOf(shop.config, request).host,
      userID: await handleOf(sql, colleague.id),
      userName: colleague.email,
      userDisplayName: colleague.name,
      challenge: new Uint8Array(bytes),
      attestationType: 'none',
      excludeCredentials: own.map(({ credential_id }) => ({
        id: credential_id.toString('base64url'),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { options: { ...options }, state }
  })

  serveDesk(app, desk, addPasskey, async ({ password, name, state, credential }, asker) => {
    const { sql, now, request, colleague, audit } = asker
    if (!(await maySwapKeys(sql, colleague, password))) return refuseDesk('wrong-password')
    const challenge = challengeIn(secrets, adding(colleague.id), state, now)
    if (!challenge) return refuseDesk('wrong-passkey')
    const { origin, host } = placeOf(shop.config, request)
    const { verifyRegistrationResponse } = await webAuthn()
    const shown = await verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response, transports: [] } },
      expectedChallenge: challenge.bytes.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }).catch(() => undefined)
    if (!shown?.verified || !(await spendChallenge(sql, challenge))) {
      return refuseDesk('wrong-passkey')
    }
    const { id, publicKey, counter } = shown.registrationInfo.credential
    const [row] = await sql<{ id: number }[]>`
      insert into staff_factor (staff_id, kind, name, secret, credential_id, counter, transports, confirmed_at, added_at)
      values (${colleague.id}, 'passkey', ${name}, ${Buffer.from(publicKey)}, ${Buffer.from(id, 'base64url')},
        ${counter}, ${credential.response.transports}, ${now}, ${now})
      on conflict (credential_id) do nothing returning id`
    if (!row) return refuseDesk('wrong-passkey')
    audit({
      action: 'factor.added',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
      after: { passkey: row.id },
    })
    return { id: String(row.id) }
  })

  serveDesk(app, desk, removePasskey, async ({ id, password }, { sql, colleague, audit }) => {
    if (!(await maySwapKeys(sql, colleague, password))) return refuseDesk('wrong-password')
    await lockStaff(sql, colleague.id)
    const gone = await sql`
      delete from staff_factor
      where id = ${Number(id)} and staff_id = ${colleague.id} and kind = 'passkey'`
    if (gone.count === 0) return refuseDesk('not-found')
    if (!(await hasAWayIn(sql, colleague.id))) return refuseDesk('last-way-in')
    audit({
      action: 'factor.removed',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
      before: { passkey: Number(id) },
    })
    return {}
  })
}

/** Says nothing of whom it stands for to who finds it on a key; and stays, so that a key is replaced by its next one. */
async function handleOf(sql: Queries, staffId: number): Promise<Uint8Array<ArrayBuffer>> {
  const [row] = await sql<{ handle: string }[]>`
    select passkey_handle as handle from staff where id = ${staffId}`
  if (!row) throw new Error('whoever asks is no colleague')
  return new Uint8Array(Buffer.from(row.handle.replaceAll('-', ''), 'hex'))
}

async function findPasskey(sql: Queries, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await sql<Passkey[]>`
    select id, staff_id, secret, credential_id, counter from staff_factor
    where kind = 'passkey' and credential_id = ${Buffer.from(credentialId, 'base64url')}`
  return row
}

/** Who has no password came in by a key or from elsewhere, and has nothing else to show. */
async function maySwapKeys(sql: Queries, colleague: Colleague, password: string): Promise<boolean> {
  return (await isOwnPassword(sql, colleague, password)) || !(await hasPassword(sql, colleague.id))
}
