import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { DEFAULT_PEPPER, DEFAULT_SALT } from '#server/platform/config/config.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

export type StartedShop = ReturnType<Awaited<ReturnType<typeof createShopStarter>>['start']>
type Environment = Record<string, string>
type StartOptions = {
  args?: string[]
  environment?: Environment
  /** The command in front of the script, such as `npm start`. */
  command?: [string, ...string[]]
  /** In a process group of its own, as a terminal or `timeout` makes one. */
  grouped?: boolean
  input?: string
}

/** A folder in which shops start as in production. Closing it ends those that still run. */
export async function createShopStarter() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'giftpoint-start-'))
  const running: ChildProcess[] = []

  function start(script: string, options: StartOptions = {}) {
    const [program, ...args] = options.command ?? [
      process.execPath,
      path.join(projectRoot, 'scripts', script),
      ...(options.args ?? []),
    ]
    const child = spawn(program, args, {
      cwd: options.command ? projectRoot : folder,
      detached: options.grouped ?? false,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        PORT: '0',
        GIFTPOINT_DATA: path.join(folder, 'data'),
        GIFTPOINT_WORLD: 'demo/small-world',
        LOG_LEVEL: 'error',
        // Generous, because many tests share one machine.
        DATABASE_TIMEOUT_MS: '30000',
        SHUTDOWN_TIMEOUT_SECONDS: '100',
        ...options.environment,
      },
    })
    running.push(child)
    if (options.input !== undefined) child.stdin.end(options.input)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data) => (stdout += String(data)))
    child.stderr.on('data', (data) => (stderr += String(data)))
    const exited = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
    /** Its output is closed, so every process that it started has ended too. */
    const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)))
    const waitForOutput = (text: string) =>
      new Promise<string>((done, fail) => {
        const check = () => stdout.includes(text) && done(stdout)
        child.stdout.on('data', check)
        check()
        void ended.then((code) => fail(new Error(`ended with ${code}: ${stdout}${stderr}`)))
      })
    const opened = waitForOutput('Demo vouchers').then(
      (output) => /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '',
    )
    opened.catch(() => {})
    return {
      child,
      opened,
      ended,
      exited,
      waitForOutput,
      output: () => ({ stdout, stderr }),
      /** Signals the process, or its complete process group. */
      signal(name: NodeJS.Signals, { group = false } = {}) {
        if (child.pid !== undefined) process.kill(group ? -child.pid : child.pid, name)
      },
    }
  }

  return {
    folder,
    start,
    databaseRuns: () => existsSync(path.join(folder, 'data/database/pgdata/postmaster.pid')),
    async close() {
      for (const child of running) if (child.exitCode === null) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const loginBody = (code: string) =>
  JSON.stringify({ encrypted_code: voucherKeys(DEFAULT_SALT, DEFAULT_PEPPER).wireHash(code) })

export const logInAt = (url: string, code = 'giftshop1') =>
  fetch(`${url}/rest/giftcardcodelogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: loginBody(code),
  })

/** A login of which the shop has received the first half. `finish` sends the rest and returns the response. */
export async function startPartialLogin(url: string) {
  const { port } = new URL(url)
  const socket = net.connect(Number(port), 'localhost')
  let answer = ''
  socket.on('data', (data) => (answer += String(data)))
  const closed = new Promise<string>((done) => socket.on('close', () => done(answer)))
  socket.on('error', () => {})
  await new Promise((done) => socket.once('connect', done))
  const body = loginBody('giftshop1')
  socket.write(
    `POST /rest/giftcardcodelogin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  return {
    finish() {
      socket.write(body.slice(10))
      return closed
    },
    closed,
  }
}
