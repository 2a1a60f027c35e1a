import type { Transaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import {
  noteImport,
  readStaffChanges,
  snapshotOf,
} from '#server/modules/content/releases/staff-changes.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'

import type { ChannelBundle } from './channel-bundle.ts'
import { checkFolder, withoutSkipped } from './checks/check-bundle.ts'
import type { FolderProblem } from '#server/platform/parsing/file-errors.ts'
import { type Counts, isChange, KINDS, type Kind, noCounts } from './write/import-counts.ts'
import {
  type CatalogueKeeper,
  catalogueKeeper,
  readCatalogueWork,
} from './write/preserve-catalog-changes.ts'
import { keeper } from './write/preserve-staff-changes.ts'
import { missingTexts } from './checks/check-missing-texts.ts'
import { moveVoucherDays } from '#server/modules/channels/move-voucher-dates.sql.ts'
import { shopNames } from './checks/known-names.sql.ts'
import { writeChannel } from './write/write-channel.ts'
import { writeContent } from './write/write-content.ts'
import { writeNavigation } from './write/write-navigation.ts'
import { writeOffers } from './write/write-prices.ts'
import { writeImageTexts } from './write/write-image-texts.ts'
import { type ImageRegistry, imageRegistry, writePictures } from './write/write-images.ts'
import { writeProducts } from './write/write-products.ts'
import { planStock, writeStock } from './write/write-stock.ts'
import { writeSuppliers } from './write/write-suppliers.ts'
import { sweepVocabulary, writeVocabulary } from './write/write-attributes.ts'
import { writeSynonyms } from './write/write-synonyms.ts'
import { type MakeVoucher, writeVouchers } from './write/write-vouchers.ts'

export type ChannelImport = {
  written: boolean
  counts: Counts
  problems: FolderProblem[]
  warnings: FolderProblem[]
}
export type ImportSurroundings = {
  all: ChannelBundle[]
  shared: ChannelBundle | undefined
  failed: Set<string>
  goodRows: boolean
  /** Reading the folder found problems. */
  misread: boolean
  createVoucher: MakeVoucher | undefined
  now: Date
  /** Imports the bundle's values even over later back-office changes. */
  overwriteStaff: boolean
  onRelease: ((sql: Transaction, release: ImportedRelease) => Promise<void>) | undefined
}
/** The changes of an existing channel. */
export type ImportedRelease = { id: number; channel: string; written: number }

/** Thrown to roll back a channel when a problem is found after writing. */
export class Unwritable extends Error {
  constructor(readonly problems: FolderProblem[]) {
    super('the channel was not written')
  }
}

/** Data shared by all channels: every cached copy must be reloaded. */
const SHARED_KINDS: Kind[] = ['brands', 'tags', 'dimensions', 'products', 'stock']

/** Checks one channel's folder against the shop, and writes it unless something is wrong with it. */
export async function importChannel(
  sql: Transaction,
  folder: ChannelBundle,
  around: ImportSurroundings,
): Promise<ChannelImport> {
  // One at a time, so that no import uses names that another one is changing. Releases of the back office wait, too.
  await lockPublishing(sql)
  const shop = await shopNames(sql, around.all)
  const checked = checkFolder(folder, { ...around, shop })
  const { problems, skipped } = checked
  // Without `goodRows` nothing is skipped except the complete channel.
  const warnings = around.goodRows ? checked.warnings : []
  const good = withoutSkipped(folder, skipped)
  // Variants created by this import have no stock row yet, so their counts cannot be invalid.
  const stockLevels = await planStock(sql, good.counts?.rows ?? [])
  problems.push(...stockLevels.problems)
  const result = { written: false, counts: noCounts(), problems, warnings }
  const isWrong = problems.length > 0 || around.misread || skipped.size > 0
  if (isWrong && (!around.goodRows || skipped.has('channel'))) return result

  const { counts } = result
  const before = await snapshotOf(sql, folder.id)
  const { keep, catalogue } = await staffChangesToKeep(sql, folder, around)
  const pictures = imageRegistry(good, around.shared, shop)
  counts.pictures = await writePictures(sql, good, around.shared)
  warnings.push(...(await moveVoucherDays(sql, good)))
  counts.channel = await writeChannel(sql, good, pictures, keep)
  await writeCatalogue(sql, good, { pictures, catalogue, stockLevels }, result)
  counts.navigation = await writeNavigation(sql, good, pictures, keep)
  const content = await writeContent(sql, good, pictures, keep)
  counts.content = content.count
  warnings.push(...content.warnings)
  counts.synonyms = await writeSynonyms(sql, good)
  const described = await writeImageTexts(sql, good, pictures, around.overwriteStaff)
  counts.pictures.changed += described.changed
  warnings.push(...described.warnings)
  await sweepUnused(sql, around, counts)
  const vouchers = await writeVouchers(sql, good, around)
  counts.vouchers = vouchers.count
  problems.push(...vouchers.problems)
  // Voucher problems are known only after all is written, and then all of it must be rolled back.
  if (vouchers.problems.length > 0 && !around.goodRows) throw new Unwritable(problems)
  warnings.push(...vouchers.warnings)

  warnings.push(...keep.warnings, ...catalogue.warnings)
  const noted = before && (await noteImport(sql, folder.id, before, around.now))
  if (noted) await around.onRelease?.(sql, { ...noted, channel: folder.id })

  await notifyOfChanges(sql, folder.id, { counts, contentMoved: content.moved })
  return { ...result, written: true }
}

/** Back-office changes since the folder was exported. */
async function staffChangesToKeep(
  sql: Transaction,
  folder: ChannelBundle,
  { overwriteStaff }: ImportSurroundings,
) {
  const work = overwriteStaff ? new Map() : await readStaffChanges(sql, folder.id, folder.exported)
  const keep = keeper(folder, work)
  const catalogue = catalogueKeeper(
    folder,
    overwriteStaff ? new Map() : await readCatalogueWork(sql, folder.id, folder.exportedCatalogue),
  )
  return { keep, catalogue }
}

/** Attributes, suppliers, gifts, prices and stock. */
async function writeCatalogue(
  sql: Transaction,
  good: ChannelBundle,
  {
    pictures,
    catalogue,
    stockLevels,
  }: {
    pictures: ImageRegistry
    catalogue: CatalogueKeeper
    stockLevels: Awaited<ReturnType<typeof planStock>>
  },
  { counts, warnings }: Pick<ChannelImport, 'counts' | 'warnings'>,
) {
  Object.assign(counts, await writeVocabulary(sql, good, pictures))
  const suppliers = await writeSuppliers(sql, good)
  counts.brands.changed += suppliers.changed
  warnings.push(...suppliers.warnings)
  counts.products = await writeProducts(sql, good, pictures, catalogue)
  counts.prices = await writeOffers(sql, good, catalogue)
  warnings.push(...(await missingTexts(sql, good)))
  counts.stock = stockLevels.counts
  await writeStock(sql, stockLevels)
}

async function sweepUnused(sql: Transaction, { shared, all }: ImportSurroundings, counts: Counts) {
  if (!shared) return
  const swept = await sweepVocabulary(sql, shared, all)
  counts.brands.gone += swept.brands
  counts.tags.gone += swept.tags
  counts.dimensions.gone += swept.dimensions
}

async function notifyOfChanges(
  sql: Transaction,
  channel: string,
  { counts, contentMoved }: { counts: Counts; contentMoved: boolean },
) {
  // An image alone is not visible anywhere, so it needs no change event.
  const changed = KINDS.filter((kind) => kind !== 'pictures' && kind !== 'vouchers')
  if (contentMoved || changed.some((kind) => isChange(counts[kind])))
    await notify(sql, 'channel', channel)
  if (SHARED_KINDS.some((kind) => isChange(counts[kind]))) await notify(sql, 'catalogue', '')
}
