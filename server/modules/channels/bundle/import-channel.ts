import type { Transaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import {
  recordImport,
  readStaffChanges,
  snapshotOf,
} from '#server/modules/content/releases/staff-changes.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'

import type { ChannelBundle } from './channel-bundle.ts'
import { checkBundle, withoutSkipped } from './checks/check-bundle.ts'
import type { FolderProblem } from '#server/platform/parsing/file-errors.ts'
import { type Counts, isChange, KINDS, type Kind, noCounts } from './write/import-counts.ts'
import {
  type CatalogChangeFilter,
  catalogChangeFilter,
  readCatalogChanges,
} from './write/preserve-catalog-changes.ts'
import { staffChangeFilter } from './write/preserve-staff-changes.ts'
import { findMissingTexts } from './checks/check-missing-texts.ts'
import { moveVouchersOfBundle } from '#server/modules/channels/move-voucher-dates.sql.ts'
import { readShopNames } from './checks/known-names.sql.ts'
import { writeChannel } from './write/write-channel.ts'
import { writeContent } from './write/write-content.ts'
import { writeNavigation } from './write/write-navigation.ts'
import { writeOffers } from './write/write-prices.ts'
import { writeImageTexts } from './write/write-image-texts.ts'
import { type ImageRegistry, imageRegistry, writePictures } from './write/write-images.ts'
import { writeProducts } from './write/write-products.ts'
import { planStock, writeStock } from './write/write-stock.ts'
import { writeSuppliers } from './write/write-suppliers.ts'
import { deleteUnusedAttributes, writeAttributes } from './write/write-attributes.ts'
import { writeSynonyms } from './write/write-synonyms.ts'
import { type CreateVoucher, writeVouchers } from './write/write-vouchers.ts'

export type ChannelImport = {
  written: boolean
  counts: Counts
  problems: FolderProblem[]
  warnings: FolderProblem[]
}
export type ImportContext = {
  all: ChannelBundle[]
  shared: ChannelBundle | undefined
  failed: Set<string>
  skipInvalidRows: boolean
  /** Whether problems were found in the bundle's files. */
  hasReadingProblems: boolean
  createVoucher: CreateVoucher | undefined
  now: Date
  /** Imports the bundle's values even over later back-office changes. */
  overwriteStaff: boolean
  onRelease: ((sql: Transaction, release: ImportedRelease) => Promise<void>) | undefined
}
/** The release that records the changes of an import to an existing channel. */
export type ImportedRelease = { id: number; channel: string; written: number }

/** Thrown to roll back a channel when a problem is found after writing. */
export class UnwritableChannel extends Error {
  constructor(readonly problems: FolderProblem[]) {
    super('the channel was not written')
  }
}

/** Data that all channels share, so every channel must be reloaded after a change. */
const SHARED_KINDS: Kind[] = ['brands', 'tags', 'dimensions', 'products', 'stock']

/** Checks the bundle of a channel against the shop, and writes it if it is valid. */
export async function importChannel(
  sql: Transaction,
  bundle: ChannelBundle,
  context: ImportContext,
): Promise<ChannelImport> {
  // Imports run one at a time, so that none uses names that another one is changing. Releases wait too.
  await lockPublishing(sql)
  const shop = await readShopNames(sql, context.all)
  const checked = checkBundle(bundle, { ...context, shop })
  const { problems, skipped } = checked
  // Without `skipInvalidRows` either everything is imported or nothing, so nothing is reported as skipped.
  const warnings = context.skipInvalidRows ? checked.warnings : []
  const validBundle = withoutSkipped(bundle, skipped)
  // Variants created by this import have no stock row yet, so their counts cannot be invalid.
  const stockLevels = await planStock(sql, validBundle.counts?.rows ?? [])
  problems.push(...stockLevels.problems)
  const result = { written: false, counts: noCounts(), problems, warnings }
  const isInvalid = problems.length > 0 || context.hasReadingProblems || skipped.size > 0
  if (isInvalid && (!context.skipInvalidRows || skipped.has('channel'))) return result

  const { counts } = result
  const before = await snapshotOf(sql, bundle.id)
  const { staffChanges, catalogChanges } = await readChangeFilters(sql, bundle, context)
  const pictures = imageRegistry(validBundle, context.shared, shop)
  counts.pictures = await writePictures(sql, validBundle, context.shared)
  warnings.push(...(await moveVouchersOfBundle(sql, validBundle)))
  counts.channel = await writeChannel(sql, validBundle, pictures, staffChanges)
  await writeCatalogue(sql, validBundle, { pictures, catalogChanges, stockLevels }, result)
  counts.navigation = await writeNavigation(sql, validBundle, pictures, staffChanges)
  const content = await writeContent(sql, validBundle, pictures, staffChanges)
  counts.content = content.count
  warnings.push(...content.warnings)
  counts.synonyms = await writeSynonyms(sql, validBundle)
  const imageTexts = await writeImageTexts(sql, validBundle, pictures, context.overwriteStaff)
  counts.pictures.changed += imageTexts.changed
  warnings.push(...imageTexts.warnings)
  await deleteUnused(sql, context, counts)
  const vouchers = await writeVouchers(sql, validBundle, context)
  counts.vouchers = vouchers.count
  problems.push(...vouchers.problems)
  // Problems with vouchers are found only after the other parts are written, so these must be rolled back.
  if (vouchers.problems.length > 0 && !context.skipInvalidRows)
    throw new UnwritableChannel(problems)
  warnings.push(...vouchers.warnings)

  warnings.push(...staffChanges.warnings, ...catalogChanges.warnings)
  const release = before && (await recordImport(sql, bundle.id, before, context.now))
  if (release) await context.onRelease?.(sql, { ...release, channel: bundle.id })

  await notifyOfChanges(sql, bundle.id, { counts, isContentMoved: content.isMoved })
  return { ...result, written: true }
}

/** The filters that preserve back-office changes since the bundle was exported. */
async function readChangeFilters(
  sql: Transaction,
  bundle: ChannelBundle,
  { overwriteStaff }: ImportContext,
) {
  const { id, exportedVersion, exportedCatalogVersion } = bundle
  const staffChanges = overwriteStaff ? new Map() : await readStaffChanges(sql, id, exportedVersion)
  const catalogChanges = overwriteStaff
    ? new Map()
    : await readCatalogChanges(sql, id, exportedCatalogVersion)
  return {
    staffChanges: staffChangeFilter(bundle, staffChanges),
    catalogChanges: catalogChangeFilter(bundle, catalogChanges),
  }
}

/** Attributes, suppliers, gifts, prices and stock. */
async function writeCatalogue(
  sql: Transaction,
  validBundle: ChannelBundle,
  {
    pictures,
    catalogChanges,
    stockLevels,
  }: {
    pictures: ImageRegistry
    catalogChanges: CatalogChangeFilter
    stockLevels: Awaited<ReturnType<typeof planStock>>
  },
  { counts, warnings }: Pick<ChannelImport, 'counts' | 'warnings'>,
) {
  Object.assign(counts, await writeAttributes(sql, validBundle, pictures))
  const suppliers = await writeSuppliers(sql, validBundle)
  counts.brands.changed += suppliers.changed
  warnings.push(...suppliers.warnings)
  counts.products = await writeProducts(sql, validBundle, pictures, catalogChanges)
  counts.prices = await writeOffers(sql, validBundle, catalogChanges)
  warnings.push(...(await findMissingTexts(sql, validBundle)))
  counts.stock = stockLevels.counts
  await writeStock(sql, stockLevels)
}

async function deleteUnused(sql: Transaction, { shared, all }: ImportContext, counts: Counts) {
  if (!shared) return
  const deleted = await deleteUnusedAttributes(sql, shared, all)
  counts.brands.removed += deleted.brands
  counts.tags.removed += deleted.tags
  counts.dimensions.removed += deleted.dimensions
}

async function notifyOfChanges(
  sql: Transaction,
  channel: string,
  { counts, isContentMoved }: { counts: Counts; isContentMoved: boolean },
) {
  // New images and vouchers change no page, so they need no change event.
  const visibleKinds = KINDS.filter((kind) => kind !== 'pictures' && kind !== 'vouchers')
  if (isContentMoved || visibleKinds.some((kind) => isChange(counts[kind])))
    await notify(sql, 'channel', channel)
  if (SHARED_KINDS.some((kind) => isChange(counts[kind]))) await notify(sql, 'catalogue', '')
}
