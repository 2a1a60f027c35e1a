import { employerRoleProblem } from '#server/modules/employers/employer-statistics-view.ts'
import {
  listMonthStates,
  closeMonth,
  openMonth,
} from '#server/modules/finance/periods/close-month.ts'
import { checkBooks } from '#tools/check/check.ts'
import {
  type Command,
  monthOption,
  note,
  out,
  printFindings,
  textOption,
} from '#server/cli/command.ts'

export const checkCommands: Record<string, Command> = {
  check: {
    usage: 'check [--all]',
    about:
      'Checks that the ledger, orders, payments and stock agree. Exits with code 1 if they differ. Uses the stored totals of closed months. With --all their rows are also read.',
    options: { all: { type: 'boolean' } },
    async run({ sql }, { values }) {
      const warning = await employerRoleProblem(sql)
      if (warning) note(`warning: ${warning}`)
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
      for (const row of await listMonthStates(sql)) {
        const state =
          row.state === 'closed'
            ? `closed (${row.version})`
            : row.obstacles.join('; ') || 'can be closed'
        out(
          `${row.month.slice(0, 7)}  ${String(row.orders).padStart(9)} ${row.orders === 1 ? 'order ' : 'orders'}  ${state}`,
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
      const requestedMonth = values['month'] === undefined ? undefined : monthOption(values)
      const months = requestedMonth
        ? [requestedMonth]
        : (await listMonthStates(sql)).flatMap((row) =>
            row.state === 'open' && row.obstacles.length === 0 ? [row.month] : [],
          )
      let code = 0
      for (const month of months) {
        const obstacle = await closeMonth(sql, month)
        out(
          `${month.slice(0, 7)} ${obstacle.length === 0 ? 'is closed' : `stays open: ${obstacle.join('; ')}`}.`,
        )
        if (obstacle.length > 0) code = 1
      }
      if (months.length === 0) note('No month can be closed yet. months list shows the reasons.')
      return code
    },
  },

  'months open': {
    usage: 'months open --month 2026-10 --why TEXT',
    about: 'Opens a closed month for a correction. Close it again afterwards.',
    options: { month: { type: 'string' }, why: { type: 'string' } },
    async run({ sql }, { values }) {
      const opened = await openMonth(sql, monthOption(values), textOption(values, 'why'))
      note(opened ? 'The month is open.' : 'The month was not closed.')
      return opened ? 0 : 1
    },
  },
}
