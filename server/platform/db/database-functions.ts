import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Queries } from '#server/platform/db/database.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const FOLDER = path.join(projectRoot, 'server/platform/db/functions')

/** The SQL functions of this version, and the number of earlier changes of them. */
export type ShopFunctions = { text: string; hash: string; position: number }

export async function allFunctions(): Promise<ShopFunctions> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(path.join(FOLDER, name), 'utf8')))
  const text = texts.join('\n')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { text, hash, position: (await changesOfFunctions()).at(-1)?.position ?? 0 }
}

/** The entries of changes.txt, one per line. */
export async function changesOfFunctions() {
  const lines = (await readFile(path.join(FOLDER, 'changes.txt'), 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [, position, hash = ''] = /^(\d+) ([0-9a-f]{16}) \S/.exec(line) ?? []
    return position === undefined ? [] : [{ position: Number(position), hash }]
  })
}

/**
 * Functions of a newer version stay, even if an older process starts later. At the same position the last one wins, which
 * happens only while a developer edits them.
 */
export async function hasCurrentFunctions(sql: Queries, { hash, position }: ShopFunctions) {
  const [table] = await sql<{ there: boolean }[]>`
    select to_regproc('shop_functions') is not null as there`
  if (!table?.there) return false
  const [row] = await sql<{ stored: string }[]>`select shop_functions() as stored`
  const [storedPosition, storedHash] = row?.stored.split(' ') ?? []
  return (
    Number(storedPosition) > position ||
    (Number(storedPosition) === position && storedHash === hash)
  )
}

/** Runs in the caller's transaction. One of the functions returns the version, so that it is part of a dump. */
export async function applyFunctions(sql: Queries, { text, hash, position }: ShopFunctions) {
  await sql.unsafe(text)
  await sql.unsafe(`
    create or replace function shop_functions() returns text language sql immutable as $$
      select '${position} ${hash}'
    $$`)
}
