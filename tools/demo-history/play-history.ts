import { readFile } from 'node:fs/promises'

import type { Logger } from 'pino'
import { parse } from 'yaml'

import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Past } from '#tools/demo-history/history-clients.ts'
import { giveInNameOfEmployer } from '#tools/demo-history/history-employer.ts'
import { comeIn, recallVisit } from '#tools/demo-history/history-orders.ts'
import {
  MINUTE,
  momentOf,
  type Person,
  Plan,
  type Step,
  type Story,
} from '#tools/demo-history/history-plan.ts'
import {
  endPast,
  pastProgress,
  planPast,
  releaseClaims,
  saveSteps,
} from '#tools/demo-history/history-progress.sql.ts'
import { FOLLOWS } from '#tools/demo-history/history-steps.ts'
import { creditDueWithdrawals } from '#server/modules/refunds/credit-withdrawals.jobs.ts'
import type { Config } from '#server/platform/config/config.ts'
import { settleLines } from '#server/modules/fulfilment/deliver-lines.jobs.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.jobs.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.jobs.ts'
import { startShop } from '#server/app/start-shop.ts'

/** When each step follows: days after the order, and the time. */
const WHEN: Record<Step, [days: number, time: string]> = {
  undone: [0, ''],
  shipped: [1, '11:05'],
  delivered: [2, '15:20'],
  asked: [2, '20:40'],
  lost: [3, '10:15'],
  withdrawn: [4, '19:30'],
  credited: [4, '10:25'],
}
const UNDONE_AFTER = 9 * MINUTE
/** When jobs run on a day of the history. */
const EVENING = '23:40'

type PastStep = {
  at: number
  run: (past: Past) => Promise<void>
  /** Reads back what the step found out, where an earlier process did it. */
  recall?: (past: Past) => Promise<void>
}

type Around = {
  config: Config
  sql: Sql
  direct: Sql
  log: Logger
  /** Stops after the current step; the next call continues with the step after it. */
  abort?: AbortSignal
}

/**
 * Creates the demo history of a plan, on a clock of the past. Requests of recipients and colleagues go through the API.
 * The jobs, the sandboxed warehouse and the sandboxed bank follow. Each step is stored once it is done. A step that a kill
 * has interrupted runs again at the next start, so every step can be repeated without a second effect.
 */
export async function liveThroughPast(
  file: string,
  { config, sql, direct, log, abort }: Around,
): Promise<void> {
  const plan = Plan.parse(parse(await readFile(file, 'utf8')))
  await planPast(sql, dayAt(Date.now(), DEFAULT_ZONE))
  const { today, steps: done } = (await pastProgress(sql)) ?? { today: '', steps: 0 }
  await releaseClaims(sql)
  let at = Date.now()
  const running = await startShop({
    // Its colleague has a password and nothing else.
    config: { ...config, STAFF_TWO_FACTOR_ROLES: 'none' },
    sql,
    direct,
    log,
    byHand: true,
    ports: { clock: { now: () => new Date(at) } },
  })
  try {
    const steps = plan.people.flatMap((person) => stepsOf(person, plan, today))
    const days = steps.map(({ at }) => dayAt(at, DEFAULT_ZONE))
    const evenings = [...new Set(days)].map((day): PastStep => ({
      at: momentOf(day, EVENING),
      run: settleDay,
    }))
    const now = Date.now()
    const due = [...steps, ...evenings].filter(({ at }) => at < now).toSorted((a, b) => a.at - b.at)
    for (const [index, step] of due.entries()) {
      if (abort?.aborted) return
      at = step.at
      if (index < done) await step.recall?.(running)
      else {
        await step.run(running)
        await saveSteps(sql, index + 1)
      }
    }
    await sql.begin(async (sql) => {
      await giveInNameOfEmployer(sql, plan)
      await endPast(sql)
    })
  } finally {
    await running.stop()
  }
}

function stepsOf(person: Person, plan: Plan, today: string): PastStep[] {
  const day = addDays(today, -person.day)
  const at = momentOf(day, person.at)
  const story: Story = { person, plan, today, at }
  const followed = person.after.map((after): PastStep => {
    const [days, time] = WHEN[after]
    return {
      at: after === 'undone' ? at + UNDONE_AFTER : momentOf(addDays(day, days), time),
      run: (past) => FOLLOWS[after](past, story),
    }
  })
  const visit: PastStep = {
    at,
    run: (past) => comeIn(past, story),
    recall: (past) => recallVisit(past, story),
  }
  return [visit, ...followed]
}

/** Until the mails of the day are sent, parcels known and money looked at. */
async function settleDay({ shop }: Past) {
  await shop.jobs.drain()
  for (let heard = 1; heard > 0;) {
    heard = await readWarehouseFeed(shop)
    await shop.jobs.drain()
  }
  await settleLines(shop)
  await creditDueWithdrawals(shop)
  await pollDuePayments(shop)
  await shop.jobs.drain()
}
