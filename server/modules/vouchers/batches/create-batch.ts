import { z } from 'zod'

import type { createBatch } from '#contract/vouchers/batches.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { MOST_BATCH_POINTS_ALONE } from '#domain/approvals/staff-limits.ts'
import { isLongerThanAllowed, isShorterThanUsual } from '#domain/vouchers/batch-validity.ts'
import { unifyDepartments } from '#domain/vouchers/recipient-list.ts'
import { dayAt, endOfDay, startOfDay } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  type BatchRow,
  findBatch,
  lockBatch,
  pointsOf,
} from '#server/modules/vouchers/batches/batch.sql.ts'
import { batchDetails } from '#server/modules/vouchers/batches/batch-page.sql.ts'
import { savePendingRecipients } from '#server/modules/vouchers/batches/create-vouchers.background-job.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { startJob } from '#server/modules/tasks/background-jobs/background-job.ts'
import {
  insertRecipients,
  type NewRecipient,
  listDepartments,
  findRecipientsWithVoucher,
} from '#server/modules/vouchers/batches/recipient.sql.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { insertVouchersWithoutCode } from '#server/modules/vouchers/insert-batch-vouchers.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Input = z.output<(typeof createBatch)['input']>
export type RequestBatchApproval = ReturnType<typeof largeBatchApproval>

/**
 * Registers the approval of batches with more points than one staff member may issue. Until a second one approves, no
 * codes can be exported or mailed. Returns the function that requests it.
 */
export function largeBatchApproval({ approvals, shop }: Pick<Backoffice, 'approvals' | 'shop'>) {
  return approvals.add<{ points: number }>({
    kind: 'batch.give',
    asked: z.object({ points: z.int() }),
    approverPermission: 'batch.create',
    async versionOf(sql, id) {
      const row = await lockBatch(sql, Number(id), shop.ports.clock.now())
      return row?.held_at && !row.undone_at ? String(pointsOf(row)) : null
    },
    async action(sql, id) {
      await sql`
        update voucher_batch set held_at = null, version = version + 1 where id = ${id}::bigint`
      return {}
    },
  })
}

/** The approval request for a large batch. */
export const approvalRequestFor = (row: BatchRow, reason: string) => ({
  subject: {
    kind: 'batch',
    id: String(row.id),
    name: String(row.id),
    channelId: row.channel_id,
  },
  asked: { points: pointsOf(row) },
  reason,
})

/** More vouchers than this are too slow for a request: a background job creates them. */
const MOST_VOUCHERS_PER_REQUEST = 500

/**
 * Creates a batch and its recipients in the transaction of its audit entry. The campaign's budget is reserved at
 * once, even if a job creates the vouchers later.
 */
export async function createNewBatch(
  shop: Pick<Shop, 'jobs'>,
  input: Input,
  caller: SignedIn,
  requestApproval: RequestBatchApproval,
) {
  const { sql, now, audit } = caller
  const { channel, points } = input
  const validity = await checkBatch(input, caller)
  if (refused(validity)) return validity
  const choice = await chooseRecipients(sql, input)
  if (refused(choice)) return choice
  const { people, skipped, vouchers } = choice

  const isLarge = points * vouchers > MOST_BATCH_POINTS_ALONE
  const id = await insertBatch(caller, input, { validity: validity.period, isHeld: isLarge })
  await createVouchers(shop, caller, { batch: id, channel, vouchers, people })
  const row = await findBatch(sql, id, now)
  if (!row) throw new Error('insert of the batch returned no row')
  const approval = isLarge
    ? await requestOwnApproval(
        caller,
        approvalRequestFor(row, input.note || input.short_reason || `${vouchers} × ${points}`),
        requestApproval,
      )
    : null
  audit({
    action: 'batch.created',
    subjectKind: 'batch',
    subjectId: String(id),
    channelId: channel,
    reason: input.short_reason,
    after: {
      points,
      vouchers,
      people: people.length,
      skipped: skipped.length,
      valid_from: input.valid_from,
      valid_until: input.valid_until,
      campaign: input.campaign,
      note: input.note,
      ...(approval === null ? {} : { approval }),
    },
  })
  return {
    ...(await batchDetails(sql, row, now)),
    skipped: skipped.map(({ name, department, email }) => ({ name, department, email })),
    warnings: validity.isShort ? [SHORT_VALIDITY] : [],
  }
}

