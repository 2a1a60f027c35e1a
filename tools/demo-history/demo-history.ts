import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { Logger } from 'pino'

import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'
import { endPast, pastProgress, planPast } from '#tools/demo-history/history-progress.sql.ts'
import { accountsOf, type Config } from '#server/platform/config/config.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

/** Advisory locks share one space of numbers: make_months has 7134204. */
const LOCK = 7_134_206
const POLL_EVERY_MS = 300

type Around = { config: Config; sql: Sql; direct: Sql; log: Logger; asked: AbortSignal }

/** The demo history, which an open shop creates before it starts its jobs. */
export type DemoPast = {
  /** True once it is complete or has failed; false where the shop stops before. */
  over: Promise<boolean>
  live(): Promise<void>
}

/** Only the demo world of the project has a history. Other folders hold vouchers alone. */
const mayHavePast = (config: Config) =>
  config.GIFTPOINT_WORLD === undefined &&
  // Real payments, parcels and mails must not follow from orders that never happened.
  !Object.values(accountsOf(config)).some(Boolean)

/** Part of the transaction that loads the demo world. */
export async function planDemoPast(sql: Queries, config: Config): Promise<void> {
  if (mayHavePast(config)) await planPast(sql, dayAt(Date.now(), DEFAULT_ZONE))
}

/** Undefined where none is planned, or where it is complete. */
export async function dueDemoPast(around: Around): Promise<DemoPast | undefined> {
  const { config, sql, asked } = around
  if ((await pastProgress(sql)) === undefined) return undefined
  if (!mayHavePast(config)) {
    await endPast(sql)
    return undefined
  }
  let settle: (isOver: boolean) => void = () => {}
  const over = new Promise<boolean>((done) => (settle = done))
  return {
    over,
    async live() {
      while (!asked.aborted && (await pastProgress(sql)) !== undefined) {
        if (!(await liveAlone(around)))
          await pause(POLL_EVERY_MS, undefined, { signal: asked }).catch(() => {})
      }
      settle(!asked.aborted)
    },
  }
}

/** False while another process does it. Where that process dies, PostgreSQL frees its lock, and this one continues. */
async function liveAlone(around: Around): Promise<boolean> {
  const door = await around.direct.reserve()
  try {
    const [row] = await door<{ mine: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as mine`
    if (!row?.mine) return false
    try {
      await live(around)
    } finally {
      await door`select pg_advisory_unlock(${LOCK})`.catch(() => {})
    }
    return true
  } finally {
    door.release()
  }
}

async function live({ asked, log, ...around }: Around) {
  // Loaded here because it runs once in the life of a shop.
  const { liveThroughPast } = await import('#tools/demo-history/play-history.ts')
  const quiet = log.child({}, { level: 'silent' })
  const file = path.join(projectRoot, 'demo/past.yaml')
  try {
    await liveThroughPast(file, { ...around, log: quiet, abort: asked })
  } catch (error) {
    log.warn({ err: error }, 'the past of the demo world broke off; it stays as far as it came')
    await endPast(around.sql)
  }
}
