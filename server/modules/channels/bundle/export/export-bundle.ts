import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { stringify } from 'csv-stringify/sync'

import {
  atomically,
  type Queries,
  type Sql,
  type Transaction,
} from '#server/platform/db/database.ts'

import { lastVersion } from '#server/modules/content/releases/staff-changes.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

import {
  brandsFile,
  dimensionsFile,
  inLanguageOrder,
  productFiles,
  tagsFile,
} from './export-catalog.ts'
import { channelFile } from './export-channel.ts'
import { contentFiles } from './export-content.ts'
import { navigationFile } from './export-navigation.ts'
import { pictureBytes, type PictureNames, pictureNames } from './export-images.ts'
import { synonymsFile } from './export-synonyms.ts'
import { listDirectory } from '#server/modules/channels/bundle/read/bundle-files.ts'
import { byName } from '#server/platform/parsing/name-order.ts'
import { lastCatalogChange } from '#server/modules/channels/bundle/write/preserve-catalog-changes.ts'
import { picturesIn, type ShopContents, shopContents } from './shop-contents.sql.ts'
import { readPictureRows } from '#server/modules/channels/bundle/write/write-image-texts.ts'
import { filled, inOrder, sortedBy, writeYaml } from '#server/platform/parsing/write-yaml.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ExportSettings = {
  sql: Sql | Transaction
  folder: string
  onProgress?: (line: string) => void
}
export type ExportResult = { channels: string[]; files: number }

/** Writes every channel as a folder that an import reads again. */
export async function exportFolder(settings: ExportSettings): Promise<ExportResult> {
  const { sql, folder, onProgress = () => {} } = settings
  if ((await listDirectory({ root: folder, below: '' }))?.files.includes('channel.yaml'))
    throw new StartupProblem(
      `${folder} is the folder of one channel, but an export writes all channels. Name another folder.`,
    )
  return atomically(sql, async (sql) => {
    // All reads see the same snapshot, however long the export takes.
    if (!('savepoint' in settings.sql)) await sql`set transaction isolation level repeatable read`
    const shop = await shopContents(sql)
    const pictures = await pictureNames(sql, picturesIn(shop))
    const catalogue = await lastCatalogChange(sql)
    let files = 0
    for (const channel of sortedBy(shop.channels, ({ id }) => id)) {
      onProgress(`exporting channel ${channel.id}`)
      const written = channelFiles(shop, channel.id, pictures)
      const version = await lastVersion(sql, channel.id)
      const imageTexts = await imageTextsFile(sql, picturesOf(shop, channel.id), pictures)
      if (imageTexts.text !== '') written.set('pictures.yaml', imageTexts.text)
      // An import of this bundle preserves changes after these versions.
      const exportedVersions = filled({
        version: version || null,
        pictures: imageTexts.version || null,
        catalogue: catalogue || null,
      })
      if (Object.keys(exportedVersions).length > 0)
        written.set('exported.yaml', writeYaml(exportedVersions))
      const target = path.join(folder, channel.id)
      files += await writeFiles(target, written)
      files += await writePictureFiles(sql, target, picturesOf(shop, channel.id), pictures)
    }
    return { channels: shop.channels.map(({ id }) => id).sort(byName), files }
  })
}

/** pictures.yaml for this bundle's files, and the last version of back-office image data in it. */
async function imageTextsFile(sql: Queries, references: string[], pictures: PictureNames) {
  const hashes = [...new Set(references.map((reference) => reference.split('.')[0] ?? ''))]
  const rows = await readPictureRows(sql, hashes)
  const rowsWithFile = rows.map((row) => ({ ...row, file: pictures.file(row.hash) ?? '' }))
  const entries = sortedBy(rowsWithFile, ({ file }) => file).flatMap((row) => {
    const { file, focal_x, focal_y, decoration, texts } = row
    const focus = focal_x === null || focal_y === null ? [] : [focal_x, focal_y]
    const entry = filled({ focus, decoration: decoration || null, alt: inLanguageOrder(texts) })
    return file === '' || Object.keys(entry).length === 0 ? [] : [[file, entry]]
  })
  return {
    text: entries.length === 0 ? '' : writeYaml(Object.fromEntries(entries)),
    version: Math.max(0, ...rows.map(({ staff_version }) => staff_version)),
  }
}

