import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  correctAddress,
  correctPerson,
  giveAfterAll,
  letterForPerson,
  mailPerson,
  revokePerson,
} from '#contract/vouchers/gift-mails.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { withOneSpelling } from '#domain/vouchers/recipient-list.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { BatchRow } from '#server/modules/vouchers/batches/batch.sql.ts'
import { findPerson } from '#server/modules/vouchers/batches/batch-recipient.staff-routes.ts'
import { ownBatch } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { releaseCodes } from '#server/modules/vouchers/code-export/code-approval.ts'
import { settleBounced } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endSessionsOf } from '#server/modules/sessions/end-sessions.ts'
import { voidCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import { departmentsOf } from '#server/modules/vouchers/batches/recipient.sql.ts'
import { type StaffCaller, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

/** A mail that left a moment ago was asked for twice by one finger. */
const AGAIN_AFTER_MS = 10_000

type Person = {
  id: number
  voucher_id: number
  email: string
  mail_state: 'none' | 'waiting' | 'sent' | 'bounced' | 'revoked'
  mail_tried_at: Date | null
  /** The mail is being sent right now. */
  leaving: boolean
  blocked: boolean
  has_code: boolean
  claimed: boolean
}

/** The mail of one recipient: correct the address, send it again, replace it by a letter, or cancel it. */
export function personMailRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, correctAddress, async ({ id, person, email, was, send }, asker) => {
    const { sql, now, audit } = asker
    const found = await ownPerson(asker, id, person)
    if (refused(found)) return found
    const { batch, one } = found
    if (one.email !== was) return refuseStaff('changed-since')
    if (send) {
      const why = whyNotMailed(batch, { ...one, email }, now)
      if (why) return refuseStaff(why)
    }
    await sql`update recipient set email = ${email}, email_from = 'backoffice' where id = ${one.id}`
    if (send && !(await mailAgain(sql, batch, one, asker))) return refuseStaff('codes-limit')
    audit({
      ...subjectOf(batch),
      action: 'batch.address-corrected',
      before: { email: was },
      after: { recipient: person, email, sent: send },
      personal: ['email'],
    })
    return findPerson(sql, one.id)
  })

  serveStaff(app, backoffice, correctPerson, async ({ id, person, was, ...shall }, asker) => {
    const { sql, audit } = asker
    const found = await ownPerson(asker, id, person)
    if (refused(found)) return found
    const { batch, one } = found
    // An export in progress checked every name before its first code.
    if (batch.under_way) return refuseStaff('codes-under-way')
    const { campaign_id: campaignId } = batch
    const spelt = await departmentsOf(sql, { batchId: batch.id, campaignId, but: one.id })
    const { name, department, language, words } = withOneSpelling([shall], spelt)[0] ?? shall
    const done = await sql`
      update recipient set name = ${name}, department = ${department}, language = ${language}, words = ${words}
      where id = ${one.id} and name = ${was.name} and department = ${was.department}
        and language = ${was.language} and words = ${was.words}`
    if (done.count === 0) return refuseStaff('changed-since')
    // The voucher's other mails, about staff sessions and granted points, use the same language.
    await sql`update voucher set language = ${language} where id = ${one.voucher_id} and language <> ${language}`
    audit({
      ...subjectOf(batch),
      action: 'batch.person-corrected',
      before: { recipient: person, ...was },
      after: { recipient: person, name, department, language, words },
      personal: ['name', 'words'],
    })
    return findPerson(sql, one.id)
  })

  serveStaff(app, backoffice, mailPerson, async ({ id, person, reason }, asker) => {
    const { sql, now, audit } = asker
    const found = await ownPerson(asker, id, person)
    if (refused(found)) return found
    const { batch, one } = found
    const why = whyNotMailed(batch, one, now)
    if (why) return refuseStaff(why)
    if (!(await mailAgain(sql, batch, one, asker))) return refuseStaff('codes-limit')
    audit({
      ...subjectOf(batch),
      action: 'batch.person-mailed',
      reason,
      before: { mail: one.mail_state },
      after: { recipient: person },
    })
    return findPerson(sql, one.id)
  })

  serveStaff(app, backoffice, letterForPerson, async ({ id, person, reason }, asker) => {
    const { sql, now, colleague, audit } = asker
    const found = await ownPerson(asker, id, person)
    if (refused(found)) return found
    const { batch, one } = found
    if (!['waiting', 'bounced'].includes(one.mail_state) || one.leaving || one.claimed)
      return refuseStaff('no-longer-possible')
    await eraseMail(sql, one, 'none', now)
    await voidCodes(sql, [one.voucher_id], { now, staffId: colleague.id, reason })
    await settleBounced(sql, batch.id, now)
    audit({
      ...subjectOf(batch),
      action: 'batch.letter-instead',
      reason,
      before: { mail: one.mail_state },
      after: { recipient: person },
    })
    return findPerson(sql, one.id)
  })

  serveStaff(app, backoffice, revokePerson, async ({ id, person, reason }, asker) => {
    const { sql, now, colleague, audit } = asker
    const found = await ownPerson(asker, id, person)
    if (refused(found)) return found
    const { batch, one } = found
    if (one.mail_state === 'revoked' || one.blocked || one.leaving)
      return refuseStaff('no-longer-possible')
    if (one.claimed) return refuseStaff('somebody-in')
    await eraseMail(sql, one, 'revoked')
    await voidCodes(sql, [one.voucher_id], { now, staffId: colleague.id, reason })
    await sql`update voucher set blocked_at = ${now} where id = ${one.voucher_id}`
    await endSessionsOf(sql, [one.voucher_id])
    await settleBounced(sql, batch.id, now)
    audit({
      ...subjectOf(batch),
      action: 'batch.person-revoked',
      reason,
      before: { mail: one.mail_state },
      after: { recipient: person },
    })
    return findPerson(sql, one.id)
  })

  serveStaff(app, backoffice, giveAfterAll, async ({ id, person, reason }, asker) => {
    const { sql, audit } = asker
    const found = await ownPerson(asker, id, person)
    if (refused(found)) return found
    const { batch, one } = found
    if (one.mail_state !== 'revoked') return refuseStaff('no-longer-possible')
    await eraseMail(sql, one, 'none')
    await sql`update voucher set blocked_at = null where id = ${one.voucher_id}`
    audit({
      ...subjectOf(batch),
      action: 'batch.person-given',
      reason,
      before: { mail: 'revoked' },
      after: { recipient: person },
    })
    return findPerson(sql, one.id)
  })
}

