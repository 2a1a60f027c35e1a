import type { SimulationDatabase } from '#tools/simulation/simulation-database.ts'
import type { Service, Way } from '#tools/simulation/flaky-services.ts'

/** What a shop of a simulation is started with. */
export type SimulationOrders = {
  settings: SimulationDatabase['settings']
  channel: string
  ruleCChannel: string
  folder: string
  seed: number
  failing: number
  at: number
}

/** It is so late, and this is down; `turn`: then do what a shop does by itself, or of that its gift mails alone, and say when it is done. */
export type ToShop = {
  at: number
  down: readonly Service[]
  turn?: number
  giftMailsAlone?: boolean
}

export type FromShop =
  | { kind: 'opened'; url: string }
  /** `paced`: gift mails left, of which so many leave a minute. */
  | { kind: 'turned'; turn: number; paced: boolean }
  | { kind: 'calls'; calls: { service: Service; way: Way | null; times: number }[] }

/** By what an orchestrator and its shops agree on codes; no voucher outside of it is found by them. */
export const SIMULATION_SALT = 'simulation'
