import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import type { OfferToWant } from '#domain/simulation/simulation-plan.ts'
import { addDays } from '#domain/time/zone-days.ts'
import { deleteExpiredData } from '#server/modules/privacy/clean-up.ts'
import { createMonths } from '#server/platform/db/create-month-partitions.sql.ts'
import { updateWatchedTasks } from '#server/modules/tasks/watched-situations.sql.ts'
import {
  planAfterDelivery,
  planAfterOrder,
  callSuppliers,
  chargeBack,
  confirmArrival,
  failRefunds,
  type PlayedOrder,
} from '#tools/demo-making/aftermath.ts'
import { createReleases } from '#tools/demo-making/draft-releases.ts'
import { employeesOf, type Guest, guestsOf } from '#tools/demo-making/history-people.ts'
import {
  type Campaign,
  campaignsOf,
  DAY_MS,
  ENDS_AT,
  MINUTE_MS,
  momentOf,
  type Plan,
} from '#tools/demo-making/history-plan.ts'
import { addEmployers, openCampaign } from '#tools/demo-making/open-campaigns.ts'
import { type PlayedShop, playedShop } from '#tools/demo-making/played-shop.ts'
import { planLateReturns } from '#tools/demo-making/late-returns.ts'
import { planOffice } from '#tools/demo-making/office-diary.ts'
import { visit, popularOffers } from '#tools/demo-making/visits.ts'
import type { SimulationDatabase } from '#tools/simulation/simulation-database.ts'
import { outsideWorld } from '#tools/simulation/simulated-suppliers.ts'

type PlannedAction = { at: number; run: () => Promise<unknown> }
type Log = (line: string) => void

const WORK_TIMES = ['08:20', '11:10', '15:40', '19:50', '22:50']
/** Before the end, so that some cases are open. */
const SILENT_SUPPLIERS_DAYS = 36
const FIRST_FAILURES_DAYS = 50
const CHARGED_BACK_DAYS = 9
const EXTRA_STOCK = 100_000

/** Plays the history of a plan through the shop, day by day, on its clock. */
export async function playHistory(database: SimulationDatabase, plan: Plan, say: Log) {
  const played = await playedShop(database)
  try {
    await new History(database, plan, played, say).play()
  } finally {
    await played.stop()
  }
}

class History {
  #agenda: PlannedAction[] = []
  #random: () => number
  #campaigns: Campaign[]
  #wishes = new Map<string, OfferToWant[]>()
  #orders = new Map<string, PlayedOrder>()
  #end: number
  #failures = 0

  constructor(
    readonly database: SimulationDatabase,
    readonly plan: Plan,
    readonly played: PlayedShop,
    readonly say: Log,
  ) {
    this.#random = numbersFrom(plan.seed)
    this.#campaigns = campaignsOf(plan)
    this.#end = momentOf(plan.anchor, ENDS_AT)
  }

  async play() {
    const { plan, played, database, say } = this
    const first = this.#campaigns[0]?.opens ?? plan.anchor
    played.time.now = momentOf(addDays(first, -2), '09:30')
    for (const channel of new Set(plan.campaigns.map((one) => one.channel)))
      this.#wishes.set(channel, await popularOffers(database.sql, channel, this.#random))
    await database.sql`update stock set on_hand = on_hand + ${EXTRA_STOCK}`
    const employers = await addEmployers(plan, played)
    const staff = employeesOf(plan, this.#random)
    for (const campaign of this.#campaigns) {
      const guests = guestsOf(plan, campaign, {
        staff: staff.get(campaign.employer) ?? [],
        random: this.#random,
      })
      const employer = employers.get(campaign.employer) ?? ''
      this.#schedule({
        at: momentOf(campaign.opens, '09:00'),
        run: () => this.#open({ campaign, guests, employer }),
      })
    }
    this.#planExtras()
    await planOffice(this.#settings(), first)
    for (let day = first; day <= plan.anchor; day = addDays(day, 1)) {
      if (day.endsWith('-01')) say(`${day}: ${this.#orders.size} orders`)
      await this.#playDay(day)
    }
    say(`${plan.anchor}: ${this.#orders.size} orders, ${this.#failures} failures`)
  }

  #schedule = (act: PlannedAction) => void this.#agenda.push(act)