/** Locks batch, balance and voucher, in the sequence used everywhere. */
async function ownPerson(asker: StaffCaller, id: string, person: string) {
  const { sql, now } = asker
  const batch = await ownBatch(asker, id)
  if (refused(batch)) return batch
  const [known] = await sql<{ voucher_id: number }[]>`
    select voucher_id from recipient where id = ${person}::bigint and batch_id = ${batch.id}`
  if (!known) return refuseStaff('not-found')
  if (batch.undone_at) return refuseStaff('batch-undone')
  await sql`select from voucher_balance where voucher_id = ${known.voucher_id} for update`
  await sql`select from voucher where id = ${known.voucher_id} for update`
  const [one] = await sql<Person[]>`
    select recipient.id, voucher_id, email, mail_state, mail_tried_at,
      coalesce(mail_leaving_until > ${now}, false) as leaving, blocked_at is not null as blocked,
      lookup is not null as has_code, exists (select from voucher_activation where voucher_activation.voucher_id = voucher.id) as claimed
    from recipient join voucher on voucher.id = voucher_id
    where recipient.id = ${person}::bigint for update of recipient`
  return one ? { batch, one } : refuseStaff('not-found')
}

function whyNotMailed(batch: BatchRow, one: Person, now: Date) {
  if (one.email === '') return 'no-addresses'
  if (batch.to_make > 0) return 'being-made'
  if (batch.held_at) return 'waits-for-second'
  if (batch.under_way) return 'codes-under-way'
  if (batch.valid_until && batch.valid_until <= now) return 'batch-over'
  if (one.mail_state === 'revoked' || one.blocked) return 'no-longer-possible'
  const since = one.mail_tried_at === null ? Infinity : now.getTime() - one.mail_tried_at.getTime()
  return one.leaving || since < AGAIN_AFTER_MS ? 'sent-just-now' : null
}

/**
 * What they had until now counts until the new one leaves. False, and nothing is written, where the colleague has given
 * out as many codes as one may.
 */
export async function mailAgain(
  sql: Queries,
  batch: { id: number; points: number },
  one: { id: number },
  { now, colleague }: { now: Date; colleague: { id: number } },
): Promise<boolean> {
  const release = { batchId: batch.id, staffId: colleague.id, points: batch.points, now }
  if (await releaseCodes(sql, { ...release, way: 'person' })) return false
  await sql`
    update recipient set mail_state = 'waiting', mail_try = null, mail_due_at = null, mail_leaving_until = null,
      mail_tries = 0, bounced_at = null, bounce = '', letter_at = null
    where id = ${one.id}`
  await sql`
    update voucher_batch set send_at = coalesce(least(send_at, ${now}), ${now}), send_by = coalesce(send_by, ${colleague.id}),
      send_ended_at = null
    where id = ${batch.id}`
  await settleBounced(sql, batch.id, now)
  return true
}

const eraseMail = (
  sql: Queries,
  { id }: Person,
  state: 'none' | 'revoked',
  letterAt: Date | null = null,
) => sql`
  update recipient set mail_state = ${state}, mail_try = null, mail_due_at = null, mail_leaving_until = null,
    bounced_at = null, letter_at = coalesce(${letterAt}, letter_at)
  where id = ${id}`

const subjectOf = ({ id, channel_id }: BatchRow) => ({
  subjectKind: 'batch',
  subjectId: String(id),
  channelId: channel_id,
})
