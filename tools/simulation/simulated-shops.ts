import { setTimeout as pause } from 'node:timers/promises'

import { SIMULATED_SERVICES } from '#contract/reports/simulation-report.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { releaseAllClaims } from '#server/platform/jobs/job.sql.ts'
import type { Service } from '#tools/simulation/flaky-services.ts'
import { type ShopProcess, startShopProcess } from '#tools/simulation/shop-processes.ts'
import type { SimulationOptions } from '#tools/simulation/simulation-messages.ts'

const MINUTE_MS = 61_000
/** The minutes for the gift mails of a run. More than a batch needs. */
const MOST_MINUTES = 60
const PROCESSES = 2

/** The processes of the simulated shop, and their clock. */
export class SimulatedShops {
  now = 0
  /** The services that are down. */
  down: readonly Service[] = []
  readonly killed: number[] = []
  #shops: ShopProcess[] = []
  #turn = 0
  #starts = 0
  readonly #calls = new Map<
    Service,
    { calls: number; failed: number; ways: Record<string, number> }
  >()

  constructor(
    readonly sql: Sql,
    readonly options: Omit<SimulationOptions, 'at'>,
    readonly random: () => number,
  ) {}

  async start() {
    while (this.#shops.length < PROCESSES) this.#shops.push(await this.#startShop())
  }

  /** Any of the processes, as behind a load balancer. */
  url() {
    const at = Math.floor(this.random() * this.#shops.length)
    return this.#shops[at]?.url ?? ''
  }

  /** Runs the due jobs of all processes, and those that a dead process had claimed. */
  async runTurn() {
    this.#turn += 1
    const message = { at: this.now, down: this.down, turn: this.#turn }
    let outcomes = await Promise.all(this.#shops.map(async (shop) => shop.send(message)))
    // The clocks advance together while no process has claimed a mail. A process ahead of the others would consider their
    // claims expired and send a mail twice.
    for (let minutes = 0; outcomes.includes('paced') && minutes < MOST_MINUTES; minutes += 1) {
      this.#turn += 1
      this.now += MINUTE_MS
      const giftMailMessage = {
        at: this.now,
        down: this.down,
        turn: this.#turn,
        onlyGiftMails: true,
      }
      outcomes = await Promise.all(this.#shops.map(async (shop) => shop.send(giftMailMessage)))
    }
    if ((await releaseAllClaims(this.sql)) > 0) {
      this.#turn += 1
      await this.#shops[0]?.send({ ...message, at: this.now, turn: this.#turn })
    }
  }

  async sendTime() {
    const message = { at: this.now, down: this.down }
    await Promise.all(this.#shops.map(async (shop) => shop.send(message)))
  }

  /** Like a power failure, at any point of its work. Then the process is started again. */
  async kill() {
    const [victim, ...others] = this.#shops
    if (!victim) return
    await pause(this.random() * 900)
    this.#shops = others
    await victim.kill()
    this.killed.push(victim.pid)
    const restarted = await this.#startShop()
    await restarted.send({ at: this.now, down: this.down })
    this.#shops.push(restarted)
  }

  async close() {
    await Promise.all(this.#shops.map(async (shop) => shop.kill()))
  }

  calls() {
    return SIMULATED_SERVICES.map((service) => ({
      service,
      ...(this.#calls.get(service) ?? { calls: 0, failed: 0, ways: {} }),
    }))
  }

  async #startShop(): Promise<ShopProcess> {
    this.#starts += 1
    const { seed } = this.options
    return startShopProcess(
      { ...this.options, seed: seed * 1000 + this.#starts, at: this.now },
      ({ service, failure, times }) => {
        const counts = this.#calls.get(service) ?? { calls: 0, failed: 0, ways: {} }
        counts.calls += times
        if (failure !== null) {
          counts.failed += failure === 'slow' ? 0 : times
          counts.ways[failure] = (counts.ways[failure] ?? 0) + times
        }
        this.#calls.set(service, counts)
      },
    )
  }
}
