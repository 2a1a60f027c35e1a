import { rmSync } from 'node:fs'
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'

import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { DEFAULT_PEPPER, DEFAULT_SALT } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { clearAbandoned, makeRunFolder } from '#server/testing/run/run-folder.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'

/** One PostgreSQL for the whole run; each test file copies its database from a template in it. */
export default async function setup(project: TestProject) {
  // Called once per project. The first call sets up for all.
  const run = project.vitest.getRootProject()
  if ('postgres' in run.getProvidedContext()) return undefined
  await buildParsers()
  // Before the free memory is measured.
  for (const place of [SHARED_MEMORY, os.tmpdir()]) await clearAbandoned(place)
  const folder = await makeRunFolder(await findDataParent())
  const postgres = await startEmbeddedPostgres({
    folder,
    maxConnections: 300,
    settings: WITHOUT_DURABILITY,
  })
  const cleanUp = () => cleanUpNow(postgres.pid, folder)
  // A run ended by a signal never reaches the teardown below.
  process.once('exit', cleanUp)
  const { host, port, user } = postgres.connection
  const server = { host, port, user }

  const admin = connect({ ...server, database: 'postgres' }, { max: 1 })
  await admin.unsafe('create database template_migrated')
  const migrated = connect({ ...server, database: 'template_migrated' }, { max: 4 })
  const serving = connect({ ...postgres.serving, database: 'template_migrated' }, { max: 1 })
  await prepareTables(migrated, () => {}, serving)
  await Promise.all([migrated.end(), serving.end()])

  await admin.unsafe('create database template_world template template_migrated')
  const world = connect({ ...server, database: 'template_world' }, { max: 4 })
  const keys = voucherKeys(DEFAULT_SALT, DEFAULT_PEPPER)
  const { problems } = await importFolder({
    sql: world,
    folder: path.join(projectRoot, 'demo/small-world'),
    createVoucher: (sql, voucher) => createVoucher(sql, keys, voucher),
  })
  if (problems[0]) throw new Error(`the small world: ${JSON.stringify(problems.slice(0, 5))}`)
  await world.end()
  await admin.end()

  run.provide('postgres', server)
  return async () => {
    process.off('exit', cleanUp)
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tests run the sources, but a parser process starts from one bundled file. */
async function buildParsers() {
  const bundle = await rolldown({
    input: path.join(projectRoot, 'server/app/run-parsers.ts'),
    platform: 'node',
    external: (id) => !/^[.#/]/.test(id),
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  // Renamed into place, because another run may be reading it.
  const file = path.join(projectRoot, '.cache/parsers.mjs')
  const draft = `${file}.${process.pid}.part`
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(draft, output[0].code)
  await rename(draft, file)
}

/**
 * Commits are visible to all connections as usual, but no commit waits for the disk, and nothing is written for crash
 * recovery, because a test database is never recovered. Durability is proven by shops that start as in production.
 * Databases that live for seconds need no vacuum.
 */
const WITHOUT_DURABILITY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_compression=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

const SHARED_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30

/** In memory if there is enough, because half of the cost of copying a database is the disk. */
async function findDataParent() {
  const shared = await statfs(SHARED_MEMORY).catch(() => undefined)
  const free = shared ? shared.bavail * shared.bsize : 0
  return free >= NEEDED_BYTES ? SHARED_MEMORY : os.tmpdir()
}

/** Synchronous, because an exiting process does not wait. */
function cleanUpNow(postmaster: number, folder: string) {
  try {
    process.kill(postmaster, 'SIGQUIT')
  } catch {
    // It has already ended.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
