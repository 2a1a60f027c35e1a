import { setTimeout as pause } from 'node:timers/promises'

import type { Logger } from 'pino'

import type { Queries, Sql } from '#server/platform/db/database.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import { accountsOf, type Config } from '#server/platform/config/config.ts'
import {
  endHistory,
  isHistoryPending,
  planHistory,
} from '#tools/demo-history/pending-history.sql.ts'

/** Advisory locks share one space of numbers: create_month_partitions has 7134204. */
const LOCK = 7_134_206
const POLL_EVERY_MS = 300

type HistoryContext = {
  config: Config
  sql: Sql
  direct: Sql
  asOwner: OpenDatabase['asOwner']
  log: Logger
  stopSignal: AbortSignal
}

/** The demo history, which an open shop loads before it starts its jobs. */
export type DemoHistory = {
  /** True when it is loaded or has failed. False if the shop stops before. */
  finished: Promise<boolean>
  load(): Promise<void>
}

/** Only the demo world of the project has a history. Other folders hold vouchers alone. */
const mayHaveHistory = (config: Config) =>
  config.GIFTPOINT_WORLD === undefined &&
  // Real payments, parcels and mails must not follow from orders that never happened.
  !Object.values(accountsOf(config)).some(Boolean)

/** Part of the transaction that loads the demo world. */
export async function planDemoHistory(sql: Queries, config: Config): Promise<void> {
  if (!mayHaveHistory(config)) return
  const { reserveNumbers } = await import('#tools/demo-history/load-history.ts')
  await reserveNumbers(sql)
  await planHistory(sql)
}

/** Undefined if no history is planned, or if it is already loaded. */
export async function findDueHistory(context: HistoryContext): Promise<DemoHistory | undefined> {
  const { config, sql, stopSignal } = context
  if (!(await isHistoryPending(sql))) return undefined
  if (!mayHaveHistory(config)) {
    await endHistory(sql)
    return undefined
  }
  let finish: (isOver: boolean) => void = () => {}
  const finished = new Promise<boolean>((done) => (finish = done))
  return {
    finished,
    async load() {
      while (!stopSignal.aborted && (await isHistoryPending(sql))) {
        if (!(await loadWithLock(context)))
          await pause(POLL_EVERY_MS, undefined, { signal: stopSignal }).catch(() => {})
      }
      finish(!stopSignal.aborted)
    },
  }
}

/** False while another process loads it. If that process dies, PostgreSQL releases its lock, and this one starts. */
async function loadWithLock(context: HistoryContext): Promise<boolean> {
  const locking = await context.direct.reserve()
  try {
    const [row] = await locking<{ mine: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as mine`
    if (!row?.mine) return false
    try {
      if (await isHistoryPending(context.sql)) await load(context)
    } finally {
      await locking`select pg_advisory_unlock(${LOCK})`.catch(() => {})
    }
    return true
  } finally {
    locking.release()
  }
}

async function load({ config, sql, asOwner, log, stopSignal }: HistoryContext) {
  // Loaded here because it runs once in the life of a shop.
  const { loadHistory } = await import('#tools/demo-history/load-history.ts')
  try {
    await asOwner((owner) => loadHistory({ owner, config, now: Date.now(), abort: stopSignal }))
  } catch (error) {
    if (stopSignal.aborted) return
    log.warn({ err: error }, 'demo history not loaded')
    await endHistory(sql)
  }
}
