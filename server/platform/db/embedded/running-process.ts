import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'

export const POLL_MS = 5
/** For a process that gets a signal during its start. */
export const END_TIMEOUT_MS = 5_000

const run = promisify(execFile)

/** `since` distinguishes two processes with the same reused process id. */
export type RunningProcess = { pid: number; since: string }

export function findProcess(pid: number): RunningProcess | undefined {
  if (process.platform === 'linux') {
    try {
      // The name is in brackets and may contain anything; the state is the first field after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      // A zombie counts as dead: without an init process that reaps orphans, it stays for ever.
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined
      return { pid, since: fields[19] ?? '' }
    } catch {
      return undefined
    }
  }
  return signal(pid, 0) ? { pid, since: '' } : undefined
}

export function isAlive({ pid, since }: RunningProcess) {
  return findProcess(pid)?.since === since
}

/** Whether the process exists. */
export function signal(pid: number, name: NodeJS.Signals | 0) {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

export async function commandLine(pid: number) {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return line.replaceAll('\0', ' ')
  }
  const found = await run('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]).catch(() => undefined)
  return found?.stdout.trim() ?? ''
}

export function workingFolder(pid: number) {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

export async function allProcesses() {
  const names = await readdir('/proc').catch(() => [])
  return names.map(Number).filter((number) => number > 0)
}

/** Whether it ended in time. */
export async function waitForEnd(server: RunningProcess, timeoutMs: number) {
  const deadline = Date.now() + timeoutMs
  while (isAlive(server)) {
    if (Date.now() > deadline) return false
    await pause(POLL_MS)
  }
  return true
}