  #planExtras() {
    const { plan } = this
    planLateReturns(this.#settings(), this.#orders)
    this.#schedule({
      at: momentOf(addDays(plan.anchor, -CHARGED_BACK_DAYS), '14:30'),
      run: () => chargeBack(this.#settings()),
    })
    this.#schedule({
      at: momentOf(addDays(plan.anchor, -3), '10:40'),
      run: () => createReleases(this.played, plan.anchor),
    })
  }

  #settings() {
    const { plan, played } = this
    return { plan, played, end: this.#end, random: this.#random, schedule: this.#schedule }
  }

  async #playDay(day: string) {
    const { sql } = this.database
    const from = momentOf(day, '00:00')
    const until = Math.min(momentOf(addDays(day, 1), '00:00'), this.#end)
    for (const time of WORK_TIMES)
      this.#schedule({ at: momentOf(day, time), run: () => this.#work(time) })
    this.#schedule({ at: momentOf(day, '07:40'), run: () => this.#morning() })
    for (let act = this.#nextDue(until); act; act = this.#nextDue(until)) {
      this.played.time.now = Math.max(act.at, this.played.time.now, from)
      await act.run().catch((error: unknown) => this.#fail(error))
    }
    if (day.endsWith('-01')) await sql`analyze`
  }

  /** Reports a failed action. The history continues. */
  #fail(error: unknown) {
    this.#failures += 1
    this.say(`${new Date(this.played.time.now).toISOString()} ${String(error)}`)
  }

  #nextDue(until: number): PlannedAction | undefined {
    let next: PlannedAction | undefined
    for (const act of this.#agenda) if (act.at < until && (!next || act.at < next.at)) next = act
    if (next) this.#agenda.splice(this.#agenda.indexOf(next), 1)
    return next
  }

  async #morning() {
    const { shop, time } = this.played
    await createMonths(shop.sql, new Date(time.now))
    await deleteExpiredData(shop)
  }

  /** Moves parcels, lets suppliers and colleagues answer, and runs the background jobs. */
  async #work(time: string) {
    const { played } = this
    if (time === '11:10' || time === '15:40') await this.#moveOutside()
    await played.runJobs()
    const failsFrom = this.#end - FIRST_FAILURES_DAYS * DAY_MS
    if (played.time.now > failsFrom) await failRefunds(played)
    if (time !== '22:50') return
    await this.#handleDeliveries()
    await callSuppliers(this.#settings())
    await updateWatchedTasks(played.shop)
  }

  #outside: ReturnType<typeof outsideWorld> | undefined
  async #moveOutside() {
    const { played, database } = this
    this.#outside ??= outsideWorld({
      sql: database.sql,
      url: played.url,
      now: () => new Date(played.time.now),
      random: this.#random,
      holderOf: () => undefined,
      areSilent: (at) => at.getTime() > this.#end - SILENT_SUPPLIERS_DAYS * DAY_MS,
    })
    await this.#outside.moveOn()
  }

  async #handleDeliveries() {
    const waiting = [...this.#orders.values()].filter(({ delivered }) => delivered === undefined)
    const rows = await this.database.sql<{ number: string }[]>`
      select number from orders
      where state = 'delivered' and number = any(${waiting.map(({ number }) => number)})`
    for (const { number } of rows) {
      const ordered = this.#orders.get(number)
      if (!ordered) continue
      await confirmArrival(this.#settings(), ordered)
      ordered.delivered = this.played.time.now
      planAfterDelivery(this.#settings(), ordered)
    }
  }

  async #open(opening: { campaign: Campaign; guests: Guest[]; employer: string }) {
    await openCampaign(this.plan, this.played, opening)
    const midnight = momentOf(opening.campaign.opens, '00:00')
    for (const guest of opening.guests) {
      const code = this.played.codes.get(guest.email)
      if (code === undefined || guest.visitsAfter === null) continue
      const at = midnight + guest.visitsAfter * MINUTE_MS
      if (at < this.#end) this.#schedule({ at, run: () => this.#visit(guest, code) })
    }
  }

  async #visit(guest: Guest, code: string) {
    const { played } = this
    const offers = this.#wishes.get(guest.campaign.channel) ?? []
    const visitContext = {
      url: played.url,
      keys: played.shop.voucherKeys,
      offers,
      random: this.#random,
      onMissed: () => {},
    }
    const number = await visit(played, guest, { code, street: visitContext })
    if (number === undefined) return
    const ordered: PlayedOrder = { guest, code, number }
    this.#orders.set(number, ordered)
    planAfterOrder(this.#settings(), ordered)
  }
}
