import { randomBytes } from 'node:crypto'

import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  startTotp,
  changePassword,
  confirmTotp,
  factors,
  newRecoveryCodes,
  removeTotp,
  saveRecoveryCodes,
} from '#contract/staff/two-factor.staff.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import { enablePassword } from '#server/modules/staff/accounts/account-password.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { revokeTokensAfterNewPassword } from '#server/modules/staff/accounts/revoke-api-tokens.ts'
import { hasPassword, refuseWrongPassword } from '#server/modules/staff/sign-in/verify-password.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { deleteOtherStaffSessions } from '#server/modules/staff/sign-in/session.sql.ts'
import { sealOwner } from '#server/modules/staff/sign-in/verify-credentials.ts'
import {
  hasRequiredFactor,
  markSecondFactor,
  refuseSetupWithoutFactor,
} from '#server/modules/staff/two-factor/two-factor-setup.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { base32, stepOfCode } from '#server/modules/staff/two-factor/totp.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import {
  findTotp,
  countRecoveryCodes,
  listPasskeys,
  deleteTotp,
  insertTotp,
  confirmTotpSecret,
  markCodesSaved,
  deleteTotpAndCodes,
  saveStaffPassword,
  findAuthenticator,
  lockStaff,
  hasTotp,
  createRecoveryCodes,
} from '#server/modules/staff/two-factor/two-factor.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The length that RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20

export function twoFactorRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, factors, handleFactors)

  serveStaff(app, backoffice, startTotp, handleStartTotp(backoffice))

  serveStaff(app, backoffice, confirmTotp, handleConfirmTotp(backoffice))

  serveStaff(app, backoffice, newRecoveryCodes, handleNewRecoveryCodes(backoffice))

  serveStaff(app, backoffice, saveRecoveryCodes, handleSaveRecoveryCodes)

  serveStaff(app, backoffice, removeTotp, handleRemoveTotp(backoffice))

  serveStaff(app, backoffice, changePassword, handleChangePassword(backoffice), {
    opensOwnTransaction: true,
  })
}

function handleConfirmTotp(backoffice: Backoffice) {
  const { shop, secrets } = backoffice
  return async ({ totp }: ParsedInput<typeof confirmTotp>, caller: SignedIn) => {
    const { sql, now, colleague, audit, signedInNow } = caller
    await lockStaff(sql, colleague.id)
    const app = await findAuthenticator(sql, colleague.id)
    // A repeated call, after a lost response, returns new codes. The same session could also create them with
    // newRecoveryCodes.
    const isRepeat = app !== undefined && app.confirmed_at !== null
    if (isRepeat && !(signedInNow && app.codes_shown_to === colleague.sessionId))
      return refuseStaff('factor-is-set')
    const refusal = await refuseSetupWithoutFactor(sql, colleague)
    if (refusal) return refusal
    if (!app) return refuseStaff('wrong-code')
    const secret = secrets.open(app.secret, sealOwner(colleague.id))
    const usedUpTo = isRepeat ? Number(app.counter) - 1 : 0
    const step = stepOfCode(secret, totp, { now, usedUpTo })
    if (step === undefined) return refuseStaff('wrong-code')
    const subject = { subjectKind: 'staff', subjectId: String(colleague.id) }
    await confirmTotpSecret(sql, { id: app.id, now, step })
    await markSecondFactor(sql, colleague)
    audit({ action: isRepeat ? 'recovery-codes.created' : 'factor.added', ...subject })
    await notifyColleague(shop, sql, colleague, isRepeat ? 'recovery-codes-created' : 'app-added')
    return { recovery_codes: await createRecoveryCodes(sql, colleague) }
  }
}

function handleNewRecoveryCodes(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (_: ParsedInput<typeof newRecoveryCodes>, { sql, colleague, audit }: SignedIn) => {
    await lockStaff(sql, colleague.id)
    if (!(await hasTotp(sql, colleague.id))) return refuseStaff('no-factor')
    audit({
      action: 'recovery-codes.created',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
    })
    await notifyColleague(shop, sql, colleague, 'recovery-codes-created')
    return { recovery_codes: await createRecoveryCodes(sql, colleague) }
  }
}

