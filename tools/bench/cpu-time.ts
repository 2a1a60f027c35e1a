import { readdirSync, readFileSync } from 'node:fs'

/** The unit of CPU time in /proc: a clock tick of Linux. */
const TICK_MS = 10

type Stat = { parent: number; own: number; withChildren: number }

/** The CPU time of one process in milliseconds, 0 where the system does not report it. */
export function cpuMsOf(pid: number): number {
  return statOf(pid)?.own ?? 0
}

/** The same for a process and its children, including ended ones. */
export function cpuMsOfTree(pid: number): number {
  const head = statOf(pid)
  if (!head) return 0
  let sum = head.withChildren
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    if (stat?.parent === pid) sum += stat.withChildren
  }
  return sum
}

function statOf(pid: number): Stat | undefined {
  let text
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The program name is in brackets and may contain anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const ticks = (from: number, to: number) =>
    fields.slice(from, to).reduce((sum, field) => sum + field, 0) * TICK_MS
  return { parent, own: ticks(11, 13), withChildren: ticks(11, 15) }
}
