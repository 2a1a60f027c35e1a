import { employerRoleProblem } from '#server/modules/employers/employer-statistics-view.ts'
import { rewriteFiles } from '#server/modules/privacy/rewrite-month-tables.timer.ts'
import { createLogger } from '#server/platform/log/logger.ts'
import {
  type Command,
  dayOption,
  resolveUserPath,
  note,
  out,
  textOption,
  wholeNumberOption,
} from '#server/cli/command.ts'

export const databaseCommands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    about:
      'Migrates the schema as the user of DATABASE_OWNER_URL, if it is set. Starting the shop does the same.',
    createsShop: true,
    options: {},
    async run({ sql, config, asOwner }) {
      note('The schema is up to date.')
      const clock = { now: () => new Date() }
      await asOwner((sql) => rewriteFiles({ sql, ports: { clock }, log: createLogger(config) }))
      const warning = await employerRoleProblem(sql)
      if (warning) note(`warning: ${warning}`)
      return 0
    },
  },

  simulate: {
    usage:
      'simulate --channel 1014 [--holders 2000] [--points 20] [--from 2026-12-01] [--days 42] [--seed 1] [--kills 12] [--json FILE]',
    about:
      'Simulates a season in a separate database. Simulated recipients order from a copy of the channel in accelerated time. Parcels get lost, external services fail and processes are killed. The shop itself is not changed and nothing is sent. Exits with code 1 if the accounts do not match, an order is lost or an email is sent twice.',
    options: {
      channel: { type: 'string' },
      holders: { type: 'string' },
      points: { type: 'string' },
      from: { type: 'string' },
      days: { type: 'string' },
      seed: { type: 'string' },
      kills: { type: 'string' },
      json: { type: 'string' },
      'for-backoffice': { type: 'string' },
    },
    async run({ sql, config, stopped }, { values }) {
      if (values['for-backoffice'] !== undefined) {
        const { runStaffSimulation } = await import('#tools/simulation/run-staff-simulation.ts')
        const ruleCChannel = config.GIFTPOINT_RULE_C_CHANNEL
        return runStaffSimulation(sql, {
          runner: textOption(values, 'for-backoffice'),
          ruleCChannel,
          abort: stopped,
        })
      }
      const { runSimulation } = await import('#tools/simulation/run-simulation.ts')
      const countOption = (name: string, minimum: number, fallback: number) =>
        values[name] === undefined ? fallback : wholeNumberOption(values, name, minimum)
      return runSimulation({
        sql,
        channel: textOption(values, 'channel'),
        asked: {
          holders: countOption('holders', 1, 2000),
          points: countOption('points', 1, 20),
          firstDay: values['from'] === undefined ? null : dayOption(values, 'from'),
          days: countOption('days', 1, 42),
          seed: countOption('seed', 1, 1),
        },
        ruleCChannel: config.GIFTPOINT_RULE_C_CHANNEL,
        kills: countOption('kills', 0, 12),
        json: values['json'] === undefined ? null : resolveUserPath(textOption(values, 'json')),
        abort: stopped,
        out,
        note,
      })
    },
  },
}
