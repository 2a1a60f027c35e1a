import { employerRoleProblem } from '#server/modules/employers/employer-statistics-view.ts'
import {
  listMonthStates,
  closeMonth,
  openMonth,
} from '#server/modules/finance/periods/close-month.ts'
import { checkBooks } from '#tools/check/check.ts'
import { type Command, month, note, out, printFindings, text } from '#server/cli/command.ts'

export const checkCommands: Record<string, Command> = {
  check: {
    usage: 'check [--all]',
    about:
      'Checks that the ledger, orders, payments and stock agree. Exits with code 1 if they differ. Uses the stored totals of closed months. With --all their rows are also read.',
    options: { all: { type: 'boolean' } },
    async run({ sql }, { values }) {
      const lack = await employerRoleProblem(sql)
      if (lack) note(`warning: ${lack}`)
      const { findings } = await checkBooks(sql, { all: values['all'] === true })
      return printFindings(findings)
    },
  },
}

export const monthCommands: Record<string, Command> = {
  'months list': {
    usage: 'months list',
    about:
      'Lists the months with orders. Shows which months are closed and why the others cannot be closed yet.',
    options: {},
    async run({ sql }) {
      for (const one of await listMonthStates(sql)) {
        const state =
          one.state === 'closed'
            ? `closed (${one.version})`
            : one.obstacles.join('; ') || 'can be closed'
        out(
          `${one.month.slice(0, 7)}  ${String(one.orders).padStart(9)} ${one.orders === 1 ? 'order ' : 'orders'}  ${state}`,
        )
      }
      return 0
    },
  },

  'months close': {
    usage: 'months close [--month 2026-10]',
    about:
      'Closes one month, or all months that are complete. Closed months do not change, so backup and check can skip them.',
    options: { month: { type: 'string' } },
    async run({ sql }, { values }) {
      const given = values['month'] === undefined ? undefined : month(values)
      const ready = given
        ? [given]
        : (await listMonthStates(sql)).flatMap((one) =>
            one.state === 'open' && one.obstacles.length === 0 ? [one.month] : [],
          )
      let code = 0
      for (const one of ready) {
        const obstacle = await closeMonth(sql, one)
        out(
          `${one.slice(0, 7)} ${obstacle.length === 0 ? 'is closed' : `stays open: ${obstacle.join('; ')}`}.`,
        )
        if (obstacle.length > 0) code = 1
      }
      if (ready.length === 0) note('No month can be closed yet. months list shows the reasons.')
      return code
    },
  },

  'months open': {
    usage: 'months open --month 2026-10 --why TEXT',
    about: 'Opens a closed month for a correction. Close it again afterwards.',
    options: { month: { type: 'string' }, why: { type: 'string' } },
    async run({ sql }, { values }) {
      const opened = await openMonth(sql, month(values), text(values, 'why'))
      note(opened ? 'The month is open.' : 'The month was not closed.')
      return opened ? 0 : 1
    },
  },
}
