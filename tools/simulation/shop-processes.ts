import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

import type { Service, FailureKind } from '#tools/simulation/flaky-services.ts'
import type { FromShop, SimulationOptions, ToShop } from '#tools/simulation/simulation-messages.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

export type ShopProcess = {
  url: string
  pid: number
  /** Sends a message. With a turn, resolves when the turn is done or the process has died. */
  send(message: ToShop): Promise<TurnOutcome>
  kill(): Promise<void>
}

/** 'paced': more gift mails may leave in another minute. */
export type TurnOutcome = 'died' | 'done' | 'paced'

export type OnCalls = (call: {
  service: Service
  failure: FailureKind | null
  times: number
}) => void

const OPEN_TIMEOUT_MS = 180_000

/** A shop in a separate process. It inherits no environment variable that could reach an outside service. */
export async function startShopProcess(
  options: SimulationOptions,
  onCalls: OnCalls,
): Promise<ShopProcess> {
  const child = forkShop(options)
  const turns = new Map<number, (heard: TurnOutcome) => void>()
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  void ended.then(() => {
    for (const done of turns.values()) done('died')
    turns.clear()
  })
  const opened = openedUrl(child, ended)
  child.on('message', (message: FromShop) => {
    if (message.kind === 'calls') for (const call of message.calls) onCalls(call)
    else if (message.kind !== 'opened') {
      turns.get(message.turn)?.(message.paced ? 'paced' : 'done')
      turns.delete(message.turn)
    }
  })
  // Its end is handled by the caller that waits for a turn.
  child.on('error', () => {})
  const url = await opened
  return {
    url,
    pid: child.pid ?? 0,
    send(message) {
      if (child.exitCode !== null || child.signalCode !== null || !child.connected)
        return Promise.resolve('died')
      const { turn } = message
      const done =
        turn === undefined
          ? Promise.resolve('done' as const)
          : new Promise<TurnOutcome>((resolve) => void turns.set(turn, resolve))
      child.send(message, (error) => {
        if (error && turn !== undefined) turns.get(turn)?.('died')
      })
      return done
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const forkShop = (options: SimulationOptions) =>
  fork(path.join(projectRoot, 'dist/simulation-shop.mjs'), [], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      SIMULATION: JSON.stringify(options),
      ...(process.env['SIMULATION_LOG'] ? { SIMULATION_LOG: process.env['SIMULATION_LOG'] } : {}),
    },
    stdio: ['ignore', process.env['SIMULATION_LOG'] ? 'inherit' : 'ignore', 'pipe', 'ipc'],
  })

/** The address of the shop, once it has opened. One that takes too long is killed. */
function openedUrl(child: ChildProcess, ended: Promise<void>) {
  let stderr = ''
  child.stderr?.on('data', (data) => (stderr = `${stderr}${String(data)}`.slice(-2000)))
  return new Promise<string>((done, fail) => {
    child.on('message', (message: FromShop) => {
      if (message.kind === 'opened') done(message.url)
    })
    const late = setTimeout(() => child.kill('SIGKILL'), OPEN_TIMEOUT_MS)
    void ended.then(() => {
      clearTimeout(late)
      fail(new Error(`a shop of the simulation did not open: ${stderr}`))
    })
    child.once('message', () => clearTimeout(late))
  })
}
