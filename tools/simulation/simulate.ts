import { setTimeout as pause } from 'node:timers/promises'

import { SIMULATED_SERVICES, SimulationReport } from '#contract/reports/simulation-report.ts'
import type { Language } from '#domain/language.ts'
import {
  simulatedHolders,
  type SimulatedHolder,
  type SimulationAsked,
} from '#domain/simulation/simulation-plan.ts'
import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { returnAllClaims } from '#server/platform/jobs/job.sql.ts'
import { DEFAULT_PEPPER } from '#server/platform/config/config.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { Service } from '#tools/simulation/flaky-services.ts'
import { inSequence } from '#tools/simulation/serial-queue.ts'
import { type Clerk, simulatedStaff } from '#tools/simulation/simulated-staff.ts'
import { type Street, visitShop, withdrawFromAll } from '#tools/simulation/simulated-visit.ts'
import { outsideWorld } from '#tools/simulation/simulated-suppliers.ts'
import { copyChannel, type SimulationDatabase } from '#tools/simulation/simulation-database.ts'
import { metricsFrom, ordersIn } from '#tools/simulation/simulation-report.ts'
import { createMailbox } from '#tools/simulation/simulation-mailbox.ts'
import { SIMULATION_SALT } from '#tools/simulation/simulation-messages.ts'
import { type ShopProcess, startShopProcess } from '#tools/simulation/shop-processes.ts'

