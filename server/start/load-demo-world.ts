import path from 'node:path'

import type { Config } from '#server/platform/config/config.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { isShopInitialized } from '#server/http/shop-initialized.ts'
import type { Steps } from '#server/platform/log/event-lines.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { addDemoEmployer } from '#server/modules/employers/create-demo-employer.ts'
import { addDemoSuppliers } from '#server/modules/fulfilment/suppliers/create-demo-suppliers.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'
import { addDemoStaff } from '#server/modules/staff/accounts/create-demo-staff.ts'
import { nameDemoSender } from '#server/modules/vouchers/batches/name-demo-sender.sql.ts'
import { planDemoHistory } from '#tools/demo-history/demo-history.ts'

/** Loads the demo world into an empty shop. The first process loads everything or nothing. */
export async function loadDemoWorld(
  config: Config,
  sql: Sql,
  progress?: Pick<Steps, 'begin'>,
): Promise<boolean> {
  if (await isShopInitialized(sql)) return true
  if (config.GIFTPOINT_DEMO === 'false' || config.GIFTPOINT_LIVE) return false
  await sql.begin(async (sql) => {
    // The process with the lock may need longer than the statement timeout.
    await sql`set local statement_timeout = 0`
    await sql`set local idle_in_transaction_session_timeout = 0`
    await sql`select pg_advisory_xact_lock(7134202)`
    if (await isShopInitialized(sql)) return
    progress?.begin('Loading the demo world …')
    // Imported on demand: it is needed once in the life of a shop, and is a third of the start's code.
    const { importFolder } = await import('#server/modules/channels/bundle/import-bundle.ts')
    const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
    const folder = path.resolve(projectRoot, config.GIFTPOINT_WORLD ?? 'demo/world')
    const result = await importFolder({
      sql,
      folder,
      createVoucher: (sql, voucher) => createVoucher(sql, keys, voucher),
    })
    const [problem] = result.problems
    if (problem) {
      throw new StartupProblem(
        `Loading the demo world failed: ${problem.file}${problem.row ? `:${problem.row}` : ''} ${problem.message}.`,
      )
    }
    await addDemoStaff(sql)
    await addDemoEmployer(sql)
    await nameDemoSender(sql)
    await addDemoSuppliers(sql)
    await planDemoHistory(sql, config)
  })
  return true
}
