import { SIMULATED_SERVICES, SimulationReport } from '#contract/reports/simulation-report.ts'
import type { Language } from '#domain/language.ts'
import { simulatedHolders, type SimulationParameters } from '#domain/simulation/simulation-plan.ts'
import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { DEFAULT_PEPPER } from '#server/platform/config/config.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { type SimulatedStaff, simulatedStaff } from '#tools/simulation/simulated-staff.ts'
import { SimulatedGuests } from '#tools/simulation/simulated-guests.ts'
import { SimulatedShops } from '#tools/simulation/simulated-shops.ts'
import type { VisitContext } from '#tools/simulation/simulated-visit.ts'
import { outsideWorld } from '#tools/simulation/simulated-suppliers.ts'
import { copyChannel, type SimulationDatabase } from '#tools/simulation/simulation-database.ts'
import { metricsFrom, ordersIn } from '#tools/simulation/simulation-report.ts'
import { createMailbox } from '#tools/simulation/simulation-mailbox.ts'
import { SIMULATION_SALT } from '#tools/simulation/simulation-messages.ts'

export type Simulation = {
  /** The real shop: it is read once, and nothing is written to it. */
  from: Sql
  /** The database in which the simulation runs. */
  copy: SimulationDatabase
  channel: string
  asked: SimulationParameters
  ruleCChannel: string
  /** The share of calls to outside services that fail. */
  failing?: number
  /** Processes that are killed, spread over the season. */
  kills?: number
  /** How long orders may take to reach a final state. */
  tailDays?: number
  /** How far the clock moves at once while people order, and afterwards. */
  stepHours?: number
  tailStepHours?: number
  /** Called with the progress in hours. Throws to cancel the simulation. */
  onProgress?: (done: number, total: number) => Promise<void> | void
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const STEP_HOURS = 4
const TAIL_STEP_HOURS = 24
/** Longer than the deadlines of suppliers, replacement offers and the law together. */
const TAIL_DAYS = 40
/** The time that unfinished orders get after that. */
const EXTRA_DAYS = 60
/** Vouchers end some days after the last planned visit. */
const ENDS_AFTER_DAYS = 7
const DEFAULT_FAILING = 0.05
const DEFAULT_KILLS = 12

/**
 * Simulates the season of a channel in a copy: simulated holders are invited, order, undo, pay and choose
 * replacements through the shop's API, parcels and suppliers respond, the clock advances, outside services fail and
 * processes are killed. Returns the report.
 */
export async function simulate(simulation: Simulation): Promise<SimulationReport> {
  const { from, copy, channel } = simulation
  await copyChannel(from, copy.sql, channel)
  await createMailbox(copy.sql)
  const season = new Season(simulation)
  try {
    await season.open()
    await season.play()
    return await season.report()
  } finally {
    await season.close()
  }
}

class Season {
  #sql: Sql
  #start = 0
  #shops: SimulatedShops
  #guests: SimulatedGuests | undefined
  #staff: SimulatedStaff | undefined
  #zone = 'Europe/Amsterdam'
  #language: Language = 'nl'
  #random: () => number
  #visitContext: VisitContext | undefined
  #outages: SimulationReport['outages'] = []
  #missed = new Map<string, number>()
  #soldOutOn = new Map<string, string>()
  #initialStock = new Map<string, number>()
  #world: ReturnType<typeof outsideWorld> | undefined

  constructor(private simulation: Simulation) {
    const { copy, channel, ruleCChannel, asked, failing = DEFAULT_FAILING } = simulation
    this.#sql = copy.sql
    this.#random = numbersFrom(asked.seed + 1)
    this.#shops = new SimulatedShops(
      copy.sql,
      {
        settings: copy.settings,
        channel,
        ruleCChannel,
        folder: copy.folder,
        seed: asked.seed,
        failing,
      },
      this.#random,
    )
  }

  async open() {
    const { channel, asked } = this.simulation
    const sql = this.#sql
    const [row] = await sql<{ language: Language; countries: string[]; zone: string }[]>`
      select default_language as language, countries, time_zone as zone from channel where id = ${channel}`
    if (!row) throw new Error('copy of the channel returned no row')
    this.#zone = row.zone
    this.#language = row.language
    this.#start = momentOfWallTime(`${asked.firstDay}T00:00`, row.zone) ?? Date.now()
    this.#shops.now = this.#start + HOUR_MS
    const amounts = await sql<{ sku: string; on_hand: number }[]>`
      select sku, on_hand from stock
      union all select sku, count(*)::integer from digital_code group by sku`
    for (const { sku, on_hand } of amounts) this.#initialStock.set(sku, on_hand)
    const holders = simulatedHolders(asked, row)
    this.#guests = new SimulatedGuests(sql, this.#random, { holders, start: this.#start })
    const offers = await sql<{ spliId: string; points: number }[]>`
      select spli_id as "spliId", points from offer where channel_id = ${channel} and active
      order by position, spli_id`
    await this.#shops.start()
    const url = () => this.#shops.url()
    this.#visitContext = {
      url,
      keys: voucherKeys(SIMULATION_SALT, DEFAULT_PEPPER),
      offers,
      random: this.#random,
      onMissed: (spliId) => void this.#missed.set(spliId, (this.#missed.get(spliId) ?? 0) + 1),
    }
    const byEmail = new Map(this.#guests.guests.map((guest) => [guest.email, guest]))
    this.#world = outsideWorld({
      sql,
      url,
      now: () => new Date(this.#shops.now),
      random: this.#random,
      holderOf: (email) => byEmail.get(email),
    })
    await this.#shops.sendTime()
    this.#staff = await simulatedStaff(sql, url, new Date(this.#shops.now))
    await this.#invite()
  }

  async play() {
    const { onProgress = () => {}, kills = DEFAULT_KILLS } = this.simulation
    const steps = stepsOf(this.simulation)
    const killAt = new Set(
      Array.from({ length: kills }, (_, at) => Math.floor(((at + 0.5) / kills) * steps.ordering)),
    )
    const outageAt = planOutages(steps.ordering)
    for (let step = 0; step < steps.hours.length; step += 1) {
      await onProgress(step, steps.hours.length)
      const hours = steps.hours[step] ?? TAIL_STEP_HOURS
      this.#shops.down = [outageAt.get(step) ?? []].flat()
      for (const service of this.#shops.down)
        this.#outages.push({ service, from: new Date(this.#shops.now).toISOString(), hours })
      await this.#passTime(hours, killAt.has(step))
    }
    this.#shops.down = []
    await this.#settle()
    await this.#finish()
    await onProgress(steps.hours.length, steps.hours.length)
  }

  /** Advances some hours: due holders visit, then the shop's background work runs. */
  async #passTime(hours: number, kills: boolean) {
    await this.#shops.sendTime()
    await Promise.all([
      this.#visits(hours).then(async () => this.#shops.runTurn()),
      this.#world?.moveOn(),
      kills ? this.#shops.kill() : undefined,
    ])
    await this.#recordSoldOut()
    const before = dayAt(this.#shops.now, this.#zone)
    this.#shops.now += hours * HOUR_MS
    if (dayAt(this.#shops.now, this.#zone) !== before) await this.#morning()
  }

  /** The jobs of one run may cause others, so it runs several times. */
  async #settle() {
    for (let turns = 0; turns < 3; turns += 1) {
      await this.#shops.sendTime()
      await this.#shops.runTurn()
      this.#shops.now += HOUR_MS
    }
    await this.#morning()
  }

  /** A refused parcel, its replacement and a second refusal can take longer than the tail, so it is extended. */
  async #finish() {
    const { tailStepHours = TAIL_STEP_HOURS } = this.simulation
    const latest = this.#shops.now + EXTRA_DAYS * DAY_MS
    while (this.#shops.now < latest && (await ordersIn(this.#sql)).lost.length > 0) {
      await this.#passTime(tailStepHours, false)
      await this.#settle()
    }
  }

  async #morning() {
    await this.#shops.sendTime()
    await this.#staff?.takeOpenTasks()
  }

  async #invite() {
    const { channel, asked } = this.simulation
    const guests = this.#guests?.guests ?? []
    const until = dayAt(this.#start + (asked.days + ENDS_AFTER_DAYS) * DAY_MS, this.#zone)
    await this.#staff?.invite(
      {
        channel,
        points: asked.points,
        count: guests.length,
        valid_until: until,
        short_reason: 'A simulation',
        recipients: guests.map(({ firstName, surname, email, language }) => ({
          name: `${firstName} ${surname}`,
          department: '',
          email,
          language,
        })),
        duplicates: 'keep',
      },
      { per_minute: 600, whileCreating: async () => this.#shops.runTurn() },
    )
    await this.#shops.runTurn()
  }

  async #visits(hours: number) {
    const { now } = this.#shops
    if (this.#visitContext)
      await this.#guests?.visit(this.#visitContext, { now, until: now + hours * HOUR_MS })
  }

  async #recordSoldOut() {
    const empty = await this.#sql<{ sku: string }[]>`
      select sku from stock where on_hand = reserved and sku in (
        select sku from offer where channel_id = ${this.simulation.channel})
      union all select sku from digital_code group by sku having count(*) filter (where state = 'free') = 0`
    const day = dayAt(this.#shops.now, this.#zone)
    for (const { sku } of empty) {
      if (this.#soldOutOn.has(sku) || (this.#initialStock.get(sku) ?? 0) === 0) continue
      this.#soldOutOn.set(sku, day)
    }
  }

  async report(): Promise<SimulationReport> {
    const { channel, asked } = this.simulation
    const lastDay = dayAt(this.#start + (asked.days - 1) * DAY_MS + DAY_MS / 2, this.#zone)
    const metrics = await metricsFrom(this.#sql, {
      channel,
      soldOutOn: this.#soldOutOn,
      missed: this.#missed,
      initialStock: this.#initialStock,
      language: this.#language,
      killed: this.#shops.killed,
      left: this.#guests?.guests.filter(({ left }) => left !== undefined).length ?? 0,
    })
    const byCount = (all: ReadonlyMap<string, number>) =>
      [...all].map(([reason, times]) => ({ reason, times })).sort((a, b) => b.times - a.times)
    return SimulationReport.parse({
      channel,
      seed: asked.seed,
      first_day: asked.firstDay,
      last_day: lastDay,
      end_day: dayAt(this.#shops.now, this.#zone),
      ...metrics,
      turned_away: byCount(this.#guests?.turnedAway ?? new Map()),
      outside: this.#shops.calls(),
      outages: this.#outages,
      kills: this.#shops.killed.length,
    })
  }

  async close() {
    await this.#shops.close()
  }
}

/** The number of hours in each step. People order in the first steps. */
function stepsOf({
  asked,
  tailDays = TAIL_DAYS,
  stepHours = STEP_HOURS,
  tailStepHours = TAIL_STEP_HOURS,
}: Simulation) {
  const ordering = Math.ceil(((asked.days + 1) * 24) / stepHours)
  const tail = Math.ceil((tailDays * 24) / tailStepHours)
  return {
    ordering,
    hours: [
      ...Array.from({ length: ordering }, () => stepHours),
      ...Array.from({ length: tail }, () => tailStepHours),
    ],
  }
}

/** Each service is down once, for one step. */
function planOutages(steps: number) {
  const every = Math.max(1, Math.floor(steps / (SIMULATED_SERVICES.length + 1)))
  return new Map(SIMULATED_SERVICES.map((service, at) => [(at + 1) * every, service]))
}
