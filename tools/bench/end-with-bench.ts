import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const LONGEST_STOP_MS = 10_000
const READ_MS = 20

const children = new Set<ChildProcess>()
const folders = new Map<string, { kept: boolean }>()
const ending = new AbortController()

/** Aborted when the process ends, so that nothing more is started. */
export const benchEnds: AbortSignal = ending.signal

/**
 * Everything that a benchmark has started ends with its process, also after a signal or a failure. An exit handler must
 * be synchronous, so shops are killed and PostgreSQL is stopped by a signal.
 */
process.on('exit', () => {
  ending.abort()
  for (const child of children) child.kill('SIGKILL')
  for (const [folder, { kept }] of folders) {
    stopDatabase(folder, kept ? 'SIGINT' : 'SIGQUIT')
    if (!kept) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
})

/** Kills a process with the bench, unless it has ended before. */
export function endWithBench(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

/** When the benchmark ends, stops the database of the folder and removes the folder unless `kept`. */
export function removeWithBench(folder: string, { kept = false } = {}): void {
  folders.set(folder, { kept })
}

/** The end of the process no longer affects this folder. */
export function keepFolder(folder: string): void {
  folders.delete(folder)
}

function stopDatabase(folder: string, signal: NodeJS.Signals) {
  const pidFile = path.join(folder, 'database/pgdata/postmaster.pid')
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), signal)
  } catch {
    // It does not run.
    return
  }
  const until = Date.now() + LONGEST_STOP_MS
  while (existsSync(pidFile) && Date.now() < until) sleep(READ_MS)
}

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
