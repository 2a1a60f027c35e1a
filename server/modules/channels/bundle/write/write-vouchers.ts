import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { type Count, noCount } from './import-counts.ts'

/** Creates a voucher unless its code exists. The caller decides how codes are stored. */
export type CreateVoucher = (
  sql: Transaction,
  voucher: {
    channelId: string
    code: string
    points: number
    validFrom: Date | null
    validUntil: Date | null
    firstName: string
    salutation: string
    language: string
    blocked: boolean
    isDemo: boolean
    spentOn: { sku: string; quantity: number }[]
    ownBatch?: { note: string; at: Date }
  },
) => Promise<'new' | 'known' | { column: string; message: string }>

export async function writeVouchers(
  sql: Transaction,
  { id, vouchers }: ChannelBundle,
  { createVoucher, now }: { createVoucher: CreateVoucher | undefined; now: Date },
): Promise<{ count: Count; problems: FolderProblem[]; warnings: FolderProblem[] }> {
  const count = noCount()
  const problems: FolderProblem[] = []
  const [first] = vouchers?.rows ?? []
  if (!vouchers || !first) return { count, problems, warnings: [] }
  if (!createVoucher) {
    const { file } = first.place()
    const warnings = [problemAt({ file }, 'this import does not create vouchers')]
    return { count, problems, warnings }
  }
  const [channel] = await sql<{ zone: string }[]>`
    select time_zone as zone from channel where id = ${id}`
  const zone = channel?.zone ?? DEFAULT_ZONE
  for (const { value, place } of vouchers.rows) {
    const created = await createVoucher(sql, {
      channelId: id,
      code: value.code,
      points: value.points,
      validFrom: value.valid_from?.(now, zone, false) ?? null,
      validUntil: value.valid_until?.(now, zone, true) ?? null,
      firstName: value.first_name,
      salutation: value.salutation,
      language: value.language,
      blocked: value.blocked,
      isDemo: true,
      spentOn: value.spent_on,
      ...(value.batch === '' ? {} : { ownBatch: { note: value.batch, at: now } }),
    })
    if (typeof created !== 'string')
      problems.push(problemAt(place([created.column]), created.message))
    else count[created === 'new' ? 'new' : 'unchanged'] += 1
  }
  return { count, problems, warnings: [] }
}