export type Simulation = {
  /** The real shop: it is read once, and nothing is written to it. */
  from: Sql
  /** The database in which the simulation runs. */
  copy: SimulationDatabase
  channel: string
  asked: SimulationAsked
  ruleCChannel: string
  /** Of calls to outside services. */
  failing?: number
  /** Processes that are killed, spread over the season. */
  kills?: number
  /** How long what was ordered has to come to rest. */
  tailDays?: number
  /** How far the clock moves at once while people order, and afterwards. */
  stepHours?: number
  tailStepHours?: number
  /** Called with the progress in hours. Throws to cancel the simulation. */
  onProgress?: (done: number, total: number) => Promise<void> | void
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 61_000
/** Of gift mails, one after the other: more than a batch needs. */
const MOST_MINUTES = 60
const STEP_HOURS = 4
const TAIL_STEP_HOURS = 24
/** Longer than the deadlines of suppliers, replacement offers and the law together. */
const TAIL_DAYS = 40
/** How long orders that are still under way may take after that. */
const MORE_DAYS = 60
/** Vouchers end some days after the last planned visit. */
const ENDS_AFTER_DAYS = 7
const PROCESSES = 2
const VISITORS_AT_ONCE = 8
const COMES_BACK = 5
const DEFAULT_FAILING = 0.05
const DEFAULT_KILLS = 12

type Guest = SimulatedHolder & {
  visits: number
  /** The time of the next visit. Null: no further one. */
  next: number | null
  code?: string
  order?: string
  deliveredAt?: number
  withdrew?: boolean
  left?: string
}

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
  #now = 0
  #start = 0
  #down: Service[] = []
  #turn = 0
  #starts = 0
  #shops: ShopProcess[] = []
  #killed: number[] = []
  #guests: Guest[] = []
  #clerk: Clerk | undefined
  #zone = 'Europe/Amsterdam'
  #language: Language = 'nl'
  #random: () => number
  #street: Street | undefined
  #calls = new Map<Service, { calls: number; failed: number; ways: Record<string, number> }>()
  #outages: SimulationReport['outages'] = []
  #turnedAway = new Map<string, number>()
  #missed = new Map<string, number>()
  #emptyOn = new Map<string, string>()
  #stockAtFirst = new Map<string, number>()
  #world: ReturnType<typeof outsideWorld> | undefined

  constructor(private simulation: Simulation) {
    this.#sql = simulation.copy.sql
    this.#random = numbersFrom(simulation.asked.seed + 1)
  }

  async open() {
    const { channel, asked } = this.simulation
    const sql = this.#sql
    const [row] = await sql<{ language: Language; countries: string[]; zone: string }[]>`
      select default_language as language, countries, time_zone as zone from channel where id = ${channel}`
    if (!row) throw new Error('the channel was not copied')
    this.#zone = row.zone
    this.#language = row.language
    this.#start = momentOfWallTime(`${asked.firstDay}T00:00`, row.zone) ?? Date.now()
    this.#now = this.#start + HOUR_MS
    const amounts = await sql<{ sku: string; on_hand: number }[]>`
      select sku, on_hand from stock
      union all select sku, count(*)::integer from digital_code group by sku`
    for (const { sku, on_hand } of amounts) this.#stockAtFirst.set(sku, on_hand)
    this.#guests = simulatedHolders(asked, row).map((holder) => ({
      ...holder,
      visits: 0,
      next: holder.comesAt === null ? null : this.#start + holder.comesAt * HOUR_MS,
    }))
    const offers = await sql<{ spliId: string; points: number }[]>`
      select spli_id as "spliId", points from offer where channel_id = ${channel} and active
      order by position, spli_id`
    while (this.#shops.length < PROCESSES) this.#shops.push(await this.#startShop())
    this.#street = {
      url: () => this.#openDoor(),
      keys: voucherKeys(SIMULATION_SALT, DEFAULT_PEPPER),
      offers,
      random: this.#random,
      onMissed: (spliId) => void this.#missed.set(spliId, (this.#missed.get(spliId) ?? 0) + 1),
    }
    const byEmail = new Map(this.#guests.map((guest) => [guest.email, guest]))
    this.#world = outsideWorld({
      sql,
      url: () => this.#openDoor(),
      now: () => new Date(this.#now),
      random: this.#random,
      holderOf: (email) => byEmail.get(email),
    })
    await this.#hear()
    this.#clerk = await simulatedStaff(sql, () => this.#openDoor(), new Date(this.#now))
    await this.#invite()
  }

  async play() {
    const { onProgress = () => {}, kills = DEFAULT_KILLS } = this.simulation
    const steps = stepsOf(this.simulation)
    const killAt = new Set(
      Array.from({ length: kills }, (_, at) => Math.floor(((at + 0.5) / kills) * steps.ordering)),
    )
    const outageAt = outagesOf(steps.ordering)
    for (let step = 0; step < steps.hours.length; step += 1) {
      await onProgress(step, steps.hours.length)
      const hours = steps.hours[step] ?? TAIL_STEP_HOURS
      this.#down = [outageAt.get(step) ?? []].flat()
      for (const service of this.#down)
        this.#outages.push({ service, from: new Date(this.#now).toISOString(), hours })
      await this.#passTime(hours, killAt.has(step))
    }
    this.#down = []
    await this.#rest()
    await this.#finish()
    await onProgress(steps.hours.length, steps.hours.length)
  }

  /** Advances some hours: due holders visit, then the shop's background work runs. */
  async #passTime(hours: number, kills: boolean) {
    await this.#hear()
    await Promise.all([
      this.#visits(hours).then(async () => this.#turnAll()),
      this.#world?.moveOn(),
      kills ? this.#kill() : undefined,
    ])
    await this.#noteShelves()
    const before = dayAt(this.#now, this.#zone)
    this.#now += hours * HOUR_MS
    if (dayAt(this.#now, this.#zone) !== before) await this.#morning()
  }

  /** One turn may cause work for another, so it repeats until all is idle. */
  async #rest() {
    for (let turns = 0; turns < 3; turns += 1) {
      await this.#hear()
      await this.#turnAll()
      this.#now += HOUR_MS
    }
    await this.#morning()
  }

  /** A refused parcel, its replacement and a second refusal can outlast the tail: orders under way get more time. */
  async #finish() {
    const { tailStepHours = TAIL_STEP_HOURS } = this.simulation
    const latest = this.#now + MORE_DAYS * DAY_MS
    while (this.#now < latest && (await ordersIn(this.#sql)).lost.length > 0) {
      await this.#passTime(tailStepHours, false)
      await this.#rest()
    }
  }

  async #morning() {
    await this.#hear()
    await this.#clerk?.takeWhatWaits()
  }

  async #invite() {
    const { channel, asked } = this.simulation
    const until = dayAt(this.#start + (asked.days + ENDS_AFTER_DAYS) * DAY_MS, this.#zone)
    await this.#clerk?.invite(
      {
        channel,
        points: asked.points,
        count: this.#guests.length,
        valid_until: until,
        short_reason: 'A simulation',
        recipients: this.#guests.map(({ firstName, surname, email, language }) => ({
          name: `${firstName} ${surname}`,
          department: '',
          email,
          language,
        })),
        duplicates: 'keep',
      },
      { per_minute: 600, whileMade: async () => this.#turnAll() },
    )
    await this.#turnAll()
  }

  async #visits(hours: number) {
    const until = this.#now + hours * HOUR_MS
    const due = this.#guests.filter(({ next }) => next !== null && next < until)
    await this.#readCodes()
    const visitors = due.filter(({ code }) => code !== undefined)
    // The mail has not arrived yet, so the holder checks again next time.
    for (const guest of due) if (guest.code === undefined) this.#postpone(guest, until, 'no-mail')
    await inSequence(visitors, VISITORS_AT_ONCE, async (guest) => this.#visit(guest, until))
    await this.#withdrawals()
  }

  async #readCodes() {
    const rows = await this.#sql<{ recipient: string; code: string }[]>`
      select distinct on (recipient) recipient, code from simulation_mail
      where code is not null order by recipient, place desc`
    const codes = new Map(rows.map(({ recipient, code }) => [recipient, code]))
    for (const guest of this.#guests) {
      const code = codes.get(guest.email)
      if (code !== undefined) guest.code = code
    }
  }

  async #visit(guest: Guest, until: number) {
    const { code } = guest
    if (!this.#street || code === undefined) return
    const end = await visitShop(this.#street, guest, code)
    guest.visits += 1
    if (end.kind === 'ordered') {
      guest.order = end.number
      guest.next = null
      return
    }
    const { reason } = end
    if (end.kind === 'left' || guest.payment === 'never') return this.#leave(guest, reason)
    // What went wrong on the payment page, and an order undone, are not done again.
    guest.payment = 'well'
    if (reason === 'reopened') guest.undo = 'none'
    this.#postpone(guest, until, reason)
  }

  #postpone(guest: Guest, until: number, reason: string) {
    guest.visits += 1
    if (guest.visits > COMES_BACK) this.#leave(guest, reason)
    else guest.next = until + Math.floor(this.#random() * 24) * HOUR_MS
  }

  #leave(guest: Guest, reason: string) {
    guest.next = null
    guest.left = reason
    this.#turnedAway.set(reason, (this.#turnedAway.get(reason) ?? 0) + 1)
  }

  async #withdrawals() {
    const wanting = this.#guests.filter(
      (guest) => guest.order !== undefined && guest.withdrawsAfterDays !== null && !guest.withdrew,
    )
    if (wanting.length === 0) return
    const delivered = await this.#sql<{ number: string }[]>`
      select number from orders where state = 'delivered' and number in ${this.#sql(wanting.map(({ order = '' }) => order))}`
    const come = new Set(delivered.map(({ number }) => number))
    for (const guest of wanting) {
      if (!come.has(guest.order ?? '')) continue
      guest.deliveredAt ??= this.#now
      if (this.#now < guest.deliveredAt + (guest.withdrawsAfterDays ?? 0) * DAY_MS) continue
      guest.withdrew = true
      const { code = '', order: number = '' } = guest
      if (this.#street) await withdrawFromAll(this.#street, guest, { code, number }).catch(() => {})
    }
  }

  /** Dead processes leave claimed jobs, which are given to others only after a while. */
  async #turnAll() {
    this.#turn += 1
    const message = { at: this.#now, down: this.#down, turn: this.#turn }
    let heard = await Promise.all(this.#shops.map(async (shop) => shop.hear(message)))
    // A minute passes for all of them at once, while none has anything in hand: who is a minute ahead takes what another has
    // claimed for given up, and sends it a second time.
    for (let minutes = 0; heard.includes('paced') && minutes < MOST_MINUTES; minutes += 1) {
      this.#turn += 1
      this.#now += MINUTE_MS
      const again = { at: this.#now, down: this.#down, turn: this.#turn, giftMailsAlone: true }
      heard = await Promise.all(this.#shops.map(async (shop) => shop.hear(again)))
    }
    if ((await returnAllClaims(this.#sql)) > 0) {
      this.#turn += 1
      await this.#shops[0]?.hear({ ...message, at: this.#now, turn: this.#turn })
    }
  }

  async #hear() {
    const message = { at: this.#now, down: this.#down }
    await Promise.all(this.#shops.map(async (shop) => shop.hear(message)))
  }

  async #startShop(): Promise<ShopProcess> {
    const { copy, channel, ruleCChannel, asked, failing = DEFAULT_FAILING } = this.simulation
    this.#starts += 1
    return startShopProcess(
      {
        settings: copy.settings,
        channel,
        ruleCChannel,
        folder: copy.folder,
        seed: asked.seed * 1000 + this.#starts,
        failing,
        at: this.#now,
      },
      ({ service, way, times }) => {
        const known = this.#calls.get(service) ?? { calls: 0, failed: 0, ways: {} }
        known.calls += times
        if (way !== null) {
          known.failed += way === 'slow' ? 0 : times
          known.ways[way] = (known.ways[way] ?? 0) + times
        }
        this.#calls.set(service, known)
      },
    )
  }

  /** Like a power failure, at any point of its work. Then the process is started again. */
  async #kill() {
    const [victim, ...others] = this.#shops
    if (!victim) return
    await pause(this.#random() * 900)
    this.#shops = others
    await victim.kill()
    this.#killed.push(victim.pid)
    const again = await this.#startShop()
    await again.hear({ at: this.#now, down: this.#down })
    this.#shops.push(again)
  }

  #openDoor() {
    const at = Math.floor(this.#random() * this.#shops.length)
    return this.#shops[at]?.url ?? ''
  }

  async #noteShelves() {
    const empty = await this.#sql<{ sku: string }[]>`
      select sku from stock where on_hand = reserved and sku in (
        select sku from offer where channel_id = ${this.simulation.channel})
      union all select sku from digital_code group by sku having count(*) filter (where state = 'free') = 0`
    const day = dayAt(this.#now, this.#zone)
    for (const { sku } of empty) {
      if (this.#emptyOn.has(sku) || (this.#stockAtFirst.get(sku) ?? 0) === 0) continue
      this.#emptyOn.set(sku, day)
    }
  }

  async report(): Promise<SimulationReport> {
    const { channel, asked } = this.simulation
    const lastDay = dayAt(this.#start + (asked.days - 1) * DAY_MS + DAY_MS / 2, this.#zone)
    const figures = await metricsFrom(this.#sql, {
      channel,
      emptyOn: this.#emptyOn,
      missed: this.#missed,
      stockAtFirst: this.#stockAtFirst,
      language: this.#language,
      killed: this.#killed,
      left: this.#guests.filter(({ left }) => left !== undefined).length,
    })
    const counted = (all: ReadonlyMap<string, number>) =>
      [...all].map(([reason, times]) => ({ reason, times })).sort((a, b) => b.times - a.times)
    return SimulationReport.parse({
      channel,
      seed: asked.seed,
      first_day: asked.firstDay,
      last_day: lastDay,
      end_day: dayAt(this.#now, this.#zone),
      ...figures,
      turned_away: counted(this.#turnedAway),
      outside: SIMULATED_SERVICES.map((service) => ({
        service,
        ...(this.#calls.get(service) ?? { calls: 0, failed: 0, ways: {} }),
      })),
      outages: this.#outages,
      kills: this.#killed.length,
    })
  }

  async close() {
    await Promise.all(this.#shops.map(async (shop) => shop.kill()))
  }
}

/** Of how many hours each is; in the first ones people order. */
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

/** Each service is away once, for as long as a step takes. */
function outagesOf(steps: number) {
  const every = Math.max(1, Math.floor(steps / (SIMULATED_SERVICES.length + 1)))
  return new Map(SIMULATED_SERVICES.map((service, at) => [(at + 1) * every, service]))
}
