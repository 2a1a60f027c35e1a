import type { SimulationDatabase } from '#tools/simulation/simulation-database.ts'
import type { Service, FailureKind } from '#tools/simulation/flaky-services.ts'

/** What a shop of a simulation is started with. */
export type SimulationOptions = {
  settings: SimulationDatabase['settings']
  channel: string
  ruleCChannel: string
  folder: string
  seed: number
  failing: number
  at: number
}

/**
 * The current time and the services that are down. `turn`: run the shop's background work, or only its gift mails,
 * and report when done.
 */
export type ToShop = {
  at: number
  down: readonly Service[]
  turn?: number
  onlyGiftMails?: boolean
}

export type FromShop =
  | { kind: 'opened'; url: string }
  /** `paced`: gift mails were sent, and more may follow after a minute. */
  | { kind: 'turned'; turn: number; paced: boolean }
  | { kind: 'calls'; calls: { service: Service; failure: FailureKind | null; times: number }[] }

/** The salt shared by a simulation and its shops. It matches no real voucher. */
export const SIMULATION_SALT = 'simulation'
