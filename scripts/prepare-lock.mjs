// A lock between processes that install or build the same tree. Runs before anything is installed, as prepare.mjs does.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const LOCK = path.join(
  path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  '.cache/preparing',
)
/** A takeover that lasts longer is abandoned. */
const TAKEOVER_MS = 10_000
const MAX_LOCK_MS = 900_000

/**
 * Runs `work` in one process at a time: of several that are started at once, the first installs and builds, the others
 * wait. `onWait` is called once if this process has to wait.
 */
export async function withLock(work, onWait = () => {}) {
  let isWaiting = false
  try {
    mkdirSync(path.dirname(LOCK), { recursive: true })
    while (!createLock(LOCK)) {
      if (!isHeld()) await takeOver()
      else if (!isWaiting) {
        isWaiting = true
        onWait()
      }
      await pause(100)
    }
  } catch (error) {
    // A read-only tree needs no lock; the work itself reports what fails.
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
    return await work()
  }
  try {
    return await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

/** Removes the lock of a dead process. Of several processes one does so, after it has checked again. */
async function takeOver() {
  const mark = `${LOCK}.takeover`
  if (createLock(mark)) {
    if (!isHeld()) rmSync(LOCK, { force: true })
    rmSync(mark, { force: true })
    return
  }
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs
  if (since !== undefined && Date.now() - since > TAKEOVER_MS) rmSync(mark, { force: true })
}

function createLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Whether the owner of the lock is alive. Process ids are reused, so a lock also ends after MAX_LOCK_MS. */
function isHeld() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'))
    // The owner has created the file and not written its id yet.
    if (pid === 0) return true
    if (pid === process.pid || Date.now() - statSync(LOCK).mtimeMs > MAX_LOCK_MS) return false
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The lock has just been released, or its owner is a process of another user.
    return error.code === 'ENOENT' || error.code === 'EPERM'
  }
}
