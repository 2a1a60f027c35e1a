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
export type Presence = { name: string; remove(): Promise<void> }

/** `user`: this process uses the server. `lock`: it is starting or stopping the server. */
export type PresenceKind = 'user' | 'lock'

/** The longest file name made here; socket paths are limited in length. */
export const LONGEST_SOCKET_NAME = '.user-'.length + 12

export async function createPresenceSocket(folder: string, kind: PresenceKind): Promise<Presence> {
  const name = `${kind}-${randomBytes(6).toString('hex')}`
  const hiddenPath = join(folder, `.${name}`)
  const path = join(folder, name)

  // Detects a missing folder here: otherwise listen() would report missing permissions.
  await stat(folder)
  const listener = createServer((client) => client.destroy())
  listener.unref()
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    // Any user that may enter the folder may connect: the shop may be started as root the next time.
    listener.listen({ path: hiddenPath, exclusive: true, writableAll: true }, resolve)
  })
  listener.on('error', () => {})
  // A socket that exists but does not listen yet looks dead, so it gets its name only now.
  await rename(hiddenPath, path)

  return {
    name,
    async remove() {
      await rm(path, { force: true })
      listener.close()
    },
  }
}

/**
 * The names of the sockets whose processes are alive. Sockets of dead processes are deleted: names are never reused.
 */
export async function livePresenceSockets(folder: string, kind: PresenceKind, except?: Presence) {
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${kind}-`) && name !== except?.name,
  )
  const living = await Promise.all(
    names.map(async (name) => {
      if (await isListening(join(folder, name))) return name
      await rm(join(folder, name), { force: true })
    }),
  )
  return living.filter((name) => name !== undefined)
}

function isListening(path: string) {
  return new Promise<boolean>((resolve) => {
    const client = connect(path)
    client.once('connect', () => {
      client.destroy()
      resolve(true)
    })
    // Every other error, such as a full queue, means that the process is alive.
    client.once('error', (error) => {
      resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error)))
    })
  })
}

export class LockHeld extends Error {}

/**
 * A lock for one process at a time. Every process creates its socket first and then looks for others, so of two at
 * least one sees the other. A process that sees a smaller name steps back; the smallest waits, so one always
 * proceeds.
 */
export async function withFolderLock<T>(
  folder: string,
  timeoutMs: number,
  work: () => Promise<T>,
  abort?: AbortSignal,
) {
  const deadline = Date.now() + timeoutMs
  let socket = await createPresenceSocket(folder, 'lock')
  try {
    for (;;) {
      const ownName = socket.name
      const rivals = await livePresenceSockets(folder, 'lock', socket)
      if (rivals.length === 0) return await work()
      if (Date.now() > deadline) {
        throw new LockHeld(`Another process has held the lock in ${folder} for ${timeoutMs} ms`)
      }

      const mustStepBack = rivals.some((rival) => rival < ownName)
      if (mustStepBack) await socket.remove()
      await pause(5 + Math.random() * 10, undefined, abort ? { signal: abort } : {})
      if (mustStepBack) socket = await createPresenceSocket(folder, 'lock')
    }
  } finally {
    await socket.remove()
  }
}