function channelFiles(shop: ShopContents, channel: string, pictures: PictureNames) {
  const files = new Map<string, string>()
  const addYaml = (name: string, value: object | undefined) => {
    if (value && Object.keys(value).length > 0) files.set(name, writeYaml(value))
  }
  const row = shop.channels.find(({ id }) => id === channel)
  const hosts = shop.hosts.flatMap(({ host, channel_id }) => (channel_id === channel ? host : []))
  if (row) addYaml('channel.yaml', channelFile(row, hosts, pictures))
  if (channel === channelOfAttributes(shop)) {
    addYaml('brands.yaml', brandsFile(shop, pictures))
    addYaml('tags.yaml', tagsFile(shop))
    addYaml('dimensions.yaml', dimensionsFile(shop))
  }
  for (const [code, product] of productFiles(shop, channel, pictures))
    addYaml(`products/${code}.yaml`, product)
  addYaml('navigation.yaml', navigationFile(shop, channel, pictures))
  addYaml('synonyms.yaml', synonymsFile(shop, channel))
  const content = shop.contents.filter(({ channel_id }) => channel_id === channel)
  for (const [name, page] of contentFiles(content, pictures)) addYaml(`content/${name}.yaml`, page)

  const offers = shop.offers.filter(({ channel_id }) => channel_id === channel)
  if (offers.length > 0)
    files.set(
      'prices.csv',
      csv(
        inOrder(offers, ({ sku }) => sku),
        ['sku', 'points', 'position'],
      ),
    )
  const stock = stockRows(shop, channel)
  if (stock.length > 0) files.set('stock.csv', csv(stock, ['sku', 'on_hand', 'as_exported']))
  return files
}

/** The channel whose bundle contains brands, tags and dimensions: channel 2, or the first one. */
function channelOfAttributes({ channels }: ShopContents) {
  const ids = channels.map(({ id }) => id).sort(byName)
  return ids.includes(SHARED_CHANNEL) ? SHARED_CHANNEL : ids[0]
}

/**
 * Stock is in the bundle of the channel that owns the product. A variant without a stock level is unlimited and has no
 * row.
 */
function stockRows({ stock, articles, products }: ShopContents, channel: string) {
  const owners = new Map(products.map(({ id, owner_channel_id }) => [id, owner_channel_id]))
  const own = new Set(
    articles.flatMap(({ sku, product_id }) => (owners.get(product_id) === channel ? sku : [])),
  )
  return sortedBy(
    stock.filter(({ sku }) => own.has(sku)),
    ({ sku }) => sku,
  ).map(({ sku, on_hand }) => ({ sku, on_hand, as_exported: on_hand }))
}

const csv = (rows: object[], columns: string[]) => stringify(rows, { header: true, columns })

function picturesOf(shop: ShopContents, channel: string) {
  const isOfChannel = ({ channel_id }: { channel_id: string }) => channel_id === channel
  const products = shop.products.filter(({ owner_channel_id }) => owner_channel_id === channel)
  const ids = new Set(products.map(({ id }) => id))
  return picturesIn({
    ...shop,
    brands: channel === channelOfAttributes(shop) ? shop.brands : [],
    channels: shop.channels.filter(({ id }) => id === channel),
    products,
    articles: shop.articles.filter(({ product_id }) => ids.has(product_id)),
    navigationItems: shop.navigationItems.filter(isOfChannel),
    tiles: shop.tiles.filter(isOfChannel),
    contents: shop.contents.filter(isOfChannel),
  })
}

/** Files that an export writes. Other files in the folder, such as vouchers.csv or a README, stay unchanged. */
const EXPORTED_FILES =
  /^([a-z]+\.yaml|prices\.csv|stock\.csv|products\/[^/]+\.yaml|content\/[a-z]{2,3}\/[^/]+\.yaml)$/

async function writeFiles(target: string, files: Map<string, string>) {
  for (const [name, text] of files) {
    await mkdir(path.dirname(path.join(target, name)), { recursive: true })
    await writeFile(path.join(target, name), text)
  }
  const existing = await readdir(target, { recursive: true })
  for (const name of existing.map((name) => name.split(path.sep).join('/')))
    if (EXPORTED_FILES.test(name) && !files.has(name)) await rm(path.join(target, name))
  return files.size
}

async function writePictureFiles(
  sql: Queries,
  target: string,
  references: string[],
  pictures: PictureNames,
) {
  const wanted = new Set(references.flatMap((reference) => pictures.file(reference) ?? []))
  const folder = path.join(target, 'pictures')
  if (wanted.size > 0) await mkdir(folder, { recursive: true })
  for (const [hash, file] of pictures.hashes()) {
    const bytes = wanted.has(file) ? await pictureBytes(sql, hash) : undefined
    if (bytes) await writeFile(path.join(folder, file), bytes)
  }
  for (const name of (await listDirectory({ root: folder, below: '' }))?.files ?? [])
    if (!wanted.has(name)) await rm(path.join(folder, name))
  return wanted.size
}
