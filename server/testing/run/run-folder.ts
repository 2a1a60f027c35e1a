import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { openFolder } from '#server/platform/db/embedded/database-folder.ts'
import {
  findProcess,
  isAlive,
  signal,
  waitForEnd,
} from '#server/platform/db/embedded/running-process.ts'
import { runningPostmaster } from '#server/platform/db/embedded/server-process.ts'
import { livePresenceSockets } from '#server/platform/db/embedded/lock-files.ts'

const NAME = 'giftpoint-test-'
const OWNED = /^giftpoint-test-(\d+)\.(\d*)-/
const END_TIMEOUT_MS = 10_000

/** The database folder of a test run. Its name contains the owning process from the start. */
export function makeRunFolder(place: string) {
  const since = findProcess(process.pid)?.since ?? ''
  return mkdtemp(path.join(place, `${NAME}${process.pid}.${since}-`))
}

/** A killed run leaves its PostgreSQL running, with all its memory. The next run removes everything whose run has ended. */
export async function clearAbandoned(place: string) {
  for (const name of await readdir(place).catch(() => [])) {
    const [, pid, since] = OWNED.exec(name) ?? []
    if (pid === undefined || since === undefined || isAlive({ pid: Number(pid), since })) continue
    const root = path.join(place, name)
    // Another run may have removed it. Folders of other users stay.
    const owner = await stat(root).catch(() => undefined)
    if (owner && owner.uid === process.getuid?.()) await clear(root)
  }
}

async function clear(root: string) {
  const folder = await openFolder(root)
  // Process IDs of another container cannot be checked.
  if ((await livePresenceSockets(folder.run, 'user')).length > 0) return
  const server = await runningPostmaster(folder)
  if (server && signal(server.pid, 'SIGQUIT') && !(await waitForEnd(server, END_TIMEOUT_MS)))
    signal(server.pid, 'SIGKILL')
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
}
