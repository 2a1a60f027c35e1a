import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'

/**
 * Shows that a process is alive: a socket file that it listens on. The kernel closes the socket when the process
 * ends, however it ends. A process id in a file would remain after kill -9, and could later belong to another
 * process.
 */
export type Sign = { name: string; lower(): Promise<void> }

/** `user`: this process uses the server. `lock`: it is starting or stopping the server. */
export type SignKind = 'user' | 'lock'

/** The longest file name made here; socket paths are limited in length. */
export const LONGEST_SIGN = '.user-'.length + 12

export async function raiseSign(folder: string, kind: SignKind): Promise<Sign> {
  const name = `${kind}-${randomBytes(6).toString('hex')}`
  const unseen = join(folder, `.${name}`)
  const seen = join(folder, name)

  // Detects a missing folder here: otherwise listen() would report missing permissions.
  await stat(folder)
  const server = createServer((visitor) => visitor.destroy())
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Any user that may enter the folder may connect: the shop may be started as root the next time.
    server.listen({ path: unseen, exclusive: true, writableAll: true }, resolve)
  })
  server.on('error', () => {})
  // A socket that exists but does not listen yet looks dead, so it gets its name only now.
  await rename(unseen, seen)

  return {
    name,
    async lower() {
      await rm(seen, { force: true })
      server.close()
    },
  }
}

/**
 * The names of the sockets whose processes are alive. Sockets of dead processes are deleted: names are never reused.
 */
export async function livingSigns(folder: string, kind: SignKind, except?: Sign) {
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${kind}-`) && name !== except?.name,
  )
  const living = await Promise.all(
    names.map(async (name) => {
      if (await listens(join(folder, name))) return name
      await rm(join(folder, name), { force: true })
    }),
  )
  return living.filter((name) => name !== undefined)
}

function listens(path: string) {
  return new Promise<boolean>((resolve) => {
    const caller = connect(path)
    caller.once('connect', () => {
      caller.destroy()
      resolve(true)
    })
    // Every other error, such as a full queue, means that the process is alive.
    caller.once('error', (error) => {
      resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error)))
    })
  })
}

export class LockTaken extends Error {}

/**
 * A lock for one process at a time. Every process creates its socket first and then looks for others, so of two at
 * least one sees the other. A process that sees a smaller name steps back; the smallest waits, so one always
 * proceeds.
 */
export async function holdingLock<T>(
  folder: string,
  patience: number,
  work: () => Promise<T>,
  abort?: AbortSignal,
) {
  const deadline = Date.now() + patience
  let sign = await raiseSign(folder, 'lock')
  try {
    for (;;) {
      const mine = sign.name
      const rivals = await livingSigns(folder, 'lock', sign)
      if (rivals.length === 0) return await work()
      if (Date.now() > deadline) {
        throw new LockTaken(`Another process has held the lock in ${folder} for ${patience} ms`)
      }

      const stepBack = rivals.some((rival) => rival < mine)
      if (stepBack) await sign.lower()
      await pause(5 + Math.random() * 10, undefined, abort ? { signal: abort } : {})
      if (stepBack) sign = await raiseSign(folder, 'lock')
    }
  } finally {
    await sign.lower()
  }
}
