import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addPasskey,
  passkeyForSignIn,
  passkeyToAdd,
  removePasskey,
  signInByPasskey,
} from '#contract/staff/passkeys.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { placeOf } from '#server/http/request-origin.ts'
import { openSession } from '#server/modules/staff/sign-in/open-session.ts'
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
import { hasSignInMethod } from '#server/modules/staff/sign-in/verify-password.ts'
import {
  serveStaff,
  type StaffCaller,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import {
  hasRequiredFactor,
  markSecondFactor,
  refuseSetupWithoutFactor,
} from '#server/modules/staff/two-factor/two-factor-setup.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { findStaff } from '#server/modules/staff/sessions/staff.sql.ts'
import {
  savePasskeyUse,
  listCredentialIds,
  insertPasskey,
  deletePasskey,
  findPasskeyHandle,
  findPasskey,
} from '#server/modules/staff/two-factor/passkey.sql.ts'
import { lockStaff } from '#server/modules/staff/two-factor/two-factor.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const SIGN_IN_PURPOSE = 'passkey: signing in'
const addPurpose = (staffId: number) => `passkey: adding to ${staffId}`

export function passkeyRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, passkeyForSignIn, handlePasskeyForSignIn(backoffice))

  serveStaff(app, backoffice, signInByPasskey, handleSignInByPasskey(backoffice), {
    opensOwnTransaction: true,
  })

  serveStaff(app, backoffice, passkeyToAdd, handlePasskeyToAdd(backoffice))

  serveStaff(app, backoffice, addPasskey, handleAddPasskey(backoffice), {
    opensOwnTransaction: true,
  })

  serveStaff(app, backoffice, removePasskey, handleRemovePasskey(backoffice))
}

const handlePasskeyForSignIn =
  ({ shop, secrets }: Backoffice) =>
  async (_: ParsedInput<typeof passkeyForSignIn>, { now, request }: StaffCaller) => {
    const { bytes, state } = newChallenge(secrets, SIGN_IN_PURPOSE, now)
    const options = await signInOptions(placeOf(shop.config, request), bytes)
    return { options: { ...options }, state }
  }

function handleSignInByPasskey(backoffice: Backoffice) {
  const { shop, secrets } = backoffice
  return async (
    { state, credential }: ParsedInput<typeof signInByPasskey>,
    caller: StaffCaller,
  ) => {
    const { now, request, write } = caller
    const challenge = openChallenge(secrets, SIGN_IN_PURPOSE, state, now)
    const passkey = challenge && (await findPasskey(shop.sql, credential.id))
    if (!passkey) return refuseStaff('wrong-sign-in')
    const site = placeOf(shop.config, request)
    const counter = await verifySignIn(site, challenge.bytes, credential, passkey)
    if (counter === undefined) return refuseStaff('wrong-sign-in')

    return write(async (sql) => {
      if (!(await markChallengeUsed(sql, challenge))) return refuseStaff('wrong-sign-in')
      // A lower counter means a copied key. Most passkeys have no counter and report 0.
      const used = await savePasskeyUse(sql, { id: passkey.id, counter, now })
      const staff = used.count === 1 ? await findStaff(sql, passkey.staffId) : undefined
      if (!staff) return refuseStaff('wrong-sign-in')
      return openSession(backoffice, { ...caller, sql }, staff, {
        way: 'passkey',
        authenticatedAt: now,
        secondFactor: true,
      })
    })
  }
}

const handlePasskeyToAdd =
  ({ shop, secrets }: Backoffice) =>
  async (_: ParsedInput<typeof passkeyToAdd>, { sql, now, request, colleague }: SignedIn) => {
    const refusal = await refuseSetupWithoutFactor(sql, colleague)
    if (refusal) return refusal
    const { bytes, state } = newChallenge(secrets, addPurpose(colleague.id), now)
    const registered = await listCredentialIds(sql, colleague.id)
    const options = await registrationOptions(placeOf(shop.config, request), bytes, {
      handle: await findPasskeyHandle(sql, colleague.id),
      email: colleague.email,
      name: colleague.name,
      keys: registered.map(({ credential_id }) => credential_id),
    })
    return { options: { ...options }, state }
  }

const handleAddPasskey =
  ({ shop, secrets }: Backoffice) =>
  async (
    { name, state, credential }: ParsedInput<typeof addPasskey>,
    { now, request, colleague, audit, write }: SignedIn,
  ) => {
    const challenge = openChallenge(secrets, addPurpose(colleague.id), state, now)
    if (!challenge) return refuseStaff('wrong-passkey')
    const newKey = await verifyNewPasskey(
      placeOf(shop.config, request),
      challenge.bytes,
      credential,
    )
    if (!newKey) return refuseStaff('wrong-passkey')
    return write(async (sql) => {
      await lockStaff(sql, colleague.id)
      const refusal = await refuseSetupWithoutFactor(sql, colleague)
      if (refusal) return refusal
      if (!(await markChallengeUsed(sql, challenge))) return refuseStaff('wrong-passkey')
      const row = await insertPasskey(sql, {
        staffId: colleague.id,
        name,
        publicKey: newKey.publicKey,
        credentialId: newKey.credentialId,
        counter: newKey.counter,
        transports: credential.response.transports,
        now,
      })
      if (!row) return refuseStaff('wrong-passkey')
      await markSecondFactor(sql, colleague)
      audit({
        action: 'factor.added',
        subjectKind: 'staff',
        subjectId: String(colleague.id),
        after: { passkey: row.id },
      })
      const notice = { kind: 'passkey-added', details: { name } } as const
      await notifyAccount(shop, sql, { staffId: colleague.id }, notice)
      return { id: String(row.id) }
    })
  }

function handleRemovePasskey(backoffice: Backoffice) {
  const { shop } = backoffice
  return async ({ id }: ParsedInput<typeof removePasskey>, { sql, colleague, audit }: SignedIn) => {
    await lockStaff(sql, colleague.id)
    const removed = await deletePasskey(sql, id, colleague.id)
    if (!removed) return refuseStaff('not-found')
    if (!(await hasSignInMethod(sql, colleague.id))) return refuseStaff('last-way-in')
    if (!(await hasRequiredFactor(sql, backoffice.twoFactor, colleague)))
      return refuseStaff('factor-required')
    audit({
      action: 'factor.removed',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
      before: { passkey: Number(id) },
    })
    const notice = { kind: 'passkey-removed', details: { name: removed.name } } as const
    await notifyAccount(shop, sql, { staffId: colleague.id }, notice)
    return {}
  }
}
