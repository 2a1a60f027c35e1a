// A lock between processes that install or build the same tree. Runs before anything is installed, as prepare.mjs does.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const LOCK = path.join(
  path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  '.cache/preparing',
)
/** More than taking over the lock of a process that has died needs. */
const TAKEOVER_MS = 10_000
const LONGEST_MS = 900_000

/**
 * One process at a time: of several that are started at once the first installs and builds, the others wait. `onWait` is
 * called once where this one waits.
 */
export async function alone(work, onWait = () => {}) {
  let waits = false
  try {
    mkdirSync(path.dirname(LOCK), { recursive: true })
    while (!take(LOCK)) {
      if (!isHeld()) await takeOver()
      else if (!waits) {
        waits = true
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

/** Checks again once no other process can take over. */
async function takeOver() {
  const mark = `${LOCK}.takeover`
  if (take(mark)) {
    if (!isHeld()) rmSync(LOCK, { force: true })
    rmSync(mark, { force: true })
    return
  }
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs
  if (since !== undefined && Date.now() - since > TAKEOVER_MS) rmSync(mark, { force: true })
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Its owner lives, and has not held it for longer than anything takes; numbers are given out again. */
function isHeld() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'))
    if (pid === 0) return true
    if (pid === process.pid || Date.now() - statSync(LOCK).mtimeMs > LONGEST_MS) return false
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Gone already, or another user's.
    return error.code === 'ENOENT' || error.code === 'EPERM'
  }
}
