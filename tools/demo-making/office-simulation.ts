import { randomUUID } from 'node:crypto'

import type { StaffInput } from '#contract/client.staff.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'
import { simulate } from '#tools/simulation/simulate.ts'
import { simulationDatabase } from '#tools/simulation/simulation-database.ts'

const STEP_HOURS = 8

/** A simulated season, played in this process: the background job finds its report. */
export async function playSimulation(
  played: PlayedShop,
  parameters: StaffInput<'startSimulation'>,
) {
  const { sql, config } = played.shop
  const { id } = await played.call('owner', 'startSimulation', parameters)
  const { channel, first_day: firstDay, seed = 1, ...plan } = parameters
  const copy = await simulationDatabase()
  try {
    const report = await simulate({
      from: sql,
      copy,
      channel,
      ruleCChannel: config.GIFTPOINT_RULE_C_CHANNEL,
      asked: { ...plan, seed, firstDay },
      // No failures and long steps, so that it takes a minute.
      failing: 0,
      kills: 0,
      stepHours: STEP_HOURS,
      async onProgress() {},
    })
    await sql`
      update simulation set runner = ${randomUUID()}, runs = 1, heartbeat_at = ${new Date(played.time.now)},
        report = ${sql.json(report)}, played_at = ${new Date(played.time.now)} where id = ${id}`
  } finally {
    await copy.close()
  }
  await played.runJobs()
}
