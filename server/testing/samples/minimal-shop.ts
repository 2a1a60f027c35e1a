import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import type { Transaction } from '#server/platform/db/database.ts'
import { testDatabase, type TestDatabase } from '#server/testing/test-database.ts'

import type { FolderProblem } from '#server/platform/parsing/file-errors.ts'
import {
  importFolder,
  type ImportResult,
  type ImportSettings,
} from '#server/modules/channels/bundle/import-bundle.ts'
import { type Files, temporaryFolder } from '#server/testing/temporary-folder.ts'
import { minimalBundle } from '#server/testing/samples/minimal-bundle.ts'

/** A shop and a folder to import into it, for the tests of one file. */
export function minimalShop() {
  let database: TestDatabase
  let sql: Transaction
  let world: Awaited<ReturnType<typeof temporaryFolder>>
  let undo: () => Promise<void>

  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())
  /** Each test is a transaction that is rolled back, so that every test starts with an empty shop. */
  beforeEach(async () => {
    world = await temporaryFolder(minimalBundle)
    await new Promise<void>((started, failed) => {
      const ended = database.sql.begin(async (transaction) => {
        sql = transaction
        await new Promise<void>((_resolve, reject) => {
          undo = async () => {
            reject(new Error('undone'))
            await ended.catch(() => {})
          }
          started()
        })
      })
      ended.catch(failed)
    })
  })
  afterEach(async () => {
    await undo()
    await world.remove()
  })

  return {
    sql: (parts: TemplateStringsArray, ...values: (string | number)[]) => sql(parts, ...values),
    /** Changes the folder and imports it. */
    load: async (files: Files = {}, settings: Partial<ImportSettings> = {}) => {
      await world.write(files)
      const createVoucher = async () => 'known' as const
      return importFolder({ sql, folder: world.folder, createVoucher, ...settings })
    },
    /** Imports another folder, of one channel. */
    loadAlone: async (files: Files) => {
      const { folder, remove } = await temporaryFolder(files)
      try {
        return await importFolder({ sql, folder })
      } finally {
        await remove()
      }
    },
    changeEvents: async () => {
      const rows = await sql<{ topic: string; subject: string }[]>`
        select topic, subject from change_event order by id`
      return rows.map(({ topic, subject }) => `${topic} ${subject}`.trim())
    },
    offers: async () => {
      const rows = await sql<{ offer: string }[]>`
        select spli_id || ' ' || points || case when active then '' else ' inactive' end as offer
        from offer order by spli_id`
      return rows.map(({ offer }) => offer)
    },
    onHand: async (sku: string) => {
      const [stock] = await sql<{ on_hand: number }[]>`select on_hand from stock where sku = ${sku}`
      return stock?.on_hand
    },
  }
}

/** A problem as the command line prints it. */
export const problemText = ({ file, row, column, message }: FolderProblem) =>
  `${[file, row, column].filter((part) => part !== undefined).join(':')} ${message}`

export const writtenChannels = ({ channels }: ImportResult) =>
  channels.flatMap(({ id, written }) => (written ? id : []))

export const countOf = (
  result: ImportResult,
  channel: string,
  kind: keyof ImportResult['channels'][0]['counts'],
) => result.channels.find(({ id }) => id === channel)?.counts[kind]
