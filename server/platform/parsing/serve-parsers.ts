import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { Worker } from 'node:worker_threads'

import {
  PARSER_FAULT,
  OUT_OF_MEMORY,
  OUT_OF_TIME,
  type ParserRequest,
  type ParserReply,
  READY,
} from '#server/platform/parsing/parser-process.ts'

/** Lower CPU priority than the server's responses. */
const NICENESS = 5
/** If memory runs out, the kernel ends this process and not the server. */
const OOM_SCORE = '500'
const CHECK_MS = 20

/** Serves one parser process: one task at a time, watched by a separate thread. */
export function serveParsers(tasks: Readonly<Record<string, (input: never) => unknown>>) {
  lowerPriority()
  // The server decides when this process ends, so it ignores signals to the process group.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    process.on(signal, () => {})
  // Without the server no caller waits for the result. A normal exit would first finish the current picture, without
  // a watchdog.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // A stream of a parser may throw where no promise catches it. It ends this process and no other.
  process.on('uncaughtException', () => process.exit(PARSER_FAULT))
  const watch = watchdog()
  process.on('message', (request: ParserRequest) => {
    void work(tasks, request, watch).then((reply) => process.send?.(reply))
  })
  process.send?.(READY)
}

async function work(
  tasks: Readonly<Record<string, (input: never) => unknown>>,
  { task, input, ...bounds }: ParserRequest,
  watch: ReturnType<typeof watchdog>,
): Promise<ParserReply> {
  const memoryMb = () => Math.round(process.memoryUsage.rss() / 1e6)
  const run = tasks[task]
  if (!run) return { failed: `there is no task ${task}`, memoryMb: memoryMb() }
  watch.begin(bounds)
  try {
    return { done: await run(input as never), memoryMb: memoryMb() }
  } catch (error) {
    return { failed: String(error).slice(0, 500), memoryMb: memoryMb() }
  } finally {
    watch.end()
  }
}

function lowerPriority() {
  try {
    os.setPriority(NICENESS)
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', OOM_SCORE)
  } catch {
    // The limits also work without it.
  }
}

/**
 * Ends this process when a task exceeds its limits. It runs in its own thread, because the main thread may be busy,
 * and counts all threads, because images are decoded outside JavaScript.
 */
function watchdog() {
  // Whether a task is running; its CPU limit in ms; its memory limit in MB.
  const bounds = new Int32Array(new SharedArrayBuffer(12))
  const thread = new Worker(WATCH, {
    eval: true,
    workerData: { bounds, everyMs: CHECK_MS, OUT_OF_TIME, OUT_OF_MEMORY },
  })
  thread.unref()
  const set = (working: 0 | 1) => {
    Atomics.store(bounds, 0, working)
    Atomics.notify(bounds, 0)
  }
  return {
    begin({ cpuMs, memoryMb }: { cpuMs: number; memoryMb: number }) {
      const { user, system } = process.cpuUsage()
      bounds[1] = (user + system) / 1000 + cpuMs
      bounds[2] = memoryMb
      set(1)
    },
    end: () => set(0),
  }
}

// The parser build is a single file, so the thread's code is a string. It waits without a timer while idle, so that
// an idle process sleeps.
const WATCH = `
const { bounds, everyMs, OUT_OF_TIME, OUT_OF_MEMORY } = require('node:worker_threads').workerData
for (;;) {
  Atomics.wait(bounds, 0, 0)
  Atomics.wait(bounds, 0, 1, everyMs)
  if (Atomics.load(bounds, 0) === 0) continue
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1000 > bounds[1]) process.kill(process.pid, OUT_OF_TIME)
  if (process.memoryUsage.rss() / 1e6 > bounds[2]) process.kill(process.pid, OUT_OF_MEMORY)
}
`
