import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { addCampaign, campaigns, changeCampaign } from '#contract/employers/employers.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import { employerExists } from '#server/modules/employers/employer.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  isShopChannel,
  insertCampaign,
  lockCampaign,
  saveCampaign,
  type CampaignRow,
  campaignList,
  findCampaign,
  answerOf,
} from '#server/modules/employers/campaign.sql.ts'

/** Campaigns: vouchers of an employer in one channel, within a budget. */
export function campaignRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, campaigns, listCampaigns)

  serveStaff(app, backoffice, addCampaign, handleAddCampaign)

  serveStaff(app, backoffice, changeCampaign, handleChangeCampaign)
}

async function handleAddCampaign(
  { employer, channel, ...fields }: ParsedInput<typeof addCampaign>,
  caller: SignedIn,
) {
  const { sql, now, within, audit } = caller
  if (!(await employerExists(sql, employer)) || !within(channel)) return refuseStaff('not-found')
  if (!(await isShopChannel(sql, channel)))
    return refuseStaff('unknown-channel', { field: 'channel' })
  const created = await insertCampaign(sql, { fields, employer, channel, now })
  const added = await findCampaign(sql, created?.id ?? 0)
  if (!added) throw new Error('insert of the campaign returned no row')
  audit({
    action: 'campaign.added',
    subjectKind: 'campaign',
    subjectId: added.id,
    channelId: channel,
    after: { ...fields, employer },
  })
  return added
}

async function handleChangeCampaign(
  { id, version, ...fields }: ParsedInput<typeof changeCampaign>,
  caller: SignedIn,
) {
  const { sql, within, audit } = caller
  await lockCampaign(sql, id)
  const before = await findCampaign(sql, Number(id))
  if (!before || !within(before.channel)) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  if (fields.budget_points !== null && fields.budget_points < before.granted)
    return refuseStaff('below-granted', { field: 'budget_points' })
  await saveCampaign(sql, id, fields)
  const after = await findCampaign(sql, Number(id))
  if (!after) throw new Error('campaign not found during the change')
  const { name, opens, closes, unclaimed_rule, budget_points, remind_days } = before
  audit({
    action: 'campaign.changed',
    subjectKind: 'campaign',
    subjectId: id,
    channelId: before.channel,
    before: { name, opens, closes, unclaimed_rule, budget_points, remind_days },
    after: fields,
  })
  return after
}

async function listCampaigns(query: ParsedInput<typeof campaigns>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'campaigns',
    list: campaignList(query, caller.channels),
    columns: CSV,
    row: answerOf,
  })
}

const CSV: ListFile<'campaigns', CampaignRow> = {
  name: ({ name }) => name,
  employer_name: ({ employer_name }) => employer_name,
  channel: ({ channel_id }) => channel_id,
  opens: ({ opens }) => opens,
  closes: ({ closes }) => closes,
  batches: ({ batches }) => batches,
  vouchers: ({ vouchers }) => vouchers,
  claimed: ({ claimed }) => claimed,
  granted: ({ granted }) => granted,
  spent: ({ spent }) => spent,
  budget: ({ budget_points }) => budget_points,
  budget_left: ({ budget_left }) => budget_left,
  ...notInFile('unclaimed_rule', 'budget_points', 'remind_days', 'id', 'employer', 'version'),
}
