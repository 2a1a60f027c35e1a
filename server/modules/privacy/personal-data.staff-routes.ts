import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { exportPerson, erasePerson, personalData } from '#contract/privacy/retention.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { accountsRetainedUntil } from '#domain/finance/accounting-retention.ts'
import { dayInMonths } from '#domain/vouchers/batch-validity.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { findVoucherPage } from '#server/modules/support/voucher-page/voucher-page.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { eraseHolders } from '#server/modules/privacy/erase-holders.ts'
import { findPersonalFile, personalPage } from '#server/modules/privacy/personal-export.ts'
import { countRetained } from '#server/modules/privacy/retention-run.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  lockBalance,
  insertErasureOfPerson,
  endErasureOfPerson,
  listOrderNumbersOf,
  findHolder,
} from '#server/modules/privacy/personal-data.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { expireRemainingPoints } from '#server/modules/vouchers/ledger.sql.ts'

const DAY_MS = 24 * 3_600_000

/** Data requests of one person: access, export and erasure. */
export function personalDataRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const requestErasure = erasureApproval(backoffice)

  serveStaff(app, backoffice, personalData, handlePersonalData)

  serveStaff(app, backoffice, exportPerson, handleExportPerson)

  serveStaff(app, backoffice, erasePerson, handleErasePerson(requestErasure))
}

function erasureApproval(backoffice: Backoffice) {
  const { shop, approvals } = backoffice
  const { clock } = shop.ports

  return approvals.add<{ points: number }>({
    kind: 'personal-data.erase',
    asked: z.object({ points: z.int() }),
    approverPermission: 'retention.run',
    erases: true,
    async versionOf(sql, subjectId) {
      await lockBalance(sql, subjectId)
      const holder = await findHolder(sql, Number(subjectId), clock.now())
      if (!holder || holder.erased || holder.held !== null) return null
      const { orders } = await countRetained(sql, [holder.id])
      return JSON.stringify([holder.available, orders])
    },
    async action(sql, subjectId, _, { at, decidedBy }) {
      const id = Number(subjectId)
      const holder = await findHolder(sql, id, at)
      if (!holder || holder.erased || holder.held !== null) {
        return refuseStaff('no-longer-possible')
      }
      const counts = await countRetained(sql, [id])
      const points = await expireRemainingPoints(sql, id, { note: 'erased', at })
      const run = await insertErasureOfPerson(sql, {
        id,
        channelId: holder.channel_id,
        at,
        counts,
        decidedBy,
      })
      if (!run) throw new Error('insert of the erasure returned no row')
      await eraseHolders(sql, [id], { run: run.id, now: at })
      await endErasureOfPerson(sql, run.id, at)
      return { after: { run: String(run.id), points_ended: points, orders: counts.orders } }
    },
  })
}

const handleErasePerson =
  (requestErasure: ReturnType<typeof erasureApproval>) =>
  async ({ id, reason }: ParsedInput<typeof erasePerson>, caller: SignedIn) => {
    const holder = await findHolder(caller.sql, Number(id), caller.now)
    if (!holder || !caller.within(holder.channel_id)) return refuseStaff('not-found')
    if (!holder.erased && holder.held !== null) return refuseStaff('not-over')
    const subject = {
      kind: 'voucher',
      id,
      name: `···${holder.last3}`,
      channelId: holder.channel_id,
    }
    const approval = await requestErasure(caller, {
      subject,
      asked: { points: holder.available },
      reason,
    })
    return refused(approval) ? approval : { approval }
  }

async function handlePersonalData(
  { id }: ParsedInput<typeof personalData>,
  { sql, now, within }: SignedIn,
) {
  const holder = await findHolder(sql, Number(id), now)
  if (!holder || !within(holder.channel_id)) return refuseStaff('not-found')
  if (holder.erased) return refuseStaff('no-longer-possible')
  const orders = await listOrderNumbersOf(sql, holder.id)
  const { time_zone: zone, expires_at: expiresAt, order_closes_at: orderClosesAt } = holder
  const nextDay = (at: Date) => dayAt(at.getTime() + DAY_MS, zone)
  return {
    counts: await countRetained(sql, [holder.id]),
    available: holder.available,
    held: holder.held,
    stays: orders.map(({ number, placed_at }) => ({
      number,
      placed_at: placed_at.toISOString(),
      until: accountsRetainedUntil(dayAt(placed_at.getTime(), zone), holder.countries),
    })),
    held_until: holder.held === 'order' && orderClosesAt ? nextDay(orderClosesAt) : null,
    due: expiresAt && dayInMonths(dayAt(expiresAt.getTime(), zone), holder.months),
  }
}

async function handleExportPerson(
  { id, as, reason }: ParsedInput<typeof exportPerson>,
  { sql, now, within, audit }: SignedIn,
) {
  const holder = await findHolder(sql, Number(id), now)
  if (!holder || !within(holder.channel_id)) return refuseStaff('not-found')
  const row = await findVoucherPage(sql, holder.id, now)
  if (holder.erased || !row) return refuseStaff('no-longer-possible')
  const file = await findPersonalFile(sql, holder.id)
  const day = dayAt(now.getTime(), holder.time_zone)
  audit({
    action: 'personal-data.exported',
    subjectKind: 'voucher',
    subjectId: id,
    channelId: holder.channel_id,
    reason,
    after: { as },
  })
  return as === 'json'
    ? {
        name: `personal-data-${id}.json`,
        type: 'application/json',
        text: `${JSON.stringify({ made: day, ...file }, null, 2)}\n`,
      }
    : {
        name: `personal-data-${id}.html`,
        type: 'text/html',
        text: personalPage(file, { language: row.language, made: day, zone: holder.time_zone }),
      }
}
