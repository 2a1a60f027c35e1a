import { parse } from 'yaml'
import { z } from 'zod'

import type { ChannelBundle, Rows } from '#server/modules/channels/bundle/channel-bundle.ts'
import { ChannelShape } from '#server/modules/channels/core/channel-schema.ts'
import { readCsv } from '#server/platform/parsing/read-csv.ts'
import {
  COUNT_COLUMNS,
  CountShape,
  PRICE_COLUMNS,
  PriceShape,
  VOUCHER_COLUMNS,
  VoucherShape,
} from '#server/modules/channels/bundle/schemas/csv-schemas.ts'
import { type Directory, inside, listDirectory, readText } from './bundle-files.ts'
import { type FolderProblem, type Placed, problemAt } from '#server/platform/parsing/file-errors.ts'
import { pictureNeeds, unitsOf } from '#server/modules/channels/bundle/checks/bundle-references.ts'
import { NavigationShape } from '#server/modules/channels/bundle/schemas/navigation-schema.ts'
import { PicturesShape } from '#server/modules/channels/bundle/schemas/images-schema.ts'
import { readContent } from './read-content.ts'
import { readPictures } from './read-images.ts'
import { readProducts } from './read-products.ts'
import { keysOf, readAttributes } from './read-attributes.ts'
import { SynonymsShape } from '#server/modules/channels/bundle/schemas/synonyms-schema.ts'
import { whole } from '#server/platform/parsing/schema-fields.ts'
import { readYaml, validate } from '#server/platform/parsing/read-yaml.ts'

type Findings = { problems: FolderProblem[]; warnings: FolderProblem[]; broken: Set<string> }

/** exported.yaml, written by an export: the last back-office changes that the bundle contains. */
const ExportedShape = z.strictObject({
  version: whole(0, Number.MAX_SAFE_INTEGER).default(0),
  pictures: whole(0, Number.MAX_SAFE_INTEGER).default(0),
  catalogue: whole(0, Number.MAX_SAFE_INTEGER).default(0),
})

const KNOWN_FILES = new Set(
  `channel.yaml exported.yaml navigation.yaml pictures.yaml synonyms.yaml brands.yaml tags.yaml dimensions.yaml
   prices.csv stock.csv vouchers.csv content products pictures`.split(/\s+/),
)

/** Reads a channel's bundle. If its channel.yaml is invalid, it returns undefined and all names of the bundle are broken. */
export async function readChannel(
  directory: Directory,
  findings: Findings,
): Promise<ChannelBundle | undefined> {
  const { problems, warnings, broken } = findings
  const listed = await listDirectory(directory)
  for (const name of [...(listed?.files ?? []), ...(listed?.folders ?? [])])
    if (!KNOWN_FILES.has(name) && !/^readme/i.test(name))
      warnings.push(problemAt({ file: inside(directory, name).below }, 'this is not read'))

  const channelFile = inside(directory, 'channel.yaml')
  const channel = await readShaped(channelFile, ChannelShape, problems)
  const label = directory.below
  if (channel && label && label !== channel.value.id) {
    const message = `the folder is called '${label}', but the channel is '${channel.value.id}'`
    problems.push(problemAt(channel.place(['id']), message))
  }
  const parts = {
    ...(await readAttributes(directory, findings)),
    products: await readProducts(directory, findings),
    prices: await readRows(directory, 'prices.csv', 'sku', PRICE_COLUMNS, PriceShape, problems),
    counts: await readRows(directory, 'stock.csv', 'sku', COUNT_COLUMNS, CountShape, problems),
    vouchers: await readRows(
      directory,
      'vouchers.csv',
      'code',
      VOUCHER_COLUMNS,
      VoucherShape,
      problems,
    ),
    navigation: await readShaped(inside(directory, 'navigation.yaml'), NavigationShape, problems),
    imageTexts: await readShaped(inside(directory, 'pictures.yaml'), PicturesShape, problems),
    synonyms: await readShaped(inside(directory, 'synonyms.yaml'), SynonymsShape, problems),
    ...(await readContent(directory, findings)),
  }
  if (!channel) {
    const noChannel = { value: { id: '', name: '' }, place: () => ({ file: channelFile.below }) }
    const metadata = { settings: undefined, ...NOT_EXPORTED }
    const bundle = { id: '', label, channel: noChannel, ...metadata, ...parts, broken }
    const units = unitsOf({ ...bundle, pictures: new Map() })
    for (const name of units.flatMap(({ defines }) => defines)) broken.add(name)
    broken.add('picture:*')
    return undefined
  }
  const settings = await readSettings(channelFile, channel.value)
  const metadata = { settings, ...(await readExportedVersions(directory, problems)) }
  const bundle = { id: channel.value.id, label, channel, ...metadata, ...parts, broken }
  const pictures = await readPictures(
    directory,
    pictureNeeds({ ...bundle, pictures: new Map() }),
    findings,
  )
  return { ...bundle, pictures }
}

const NOT_EXPORTED = { exportedVersion: 0, exportedImageVersion: 0, exportedCatalogVersion: 0 }

async function readExportedVersions(directory: Directory, problems: FolderProblem[]) {
  const exported = await readShaped(inside(directory, 'exported.yaml'), ExportedShape, problems)
  if (!exported) return NOT_EXPORTED
  const { version, pictures, catalogue } = exported.value
  return {
    exportedVersion: version,
    exportedImageVersion: pictures,
    exportedCatalogVersion: catalogue,
  }
}

async function readShaped<T>(
  file: Directory,
  schema: z.ZodType<T>,
  problems: FolderProblem[],
): Promise<Placed<T> | undefined> {
  const source = await readText(file, problems)
  if (source === undefined) return undefined
  const read = readYaml(file.below, source)
  problems.push(...read.problems)
  if (!read.value || read.problems.length > 0) return undefined
  const result = validate({ ...read.value, value: read.value.value ?? {} }, schema)
  problems.push(...result.problems)
  return result.value
}

/** Settings have no fixed fields, so numbers and flags have the types that YAML gives them. */
async function readSettings(file: Directory, channel: ChannelShape) {
  if (!channel.settings) return undefined
  const content: unknown = parse((await readText(file, [])) ?? '')
  return Object.fromEntries(
    keysOf(content, 'settings').map((key) => [
      key,
      (content as { settings: Record<string, unknown> }).settings[key],
    ]),
  )
}

async function readRows<T>(
  directory: Directory,
  file: string,
  key: string & keyof T,
  columns: { required: string[]; optional: string[] },
  schema: z.ZodType<T>,
  problems: FolderProblem[],
): Promise<Rows<T> | undefined> {
  const csvFile = inside(directory, file)
  const source = await readText(csvFile, problems)
  if (source === undefined) return undefined
  const read = readCsv(csvFile.below, source, columns, schema)
  problems.push(...read.problems)
  if (!read.isReadable) return undefined
  const seen = new Set<string>()
  const rows = read.rows.filter((row) => {
    const code = String(row.value[key])
    const isRepeated = seen.has(code)
    if (isRepeated) problems.push(problemAt(row.place([key]), `'${code}' appears twice`))
    seen.add(code)
    return !isRepeated
  })
  return { rows, mentioned: new Set([...seen, ...read.invalidRows]) }
}