const SHORT_VALIDITY = 'short-validity' as const

/** Adds no audit entry, because a call writes only one: the entry of the batch names the approval. */
async function requestOwnApproval(
  caller: SignedIn,
  request: ReturnType<typeof approvalRequestFor>,
  requestApproval: RequestBatchApproval,
) {
  const approval = await requestApproval({ ...caller, audit: () => {} }, request)
  if (refused(approval))
    throw new Error(`approval request of the new batch refused: ${approval.refused}`)
  return approval
}

/** Returns the validity of the vouchers, or a refusal of the input. */
async function checkBatch(input: Input, { sql, now, within }: SignedIn) {
  const { channel } = input
  if (!within(channel)) return refuseStaff('not-found', { field: 'channel' })
  const [channelRow] = await sql<{ zone: string }[]>`
    select time_zone as zone from channel where id = ${channel} and id <> ${SHARED_CHANNEL}`
  if (!channelRow) return refuseStaff('unknown-channel', { field: 'channel' })
  const { zone } = channelRow
  const period = validityOf(input, zone, now)
  if (!period) return refuseStaff('ends-too-soon', { field: 'valid_until' })
  const days = { from: firstDayOf(input, zone, now), until: input.valid_until }
  if (isLongerThanAllowed(days)) return refuseStaff('ends-too-late', { field: 'valid_until' })
  const isShort = isShorterThanUsual(days)
  if (isShort && input.short_reason === '')
    return refuseStaff('needs-reason', { field: 'short_reason' })
  if (input.sender_image !== null) {
    const [picture] = await sql`select from picture where hash = ${input.sender_image}`
    if (!picture) return refuseStaff('unknown-picture', { field: 'sender_image' })
  }
  return { period, isShort }
}

const campaignIdOf = ({ campaign }: Input) => (campaign === null ? null : Number(campaign))

/**
 * Returns the recipients who get a voucher, those who are skipped because they have one, and the number of vouchers.
 * Refuses if nobody is left or the campaign's budget is too small. Locks the campaign.
 */
async function chooseRecipients(sql: Queries, input: Input) {
  const { channel, points, count, duplicates } = input
  const campaignId = campaignIdOf(input)
  const skipped = new Set<NewRecipient>()
  if (campaignId !== null && !(await lockCampaign(sql, campaignId, channel)))
    return refuseStaff('unknown-campaign', { field: 'campaign' })
  const departments = await listDepartments(sql, { campaignId, batchId: null })
  const recipients = unifyDepartments(input.recipients, departments)
  if (duplicates === 'skip') {
    const keptDuplicates = new Set<NewRecipient>(recipients.filter(({ keep }) => keep))
    const scope = { campaignId, batchId: null }
    for (const person of await findRecipientsWithVoucher(sql, recipients, scope))
      if (!keptDuplicates.has(person)) skipped.add(person)
  }
  const people = recipients.filter((person) => !skipped.has(person))
  const vouchers = count - skipped.size
  if (vouchers === 0) return refuseStaff('nobody-left', { field: 'recipients' })
  if (campaignId !== null) {
    const refusal = await checkBudget(sql, campaignId, points * vouchers)
    if (refusal) return refusal
  }
  return { people, skipped: [...skipped], vouchers }
}

