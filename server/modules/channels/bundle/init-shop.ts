import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import type { Sql } from '#server/platform/db/database.ts'
import { isShopInitialized } from '#server/http/shop-initialized.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { recordDefaultTexts } from '#server/modules/content/texts/default-texts.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

import { importFolder } from './import-bundle.ts'
import { filled, writeYaml } from '#server/platform/parsing/write-yaml.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type NewShop = {
  sql: Sql
  channel: string
  name: string
  language: string
  hosts: string[]
  timeZone?: string | undefined
}

/** The initial texts of every shop, in four languages, all written for this project. */
const STARTING_SHOP = path.join(projectRoot, 'starting-shop')
/** The same lock as the demo data uses, so that only one of the two initializes the shop. */
const INIT_LOCK = 7_134_202

/**
 * Creates a shop in an empty database: the shared texts and one channel without gifts. It uses one transaction, so that
 * an interruption leaves nothing incomplete.
 */
export async function initShop(newShop: NewShop): Promise<void> {
  const { sql, channel } = newShop
  if (channel === SHARED_CHANNEL)
    throw new StartupProblem(
      `Channel ${SHARED_CHANNEL} is reserved for shared content. Choose another number.`,
    )
  if (!/^\d{1,10}$/.test(channel))
    throw new StartupProblem(`'${channel}' is not a channel number. Use 1 to 10 digits.`)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'giftpoint-begin-'))
  try {
    await cp(STARTING_SHOP, folder, { recursive: true })
    await writeFirstChannel(path.join(folder, channel), newShop)
    await sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${INIT_LOCK})`
      if (await isShopInitialized(sql)) {
        const channels = await sql<{ id: string }[]>`select id from channel order by length(id), id`
        throw new StartupProblem(
          `This database already contains a shop, with channel ${channels.map(({ id }) => id).join(', ')}. Add more with npm run shop -- import FOLDER.`,
        )
      }
      const { problems } = await importFolder({ sql, folder })
      const [problem] = problems
      if (problem) throw new StartupProblem(`The shop cannot be created: ${problem.message}.`)
      await recordDefaultTexts(sql)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeFirstChannel(
  folder: string,
  { channel, name, language, hosts, timeZone }: NewShop,
) {
  const contentFolder = path.join(folder, 'content/all')
  await mkdir(contentFolder, { recursive: true })
  await writeFile(
    path.join(folder, 'channel.yaml'),
    writeYaml({
      id: channel,
      name,
      main_site: true,
      default_language: language,
      ...filled({ time_zone: timeZone }),
      hosts,
    }),
  )
  // Pages read the default language from the header's content.
  await writeFile(
    path.join(contentFolder, 'headercomponents.yaml'),
    writeYaml({ default_language: language }),
  )
}
