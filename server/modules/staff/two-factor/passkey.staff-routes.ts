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
  challengeIn,
  newChallenge,
  spendChallenge,
} from '#server/modules/staff/two-factor/passkey-challenge.ts'
import {
  askForKey,
  askForNewKey,
  countOfKey,
  newKeyOf,
} from '#server/modules/staff/two-factor/verify-passkey.ts'
import { hasSignInMethod } from '#server/modules/staff/sign-in/verify-password.ts'
import {
  serveStaff,
  type StaffCaller,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import {
  keepsFactor,
  markSecondFactor,
  problemOfSetUp,
} from '#server/modules/staff/two-factor/two-factor-setup.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { findStaff } from '#server/modules/staff/sessions/staff.sql.ts'
import {
  savePasskeyUse,
  listCredentialIds,
  insertPasskey,
  deletePasskey,
  handleOf,
  findPasskey,
} from '#server/modules/staff/two-factor/passkey.sql.ts'
import { lockStaff } from '#server/modules/staff/two-factor/two-factor.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const SIGNING_IN = 'passkey: signing in'
const adding = (staffId: number) => `passkey: adding to ${staffId}`

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
    const { bytes, state } = newChallenge(secrets, SIGNING_IN, now)
    const options = await askForKey(placeOf(shop.config, request), bytes)
    return { options: { ...options }, state }
  }

function handleSignInByPasskey(backoffice: Backoffice) {
  const { shop, secrets } = backoffice
  return async (
    { state, credential }: ParsedInput<typeof signInByPasskey>,
    caller: StaffCaller,
  ) => {
    const { now, request, write } = caller
    const challenge = challengeIn(secrets, SIGNING_IN, state, now)
    const passkey = challenge && (await findPasskey(shop.sql, credential.id))
    if (!passkey) return refuseStaff('wrong-sign-in')
    const place = placeOf(shop.config, request)
    const counter = await countOfKey(place, challenge.bytes, credential, passkey)
    if (counter === undefined) return refuseStaff('wrong-sign-in')

    return write(async (sql) => {
      if (!(await spendChallenge(sql, challenge))) return refuseStaff('wrong-sign-in')
      // A counter never decreases. Most passkeys have none.
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
    const problem = await problemOfSetUp(sql, colleague)
    if (problem) return problem
    const { bytes, state } = newChallenge(secrets, adding(colleague.id), now)
    const own = await listCredentialIds(sql, colleague.id)
    const options = await askForNewKey(placeOf(shop.config, request), bytes, {
      handle: await handleOf(sql, colleague.id),
      email: colleague.email,
      name: colleague.name,
      keys: own.map(({ credential_id }) => credential_id),
    })
    return { options: { ...options }, state }
  }

const handleAddPasskey =
  ({ shop, secrets }: Backoffice) =>
  async (
    { name, state, credential }: ParsedInput<typeof addPasskey>,
    { now, request, colleague, audit, write }: SignedIn,
  ) => {
    const challenge = challengeIn(secrets, adding(colleague.id), state, now)
    if (!challenge) return refuseStaff('wrong-passkey')
    const newKey = await newKeyOf(placeOf(shop.config, request), challenge.bytes, credential)
    if (!newKey) return refuseStaff('wrong-passkey')
    return write(async (sql) => {
      await lockStaff(sql, colleague.id)
      const problem = await problemOfSetUp(sql, colleague)
      if (problem) return problem
      if (!(await spendChallenge(sql, challenge))) return refuseStaff('wrong-passkey')
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
    const gone = await deletePasskey(sql, id, colleague.id)
    if (!gone) return refuseStaff('not-found')
    if (!(await hasSignInMethod(sql, colleague.id))) return refuseStaff('last-way-in')
    if (!(await keepsFactor(sql, backoffice.twoFactor, colleague)))
      return refuseStaff('factor-required')
    audit({
      action: 'factor.removed',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
      before: { passkey: Number(id) },
    })
    const notice = { kind: 'passkey-removed', details: { name: gone.name } } as const
    await notifyAccount(shop, sql, { staffId: colleague.id }, notice)
    return {}
  }
}
