import type { FastifyInstance } from 'fastify'

import { counts } from '#contract/tasks/tasks.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { decidableKinds } from '#server/modules/approvals/approval.staff-routes.ts'
import { countOverdue } from '#server/modules/tasks/due-item.staff-routes.ts'
import { readerOf } from '#server/modules/tasks/task.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { countFolders } from '#server/modules/support/inbox/inbox-list.sql.ts'
import { countAll } from '#server/lists/keyset-page.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { approvalList } from '#server/modules/approvals/approval.sql.ts'
import { withdrawalList } from '#server/modules/orders/staff/withdrawal-list.sql.ts'
import { countOpenTasks } from '#server/modules/reports/pending-count.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type CountCaller = StaffCaller & { colleague: Colleague }
type Counter = {
  /** Any of these permissions is sufficient. */
  needs: readonly Permission[]
  count: (caller: CountCaller) => Promise<number>
}

/** Counts of pending items, by their name in the navigation. Each requires its own permission. */
const countersOf = ({ approvals: { kinds } }: Backoffice): Record<string, Counter> => ({
  task: {
    needs: ['task.resolve'],
    async count(caller) {
      const { sql } = caller
      const reader = readerOf(caller)
      const row = await countOpenTasks(sql, reader.id, reader)
      return row?.count ?? 0
    },
  },
  due: { needs: ['task.resolve'], count: countOverdue },
  inbox: {
    needs: ['inbox.answer'],
    count: async ({ sql, now, colleague, channels }) => {
      const { unassigned, mine } = await countFolders(sql, { now, me: colleague.id, channels })
      return unassigned + mine
    },
  },
  withdrawals: {
    needs: ['credit.book'],
    count: ({ sql, colleague, channels }) =>
      countAll(
        sql,
        withdrawalList(colleague.language, { state: ['waiting', 'due'] }, channels, null),
      ),
  },
  approvals: {
    needs: [...kinds.values()].map(({ approverPermission }) => approverPermission),
    count: (caller) =>
      countAll(
        caller.sql,
        approvalList(caller, decidableKinds(kinds, caller), { whose: 'to-decide' }),
      ),
  },
})

export function pendingCountRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, counts, handleCounts(backoffice))
}

const handleCounts =
  (backoffice: Backoffice) => async (_: ParsedInput<typeof counts>, caller: SignedIn) => {
    const visibleCounters = Object.entries(countersOf(backoffice)).filter(([, { needs }]) =>
      needs.some(caller.may),
    )
    const counted = await Promise.all(
      visibleCounters.map(async ([name, { count }]) => [name, await count(caller)] as const),
    )
    return { counts: Object.fromEntries(counted) }
  }