async function insertBatch(
  { sql, now, colleague }: SignedIn,
  input: Input,
  { validity, isHeld }: { validity: { from: Date | null; until: Date | null }; isHeld: boolean },
) {
  const [created] = await sql<{ id: number }[]>`
    insert into voucher_batch (channel_id, campaign_id, points, check_character, note, created_by, created_at, staff_id,
      valid_from, valid_until, short_reason, sender_name, sender_message, sender_image, sender_messages, sender_alt, held_at)
    values (${input.channel}, ${campaignIdOf(input)}, ${input.points}, false, ${input.note}, ${colleague.email}, ${now}, ${colleague.id},
      coalesce(${validity.from}::timestamptz, '-infinity'), coalesce(${validity.until}::timestamptz, 'infinity'),
      ${input.short_reason}, ${input.sender_name}, ${input.sender_message}, ${input.sender_image},
      ${sql.json(input.sender_messages)}, ${input.sender_alt}, ${isHeld ? now : null})
    returning id`
  if (!created) throw new Error('insert of the batch returned no row')
  return created.id
}

async function createVouchers(
  shop: Pick<Shop, 'jobs'>,
  caller: SignedIn,
  {
    batch,
    channel,
    vouchers,
    people,
  }: { batch: number; channel: string; vouchers: number; people: NewRecipient[] },
) {
  const { sql, now } = caller
  if (vouchers <= MOST_VOUCHERS_PER_REQUEST) {
    const languages = Array.from({ length: vouchers }, (_, index) => people[index]?.language ?? '')
    const ids = await insertVouchersWithoutCode(sql, batch, languages, now)
    await insertRecipients(sql, batch, ids, people, { now, reason: '' })
    return
  }
  await savePendingRecipients(sql, batch, people)
  const job = await startJob(shop, caller, {
    kind: 'batch-making',
    asked: { batch: String(batch) },
    channel,
    total: vouchers,
  })
  await sql`
    update voucher_batch set to_make = ${vouchers}, creation_job_id = ${job.id}::bigint where id = ${batch}`
}

type Days = Pick<Input, 'valid_from' | 'valid_until'>

const firstDayOf = ({ valid_from }: Days, zone: string, now: Date) => {
  const today = dayAt(now.getTime(), zone)
  return valid_from !== null && valid_from > today ? valid_from : today
}

/**
 * From the first moment of the first day to the last moment of the last day, in the channel's time zone. Undefined if
 * the end has passed or is before the start.
 */
function validityOf({ valid_from, valid_until }: Days, zone: string, now: Date) {
  const from = valid_from === null ? null : new Date(startOfDay(valid_from, zone))
  const until = valid_until === null ? null : new Date(endOfDay(valid_until, zone))
  const isOver = until !== null && until <= now
  const isReversed = until !== null && from !== null && until <= from
  if (isOver || isReversed) return undefined
  return { from, until }
}

/** Locks the campaign, so that its batches together stay within the budget. */
async function lockCampaign(sql: Queries, id: number, channel: string) {
  const [campaign] = await sql`
    select from campaign where id = ${id} and channel_id = ${channel} for no key update`
  return campaign !== undefined
}

/**
 * Locks the campaign. Returns a refusal with the remaining points if the budget does not allow these, otherwise null.
 */
export async function checkBudget(sql: Queries, campaignId: number, points: number) {
  await sql`select from campaign where id = ${campaignId} for no key update`
  const [budget] = await sql<{ left: number | null }[]>`
    select budget_points - coalesce((
      select sum(ledger.points * case ledger.kind when 'grant' then 1 else -1 end)
      from voucher_batch batch join voucher on voucher.batch_id = batch.id
        join ledger on ledger.voucher_id = voucher.id and (
          ledger.kind in ('grant', 'take') or (ledger.kind = 'expire' and batch.undone_at is not null))
      where batch.campaign_id = campaign.id), 0) - coalesce((
      select sum(points * to_make) from voucher_batch batch where batch.campaign_id = campaign.id), 0) as left
    from campaign where id = ${campaignId}`
  const left = budget?.left ?? null
  return left !== null && left < points
    ? refuseStaff('over-budget', { message: `Points left in this campaign: ${left}.` })
    : null
}
