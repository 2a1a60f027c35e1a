import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

/**
 * Refuses a different secret under a name that this shop has used: new codes would not work and issued codes would be
 * unknown. Then stores a mark of each configured secret, to recognise a different one later.
 */
export async function checkSecretKeys(sql: Queries, { marks }: VoucherKeys) {
  await refuseOtherSecrets(sql, marks)
  for (const { pepperId, mark } of marks)
    await sql`insert into pepper (name, mark) values (${pepperId}, ${mark}) on conflict do nothing`
  // Another process may have stored another secret between the check and the insert.
  await refuseOtherSecrets(sql, marks)
}

/** For commands that create codes: these would not work with a pepper that the running shop does not have. */
export async function checkSecretKeysOfShop(sql: Queries, keys: VoucherKeys) {
  const known = await listStoredPeppers(sql)
  const newest = keys.marks[0]?.pepperId ?? ''
  if (known.length > 0 && !known.some(({ name }) => name === newest)) {
    throw new StartupProblem(
      `The shop has never started with the pepper ${newest}, so these codes would not work. Set GIFTPOINT_PEPPER as in the shop (${namesOf(known)}), or start the shop with the new pepper first.`,
    )
  }
  await checkSecretKeys(sql, keys)
}

async function refuseOtherSecrets(sql: Queries, marks: VoucherKeys['marks']) {
  for (const { name, mark } of await listStoredPeppers(sql)) {
    const configured = marks.find(({ pepperId }) => pepperId === name)
    if (!configured || configured.mark.equals(mark)) continue
    throw new StartupProblem(
      `The secret of ${name} in GIFTPOINT_PEPPER, or GIFTPOINT_VOUCHER_SALT, differs from earlier starts. Set both as before. A new secret needs a new name.`,
    )
  }
}

/**
 * A warning about vouchers that the configured secrets cannot open. It does not prevent the start, because all other
 * vouchers work. Names are found by a skip scan of the index, and only vouchers of a missing secret are counted, so
 * the start never scans all vouchers.
 */
export async function warnAboutMissingSecrets(
  sql: Queries,
  { marks }: VoucherKeys,
): Promise<string | undefined> {
  const names = marks.map(({ pepperId }) => pepperId)
  const missing = await sql<{ name: string; vouchers: number }[]>`
    with recursive used (name) as (
      select min(pepper_id) from voucher
      union all
      select (select min(pepper_id) from voucher where pepper_id > name) from used where name is not null)
    select name, vouchers from used, lateral (
      select count(*)::integer as vouchers from voucher
      where pepper_id = name and valid_until > now()) as valid
    where not name = any(${names}::text[]) and vouchers > 0
    order by name`
  if (missing.length === 0) return undefined
  const vouchers = missing.reduce((sum, row) => sum + row.vouchers, 0)
  return `GIFTPOINT_PEPPER lacks ${namesOf(missing)}. Without it, ${vouchers} valid vouchers do not work. Add it again after the newest pepper.`
}

/**
 * The same for codes of digital gifts. The shop encrypts them again with the newest pepper, and needs the older one until
 * then.
 */
export async function warnAboutUnreadableCodes(
  sql: Queries,
  { marks }: VoucherKeys,
): Promise<string | undefined> {
  const names = marks.map(({ pepperId }) => pepperId)
  const missing = await sql<{ name: string; codes: number }[]>`
    select pepper_id as name, count(*)::integer as codes from digital_code
    where sealed is not null and not pepper_id = any(${names}::text[]) group by pepper_id order by pepper_id`
  if (missing.length === 0) return undefined
  const codes = missing.reduce((sum, row) => sum + row.codes, 0)
  return `GIFTPOINT_PEPPER lacks ${namesOf(missing)}. Without it, ${codes} codes of digital gifts cannot be read. Add it again after the newest pepper, until the shop has encrypted them with that one.`
}

async function listStoredPeppers(sql: Queries) {
  return sql<{ name: string; mark: Buffer }[]>`select name, mark from pepper order by name`
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(' and ')
