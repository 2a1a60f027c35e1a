import { createHash } from 'node:crypto'

import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { findAppliedHash } from '#server/modules/content/texts/default-texts.sql.ts'
import {
  readStartingFiles,
  type StartingFile,
} from '#server/modules/content/validation/starting-files.ts'

/**
 * Brings the default texts of this version into the shop, so that an upgrade needs no migration of texts. Called at each
 * start. Returns the number of texts written.
 */
export async function applyDefaultTexts(sql: Sql): Promise<number> {
  const files = await readStartingFiles()
  const hash = hashOf(files)
  if ((await findAppliedHash(sql)) === hash) return 0
  // Most starts only compare the hash, and load no parser.
  const { parseDefaultTexts, writeDefaultTexts } =
    await import('#server/modules/content/texts/write-default-texts.ts')
  const texts = parseDefaultTexts(files)
  return sql.begin((sql) => writeDefaultTexts(sql, { hash, texts }))
}

/** Stores the default texts as applied, in a shop that has just been created from them. */
export async function recordDefaultTexts(sql: Transaction) {
  const files = await readStartingFiles()
  const { parseDefaultTexts, writeDefaultTexts } =
    await import('#server/modules/content/texts/write-default-texts.ts')
  await writeDefaultTexts(sql, { hash: hashOf(files), texts: parseDefaultTexts(files) })
}

const hashOf = (files: readonly StartingFile[]) =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex')
