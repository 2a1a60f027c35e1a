import { addDays } from '#domain/time/zone-days.ts'
import {
  type Campaign,
  MINUTE_MS,
  type Plan,
  type PlannedEmployer,
} from '#tools/demo-making/history-plan.ts'
import type { Guest } from '#tools/demo-making/history-people.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'

const MAILS_PER_MINUTE = 600
/** Until all mails of the largest campaign have left. */
const SENDING_MINUTES = 5
/** A voucher is usually valid for longer than the 24 months that need no reason. */
const VALID_DAYS = 762
const SHORT_REASON: Record<string, string> = {
  nl: 'Op verzoek van de werkgever: de actie hoort bij dit seizoen.',
  de: 'Auf Wunsch des Arbeitgebers: Die Kampagne gehört zu dieser Saison.',
}

/** The employers, with their ids. The one of the demo world exists before. */
export async function addEmployers(
  plan: Plan,
  played: PlayedShop,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const known = await played.call('owner', 'employers', {})
  for (const [key, employer] of Object.entries(plan.employers)) {
    const existing = known.items.find(({ name }) => name === employer.name)
    ids.set(key, existing?.id ?? (await addEmployer(employer, played)))
  }
  return ids
}

async function addEmployer(employer: PlannedEmployer, played: PlayedShop) {
  const { name, contact = '', address = '', vat_number = '', email = '' } = employer
  const fields = { name, contact, address, vat_number, email }
  const { id } = await played.call('owner', 'addEmployer', fields)
  return id
}

type Opening = { campaign: Campaign; guests: readonly Guest[]; employer: string }

/** The campaign, its batch and the mails with the codes. */
export async function openCampaign(
  plan: Plan,
  played: PlayedShop,
  { campaign, guests, employer }: Opening,
): Promise<void> {
  const { channel, name, opens, runs, budget = null } = campaign
  const { id } = await played.call('owner', 'addCampaign', {
    employer,
    channel,
    name,
    opens,
    closes: addDays(opens, runs),
    budget_points: budget,
    remind_days: 7,
  })
  const batch = await played.call('owner', 'createBatch', {
    ...batchOf(plan, campaign),
    campaign: id,
    count: guests.length,
    recipients: guests.map((guest) => ({
      name: guest.name,
      department: guest.department,
      email: guest.email,
      language: guest.language,
    })),
  })
  let { making, version } = batch
  while (making !== null) {
    await played.runJobs()
    ;({ making, version } = await played.call('owner', 'batch', { id: batch.id }))
  }
  await played.call('owner', 'sendBatchMails', {
    id: batch.id,
    version,
    per_minute: MAILS_PER_MINUTE,
  })
  for (let minute = 0; minute < SENDING_MINUTES; minute += 1) {
    await played.runJobs()
    played.time.now += MINUTE_MS
  }
}

function batchOf(plan: Plan, campaign: Campaign) {
  const { channel, points, name, opens, ends, words = '' } = campaign
  const employer = plan.employers[campaign.employer]
  if (!employer) throw new Error(`the plan has no employer ${campaign.employer}`)
  const messages = plan.messages[words] ?? {}
  return {
    channel,
    points,
    note: name,
    valid_until: addDays(opens, ends ?? VALID_DAYS),
    short_reason: ends === undefined ? '' : (SHORT_REASON[employer.language] ?? ''),
    sender_name: employer.sender,
    sender_message: messages[employer.language] ?? '',
    sender_messages: messages,
  }
}
