import { addDays } from '#domain/time/zone-days.ts'
import type { PlayContext } from '#tools/demo-making/aftermath.ts'
import { momentOf } from '#tools/demo-making/history-plan.ts'
import { catalogueEntries, earlierPrices } from '#tools/demo-making/office-catalogue.ts'
import { codeEntries } from '#tools/demo-making/office-codes.ts'
import { inboxEntries } from '#tools/demo-making/office-inbox.ts'
import { payoutEntries } from '#tools/demo-making/office-payouts.ts'
import { requestEntries } from '#tools/demo-making/office-requests.ts'
import { signInEntries, systemEntries } from '#tools/demo-making/office-systems.ts'

const DAY_MS = 86_400_000

/** Plans the work of the office from a first day. */
export async function planOffice(settings: PlayContext, first: string): Promise<void> {
  const { plan, played, random, schedule } = settings
  const days = (Date.parse(plan.anchor) - Date.parse(first)) / DAY_MS
  const prices = await earlierPrices(played.shop.sql)
  const entries = [
    ...signInEntries(played, days),
    ...inboxEntries(played),
    ...systemEntries(played),
    ...codeEntries(played, random, days),
    ...catalogueEntries(played, prices),
    ...requestEntries(played),
    ...payoutEntries(played, days),
  ]
  for (const { ago, time, run } of entries)
    schedule({ at: momentOf(addDays(plan.anchor, -Math.min(ago, days)), time), run })
}
