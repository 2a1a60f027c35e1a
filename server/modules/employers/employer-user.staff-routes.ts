import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  employerUsers,
  endEmployerSessions,
  inviteEmployerUser,
  inviteEmployerUserAgain,
  removeEmployerUser,
} from '#contract/employers/employer-users.staff.ts'
import { maskedMail, maskedName } from '#domain/privacy/person-mask.ts'
import { deleteResetLinks } from '#server/modules/staff/accounts/account-password.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { STAFF_IDLE_HOURS } from '#server/modules/staff/sessions/staff-sessions.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { linkHash, newLinkToken } from '#server/platform/crypto/link-token.ts'
import {
  listEmployerUsers,
  insertEmployerUser,
  removeTotp,
  deleteEmployerPasskeys,
  removeEmployerUserAccess,
  insertEmployerInvitation,
  findNewestCampaignChannel,
  lockEmployerUser,
  dropInvitations,
} from '#server/modules/employers/employer-user.sql.ts'
import { employerExists } from '#server/modules/employers/employer.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { deleteEmployerDevices } from '#server/modules/staff/accounts/known-device.sql.ts'
import { deleteEmployerSessions } from '#server/modules/employers/employer-session.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

const VALID_DAYS = 3
const DAY_MS = 24 * 3_600_000

/** Users of the employer portal: inviting and removing them. */
export function employerUserRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, employerUsers, handleEmployerUsers)

  serveStaff(app, backoffice, inviteEmployerUser, handleInviteEmployerUser(backoffice))

  serveStaff(app, backoffice, inviteEmployerUserAgain, handleInviteEmployerUserAgain(backoffice))

  serveStaff(app, backoffice, endEmployerSessions, handleEndEmployerSessions)

  serveStaff(app, backoffice, removeEmployerUser, handleRemoveEmployerUser)
}

function handleInviteEmployerUser(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (
    { id, email, name, language }: ParsedInput<typeof inviteEmployerUser>,
    caller: SignedIn,
  ) => {
    const { sql, now, colleague, audit } = caller
    if (!(await employerExists(sql, id))) return refuseStaff('not-found')
    // A removed user who is invited again starts without earlier sign-in methods.
    const added = await insertEmployerUser(sql, { id, email, name, language, now })
    if (!added) return refuseStaff('is-here', { field: 'email' })
    await deleteEmployerSessions(sql, added.id)
    await deleteEmployerDevices(sql, added.id)
    const invitation = await sendInvitation(
      shop,
      sql,
      { user: added.id, employer: id, email, language },
      colleague.id,
    )
    audit({
      action: 'employer.user-invited',
      subjectKind: 'employer',
      subjectId: id,
      after: { user: String(added.id), email, name },
      personal: ['email', 'name'],
    })
    return { id: String(added.id), ...invitation }
  }
}

function handleInviteEmployerUserAgain(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (
    { id, user, without_app }: ParsedInput<typeof inviteEmployerUserAgain>,
    caller: SignedIn,
  ) => {
    const { sql, colleague, audit } = caller
    const account = await lockEmployerUser(sql, id, user)
    if (!account) return refuseStaff('not-found')
    if (without_app) {
      // The finder of a lost phone could also use its sessions and passkeys.
      await removeTotp(sql, account.id)
      await deleteEmployerPasskeys(sql, account.id)
      await deleteEmployerSessions(sql, account.id)
      const details = { by: colleague.name }
      await notifyAccount(
        shop,
        sql,
        { employerUserId: account.id },
        { kind: 'access-reset', details },
      )
    }
    const invitation = await sendInvitation(
      shop,
      sql,
      { user: account.id, employer: id, ...account },
      colleague.id,
    )
    audit({
      action: 'employer.user-invited',
      subjectKind: 'employer',
      subjectId: id,
      after: { user, without_app },
    })
    return { id: user, ...invitation }
  }
}

/** Stores the invitation and queues its mail in the caller's transaction, so every invitation is sent. */
async function sendInvitation(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Queries,
  account: { user: number; employer: string; email: string; language: string },
  invitedBy: number,
) {
  const { GIFTPOINT_PEPPER, GIFTPOINT_DEFAULT_CHANNEL } = shop.config
  const now = shop.ports.clock.now()
  const id = randomUUID()
  const token = newLinkToken(GIFTPOINT_PEPPER, 'backoffice invitation', id)
  const endsAt = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  await dropInvitations(sql, account.user)
  await deleteResetLinks(sql, 'employer', account.user)
  await insertEmployerInvitation(sql, {
    id,
    tokenHash: linkHash(token),
    user: account.user,
    now,
    endsAt,
    invitedBy,
  })
  // The mail has the theme of the shop that the employer's recipients use.
  const newest = await findNewestCampaignChannel(sql, account.employer)
  await queueMail(shop, sql, {
    template: 'employer-invitation',
    subjectId: id,
    channelId: newest?.channel ?? GIFTPOINT_DEFAULT_CHANNEL,
    language: account.language,
    recipient: account.email,
  })
  return { ends_at: endsAt.toISOString() }
}

async function handleEmployerUsers(
  { id }: ParsedInput<typeof employerUsers>,
  { sql, now, may }: SignedIn,
) {
  if (!(await employerExists(sql, id))) return refuseStaff('not-found')
  const idleSince = new Date(now.getTime() - STAFF_IDLE_HOURS * 3_600_000)
  const rows = await listEmployerUsers(sql, { id, now, idleSince })
  const maySeePersonalData = may('personal-data.view')
  return {
    items: rows.map(({ added_at, seen_at, ...row }) => ({
      ...row,
      id: String(row.id),
      name: maySeePersonalData ? row.name : maskedName(row.name),
      email: maySeePersonalData ? row.email : maskedMail(row.email),
      seen_at: seen_at?.toISOString() ?? null,
      added_at: added_at.toISOString(),
    })),
  }
}

async function handleEndEmployerSessions(
  { id, user, reason }: ParsedInput<typeof endEmployerSessions>,
  { sql, audit }: SignedIn,
) {
  const account = await lockEmployerUser(sql, id, user)
  if (!account) return refuseStaff('not-found')
  const ended = await deleteEmployerSessions(sql, account.id)
  audit({
    action: 'employer.sessions-ended',
    subjectKind: 'employer',
    subjectId: id,
    reason,
    after: { user },
  })
  return { ended: ended.count }
}

async function handleRemoveEmployerUser(
  { id, user, reason }: ParsedInput<typeof removeEmployerUser>,
  { sql, now, audit }: SignedIn,
) {
  const account = await lockEmployerUser(sql, id, user)
  if (!account) return refuseStaff('not-found')
  await removeEmployerUserAccess(sql, account.id, now)
  await deleteEmployerPasskeys(sql, account.id)
  await deleteEmployerSessions(sql, account.id)
  await deleteEmployerDevices(sql, account.id)
  await dropInvitations(sql, account.id)
  await deleteResetLinks(sql, 'employer', account.id)
  audit({
    action: 'employer.user-removed',
    subjectKind: 'employer',
    subjectId: id,
    reason,
    after: { user },
  })
  return {}
}