function handleRemoveTotp(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (_: ParsedInput<typeof removeTotp>, { sql, colleague, audit }: SignedIn) => {
    await lockStaff(sql, colleague.id)
    if (!(await hasTotp(sql, colleague.id))) return refuseStaff('no-factor')
    await deleteTotpAndCodes(sql, colleague.id)
    if (!(await hasRequiredFactor(sql, backoffice.twoFactor, colleague)))
      return refuseStaff('factor-required')
    audit({ action: 'factor.removed', subjectKind: 'staff', subjectId: String(colleague.id) })
    await notifyColleague(shop, sql, colleague, 'app-removed')
    return {}
  }
}

const notifyColleague = (
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Queries,
  { id }: Pick<Colleague, 'id'>,
  kind: 'app-added' | 'app-removed' | 'recovery-codes-created',
) => notifyAccount(shop, sql, { staffId: id }, { kind, details: {} })

async function handleFactors(_: ParsedInput<typeof factors>, { sql, colleague }: SignedIn) {
  const totp = await findTotp(sql, colleague.id)
  const codes = await countRecoveryCodes(sql, colleague.id)
  const passkeys = await listPasskeys(sql, colleague.id)
  return {
    totp: totp ? { id: String(totp.id), added_at: totp.added_at.toISOString() } : null,
    recovery_codes_left: codes?.left ?? 0,
    recovery_codes_saved: totp?.saved ?? true,
    passkeys: passkeys.map(({ id, name, added_at, used_at }) => ({
      id: String(id),
      name,
      added_at: added_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
    password: await hasPassword(sql, colleague.id),
  }
}

const handleStartTotp =
  ({ secrets }: Backoffice) =>
  async (_: ParsedInput<typeof startTotp>, { sql, colleague, audit }: SignedIn) => {
    await lockStaff(sql, colleague.id)
    if (await hasTotp(sql, colleague.id)) return refuseStaff('factor-is-set')
    const refusal = await refuseSetupWithoutFactor(sql, colleague)
    if (refusal) return refusal
    const secret = randomBytes(SECRET_BYTES)
    // Starting again invalidates the secret shown before.
    await deleteTotp(sql, colleague.id)
    await insertTotp(sql, colleague.id, secrets.seal(secret, sealOwner(colleague.id)))
    audit({ action: 'factor.setup-started', subjectKind: 'staff', subjectId: String(colleague.id) })
    const text = base32(secret)
    const label = encodeURIComponent(`Giftpoint:${colleague.email}`)
    return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=Giftpoint` }
  }

async function handleSaveRecoveryCodes(
  _: ParsedInput<typeof saveRecoveryCodes>,
  { sql, colleague, audit }: SignedIn,
) {
  // Codes created since by another session are not the saved ones.
  await markCodesSaved(sql, colleague.id, colleague.sessionId)
  audit({
    action: 'recovery-codes.saved',
    subjectKind: 'staff',
    subjectId: String(colleague.id),
  })
  return {}
}

function handleChangePassword(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (
    { new_password, ...passwordInput }: ParsedInput<typeof changePassword>,
    caller: SignedIn,
  ) => {
    const { now, colleague, audit, write } = caller
    const refusal = await refuseWrongPassword(backoffice, caller, passwordInput)
    if (refusal) return refusal
    if (await isGuessable(new_password, colleague)) {
      return refuseStaff('weak-password', { field: 'new_password' })
    }
    const passwordHash = await hash(new_password)
    return write(async (sql) => {
      await saveStaffPassword(sql, passwordHash, colleague.id)
      await enablePassword(shop, sql, 'staff', colleague)
      // Ends sessions that may have been opened with the old password.
      await deleteOtherStaffSessions(sql, colleague.id, colleague.sessionId)
      await revokeTokensAfterNewPassword(sql, colleague.id, now)
      audit({ action: 'password.changed', subjectKind: 'staff', subjectId: String(colleague.id) })
      await notifyAccount(
        shop,
        sql,
        { staffId: colleague.id },
        { kind: 'password-changed', details: {} },
      )
      return {}
    })
  }
}
