import path from 'node:path'

import { expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { SimulationReport, wentWell } from '#contract/reports/simulation-report.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { simulationDatabase } from '#tools/simulation/simulation-database.ts'
import { reportText } from '#tools/simulation/report-texts.ts'
import { simulate } from '#tools/simulation/simulate.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { testDatabase } from '#server/testing/test-database.ts'
import { testShop } from '#server/testing/test-shop.ts'

const HOLDERS = Number(process.env['SEASON_HOLDERS'] ?? 2000)
const PROGRESS_LINES = 20
const SEED = Number(process.env['SEASON_SEED'] ?? 1)

it(
  `plays the season of ${HOLDERS} holders: every order is delivered, refunded, or has an open task with owner and reason; no mail arrives twice; the accounts match`,
  { timeout: 5_400_000 },
  async () => {
    const real = await testDatabase('template_migrated', { max: 2 })
    const copy = await simulationDatabase()
    try {
      const { problems } = await importFolder({
        sql: real.sql,
        folder: path.join(projectRoot, 'demo/world'),
        createVoucher: async () => 'new',
      })
      expect(problems).toEqual([])
      const report = await simulate({
        from: real.sql,
        copy,
        channel: '1014',
        ruleCChannel: '1014',
        asked: { holders: HOLDERS, points: 20, firstDay: '2026-11-25', days: 35, seed: SEED },
        onProgress(done, total) {
          if (done % Math.ceil(total / PROGRESS_LINES) === 0)
            process.stdout.write(`${Math.floor((100 * done) / total)} % of the season has passed\n`)
        },
      })
      process.stdout.write(`${reportText(report).join('\n')}\n`)
      expect(report.findings).toEqual([])
      expect(report.orders.lost).toEqual([])
      expect(report.mails_twice).toBe(0)
      expect(report.waiting.filter(({ owner, reason }) => owner === null || reason === '')).toEqual(
        [],
      )
      expect(report.mails.filter(({ waiting }) => waiting > 0)).toEqual([])
      // The season had orders, and gifts that sold out.
      expect(report.orders.placed).toBeGreaterThan(HOLDERS / 2)
      expect(report.gifts.some((gift) => gift.sold_out_on !== null)).toBe(true)
      expect(new Set(report.gifts.flatMap((gift) => (gift.sold > 0 ? gift.delivery : [])))).toEqual(
        new Set(['digital', 'dropship', 'monta']),
      )
      for (const { calls, failed } of report.outside) {
        // With few calls, fewer may fail by chance.
        expect(failed).toBeGreaterThan(calls * 0.02 - 5)
        expect(failed).toBeLessThan(calls * 0.2)
      }
      expect(report.kills).toBeGreaterThan(5)
      expect(report.outages).toHaveLength(4)
    } finally {
      await copy.close()
      await real.drop()
    }
  },
)

it(
  'plays the season that someone requested in the back office, in a process of its own, and leaves the shop unchanged',
  { timeout: 900_000 },
  async () => {
    const proxy = await postgresProxy()
    const shop = await testShop()
    try {
      const name = 'database' in shop.database.settings ? shop.database.settings.database : ''
      shop.config.DATABASE_URL = proxy.urlOf(name)
      const owner = await staffClient(shop)
      await owner.signIn()
      const simulation = await jsonOf<{ id: string; work: string }>(
        await owner.request('POST', '/backoffice/api/simulations', {
          channel: '1014',
          holders: 20,
          points: 20,
          first_day: '2026-12-01',
          days: 1,
        }),
      )
      const countRows = async () => [
        ...(await shop.sql`
          select (select count(*)::integer from orders) as orders, (select count(*)::integer from mail) as mails,
            (select count(*)::integer from voucher) as vouchers, (select count(*)::integer from ledger) as entries`),
      ]
      const before = await countRows()
      await shop.shop.jobs.drain()
      const answer = await jsonOf<StaffResponse<'simulation'>>(
        await owner.request('GET', `/backoffice/api/simulations/${simulation.id}`),
      )
      expect(answer).toMatchObject({ state: 'done', went_well: true, problem: '' })
      const report = SimulationReport.parse(answer.report)
      expect(wentWell(report)).toBe(true)
      expect(report.holders.invited).toBe(20)
      expect(await countRows()).toEqual(before)
    } finally {
      proxy.close()
      await shop.stop()
    }
  },
)
