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
import { placeOf } from '#server/http/request-origin.ts'
import {
  openChallenge,
  newChallenge,
  markChallengeUsed,
} from '#server/modules/staff/two-factor/passkey-challenge.ts'
import {
  signInOptions,
  registrationOptions,
  verifySignIn,
  verifyNewPasskey,
} from '#server/modules/staff/two-factor/verify-passkey.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import { passwordProblem } from '#server/modules/employers/portal/verify-employer-user.ts'
import { startEmployerSession } from '#server/modules/employers/portal/start-employer-session.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import {
  serveEmployer,
  type EmployerCaller,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import {
  savePasskeyUse,
  findPasskeyOwner,
  listPasskeys,
  findPasskeyHandle,
  insertPasskey,
  deletePasskey,
  findPasskey,
} from '#server/modules/employers/portal/passkeys.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const SIGNING_IN = 'employer passkey: signing in'
const adding = (userId: number) => `employer passkey: adding to ${userId}`

/** Sign-in with a passkey instead of password and app, with the same checks as in the back office. */
export function employerPasskeyRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, passkeyForSignIn, handlePasskeyForSignIn(portal))

  serveEmployer(app, portal, signInByPasskey, handleSignInByPasskey(portal))

  serveEmployer(app, portal, passkeys, handlePasskeys(portal))

  serveEmployer(app, portal, passkeyToAdd, handlePasskeyToAdd(portal))

  serveEmployer(app, portal, addPasskey, handleAddPasskey(portal))

  serveEmployer(app, portal, removePasskey, handleRemovePasskey(portal))
}

const handlePasskeyForSignIn =
  ({ shop, secrets }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof passkeyForSignIn>, { now, request }: EmployerCaller) => {
    const { bytes, state } = newChallenge(secrets, SIGNING_IN, now)
    return { options: { ...(await signInOptions(placeOf(shop.config, request), bytes)) }, state }
  }

function handleSignInByPasskey(portal: EmployerPortalServer) {
  const { shop, secrets } = portal
  return async (
    { state, credential }: ParsedInput<typeof signInByPasskey>,
    caller: EmployerCaller,
  ) => {
    const { now, request, write } = caller
    const challenge = openChallenge(secrets, SIGNING_IN, state, now)
    const passkey = challenge && (await findPasskey(shop.sql, credential.id))
    if (!passkey) return refuseEmployer('wrong-sign-in')
    const place = placeOf(shop.config, request)
    const counter = await verifySignIn(place, challenge.bytes, credential, passkey)
    if (counter === undefined) return refuseEmployer('wrong-sign-in')
    return write(async (sql) => {
      if (!(await markChallengeUsed(sql, challenge))) return refuseEmployer('wrong-sign-in')
      // A counter never decreases. Most passkeys have none.
      const used = await savePasskeyUse(sql, { id: passkey.id, counter, now })
      const user = await findPasskeyOwner(sql, passkey.userId)
      if (used.count === 0 || !user) return refuseEmployer('wrong-sign-in')
      return startEmployerSession(portal, { ...caller, sql }, user)
    })
  }
}

const handlePasskeys =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof passkeys>, { who }: VisitorCaller) => {
    const rows = await listPasskeys(shop.sql, who.id)
    return {
      items: rows.map(({ id, name, added_at, used_at }) => ({
        id: String(id),
        name,
        added_at: added_at.toISOString(),
        used_at: used_at?.toISOString() ?? null,
      })),
    }
  }

const handlePasskeyToAdd =
  ({ shop, secrets }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof passkeyToAdd>, { who, now, request }: VisitorCaller) => {
    const { bytes, state } = newChallenge(secrets, adding(who.id), now)
    const own = await findPasskeyHandle(shop.sql, who.id)
    if (!own) throw new Error('employer user not found')
    const { email, name } = who
    const options = await registrationOptions(placeOf(shop.config, request), bytes, {
      ...own,
      email,
      name,
    })
    return { options: { ...options }, state }
  }

function handleAddPasskey(portal: EmployerPortalServer) {
  const { shop, secrets } = portal
  return async (
    { name, state, credential, ...typed }: ParsedInput<typeof addPasskey>,
    caller: VisitorCaller,
  ) => {
    const { who, now, request, write, audit } = caller
    const wrong = await passwordProblem(portal, caller, typed)
    if (wrong) return wrong
    const challenge = openChallenge(secrets, adding(who.id), state, now)
    const newKey =
      challenge &&
      (await verifyNewPasskey(placeOf(shop.config, request), challenge.bytes, credential))
    if (!newKey) return refuseEmployer('wrong-passkey')
    return write(async (sql) => {
      if (!(await markChallengeUsed(sql, challenge))) return refuseEmployer('wrong-passkey')
      const row = await insertPasskey(sql, {
        id: who.id,
        name,
        publicKey: newKey.publicKey,
        credentialId: newKey.credentialId,
        counter: newKey.counter,
        transports: credential.response.transports,
        now,
      })
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
  }
}

function handleRemovePasskey(portal: EmployerPortalServer) {
  const { shop } = portal
  return async ({ id, ...typed }: ParsedInput<typeof removePasskey>, caller: VisitorCaller) => {
    const { who, write, audit } = caller
    const wrong = await passwordProblem(portal, caller, typed)
    if (wrong) return wrong
    return write(async (sql) => {
      const gone = await deletePasskey(sql, id, who.id)
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
  }
}
