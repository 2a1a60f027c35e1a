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
import { refuseWrongPassword } from '#server/modules/employers/portal/verify-employer-user.ts'
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

const SIGN_IN_PURPOSE = 'employer passkey: signing in'
const addPurpose = (userId: number) => `employer passkey: adding to ${userId}`

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
    const { bytes, state } = newChallenge(secrets, SIGN_IN_PURPOSE, now)
    return { options: { ...(await signInOptions(placeOf(shop.config, request), bytes)) }, state }
  }

function handleSignInByPasskey(portal: EmployerPortalServer) {
  const { shop, secrets } = portal
  return async (
    { state, credential }: ParsedInput<typeof signInByPasskey>,
    caller: EmployerCaller,
  ) => {
    const { now, request, write } = caller
    const challenge = openChallenge(secrets, SIGN_IN_PURPOSE, state, now)
    const passkey = challenge && (await findPasskey(shop.sql, credential.id))
    if (!passkey) return refuseEmployer('wrong-sign-in')
    const site = placeOf(shop.config, request)
    const counter = await verifySignIn(site, challenge.bytes, credential, passkey)
    if (counter === undefined) return refuseEmployer('wrong-sign-in')
    return write(async (sql) => {
      if (!(await markChallengeUsed(sql, challenge))) return refuseEmployer('wrong-sign-in')
      // A lower counter means a copied key. Most passkeys have no counter and report 0.
      const used = await savePasskeyUse(sql, { id: passkey.id, counter, now })
      const user = await findPasskeyOwner(sql, passkey.userId)
      if (used.count === 0 || !user) return refuseEmployer('wrong-sign-in')
      return startEmployerSession(portal, { ...caller, sql }, user)
    })
  }
}

const handlePasskeys =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof passkeys>, { visitor }: VisitorCaller) => {
    const rows = await listPasskeys(shop.sql, visitor.id)
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
  async (_: ParsedInput<typeof passkeyToAdd>, { visitor, now, request }: VisitorCaller) => {
    const { bytes, state } = newChallenge(secrets, addPurpose(visitor.id), now)
    const registered = await findPasskeyHandle(shop.sql, visitor.id)
    if (!registered) throw new Error('employer user not found')
    const { email, name } = visitor
    const options = await registrationOptions(placeOf(shop.config, request), bytes, {
      ...registered,
      email,
      name,
    })
    return { options: { ...options }, state }
  }

function handleAddPasskey(portal: EmployerPortalServer) {
  const { shop, secrets } = portal
  return async (
    { name, state, credential, ...passwordInput }: ParsedInput<typeof addPasskey>,
    caller: VisitorCaller,
  ) => {
    const { visitor, now, request, write, audit } = caller
    const refusal = await refuseWrongPassword(portal, caller, passwordInput)
    if (refusal) return refusal
    const challenge = openChallenge(secrets, addPurpose(visitor.id), state, now)
    const newKey =
      challenge &&
      (await verifyNewPasskey(placeOf(shop.config, request), challenge.bytes, credential))
    if (!newKey) return refuseEmployer('wrong-passkey')
    return write(async (sql) => {
      if (!(await markChallengeUsed(sql, challenge))) return refuseEmployer('wrong-passkey')
      const row = await insertPasskey(sql, {
        id: visitor.id,
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
        subjectId: String(visitor.employerId),
        after: { passkey: String(row.id) },
      })
      const notice = { kind: 'passkey-added', details: { name } } as const
      await notifyAccount(shop, sql, { employerUserId: visitor.id }, notice)
      return { id: String(row.id) }
    })
  }
}

function handleRemovePasskey(portal: EmployerPortalServer) {
  const { shop } = portal
  return async (
    { id, ...passwordInput }: ParsedInput<typeof removePasskey>,
    caller: VisitorCaller,
  ) => {
    const { visitor, write, audit } = caller
    const refusal = await refuseWrongPassword(portal, caller, passwordInput)
    if (refusal) return refusal
    return write(async (sql) => {
      const removed = await deletePasskey(sql, id, visitor.id)
      if (!removed) return refuseEmployer('not-found')
      audit({
        action: 'employer.passkey-removed',
        subjectKind: 'employer',
        subjectId: String(visitor.employerId),
        before: { passkey: id },
      })
      const notice = { kind: 'passkey-removed', details: { name: removed.name } } as const
      await notifyAccount(shop, sql, { employerUserId: visitor.id }, notice)
      return {}
    })
  }
}
