import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

import { endWithBench } from '#tools/bench/end-with-bench.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

export type ShopProcess = {
  url: string
  pid: number
  startMs: number
  child: ChildProcess
  memoryMb(): Promise<number>
  stop(): Promise<void>
  /** Signals the whole process group. Returns the exit code and the duration of the stop. */
  stopGroup(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
}

/** The shop as `npm start` runs it, in a process of its own; resolves once it serves. */
export async function startShopProcess(
  folder: string,
  environment: Record<string, string> = {},
  ownFlags: string[] = [],
): Promise<ShopProcess> {
  const started = performance.now()
  // SHOP_FLAGS=--cpu-prof shows where the time goes.
  const flags = process.env['SHOP_FLAGS']?.split(' ') ?? []
  const child = spawn(
    process.execPath,
    [...flags, ...ownFlags, path.join(projectRoot, 'dist/main.mjs')],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        GIFTPOINT_DATA: folder,
        LOG_LEVEL: 'warn',
        LOGIN_TRIES_PER_MINUTE: '100000',
        ...environment,
      },
      // A process group of its own, to which signals can be sent as a terminal sends them.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  endWithBench(child)
  const url = await new Promise<string>((done, fail) => {
    let output = ''
    child.stdout.on('data', (data) => {
      output += String(data)
      const [, port] = /Shop: http:\/\/[^:]+:(\d+)/.exec(output) ?? []
      if (port) done(`http://127.0.0.1:${port}`)
    })
    child.on('exit', (code) => fail(new Error(`the shop ended with ${code}: ${output}`)))
  })
  while ((await fetch(`${url}/health/ready`)).status !== 200);
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    child,
    async memoryMb() {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1e6
    },
    stop: () =>
      new Promise((done) => {
        child.on('exit', () => done())
        child.kill('SIGTERM')
      }),
    stopGroup: (signal) =>
      new Promise((done) => {
        const startedAt = performance.now()
        child.on('exit', (code) => done({ code, ms: performance.now() - startedAt }))
        if (child.pid !== undefined) process.kill(-child.pid, signal)
      }),
  }
}
