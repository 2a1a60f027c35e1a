import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { noServerHere } from '#server/platform/db/embedded/system-errors.ts'
import type { DatabaseFolder } from '#server/platform/db/embedded/database-folder.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

/** The user that runs the server: PostgreSQL refuses root, and initdb refuses a user id without a name. */
export type ServerUser = {
  /** The command line before the program. */
  prefix: string[]
  uid?: number
  gid?: number
  /** The owner that its files need, if it is not the user of this process. */
  owner?: Owner
  reads(path: string): Promise<boolean>
}

type Owner = { uid: number; gid: number }
type Account = Owner & { name: string }

const run = promisify(execFile)

export async function findServerUser(
  folder: DatabaseFolder,
  { withoutUserNamespaces = false } = {},
): Promise<ServerUser> {
  const root = process.getuid?.() === 0
  if (!root && hasName()) return { prefix: [], reads: everything }

  const accounts = await allAccounts()
  if (root) {
    const owner = await stat(folder.data).catch(() => undefined)
    if (owner && owner.uid !== 0) return otherUser(folder, owner)
  }

  const mapped = withoutUserNamespaces ? undefined : await mappedUser(folder, accounts)
  if (mapped) return mapped
  if (!root) {
    throw noServerHere('PostgreSQL does not run as a user that has no entry in /etc/passwd')
  }
  const nobody = accounts.find(({ name }) => name === 'nobody')
  if (!nobody) throw noServerHere('PostgreSQL does not run as root, and there is no user nobody')
  return otherUser(folder, nobody)
}

/** Inside its own namespace the process has another user id. Outside, the files still belong to the current user. */
async function mappedUser(folder: DatabaseFolder, accounts: Account[]) {
  const account =
    accounts.find(({ uid }) => uid === 1000) ?? accounts.find(({ name }) => name === 'nobody')
  if (!account) return undefined

  const prefix = [
    'unshare',
    '--user',
    `--map-user=${account.uid}`,
    `--map-group=${account.gid}`,
    '--',
  ]
  const { command, args } = commandFor({ prefix }, 'true', [])
  const allowed = await run(command, args).then(
    () => true,
    () => false,
  )
  // Inside the namespace, root has no privileges left and can access only what its user id may access.
  const us = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  if (!allowed || !(await entersAll(us, folder.root))) return undefined
  return { prefix, reads: (path: string) => readsAs(us, path) } satisfies ServerUser
}

async function otherUser(folder: DatabaseFolder, { uid, gid }: Owner): Promise<ServerUser> {
  const owner = { uid, gid }
  if (await entersAll(owner, folder.root)) {
    return { prefix: [], uid, gid, owner, reads: (path) => readsAs(owner, path) }
  }

  // For example a folder in root's home: this single capability lets the server in.
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ]
  const { command, args } = commandFor({ prefix }, 'ls', ['-d', join(folder.root, '.')])
  try {
    await run(command, args)
  } catch {
    throw new StartupProblem(
      `PostgreSQL does not run as root, and user ${uid}, which it uses instead, may not enter ${folder.root}: set GIFTPOINT_DATA to a folder that all users can enter, or start the shop as an ordinary user.`,
    )
  }
  // Read access is checked without this capability.
  return { prefix, owner, reads: (path) => readsAs(owner, path) }
}

/** The command line that runs a program as this user. */
export function commandFor(
  { prefix: [first, ...rest] }: Pick<ServerUser, 'prefix'>,
  program: string,
  args: string[],
) {
  return first === undefined
    ? { command: program, args }
    : { command: first, args: [...rest, program, ...args] }
}

const everything = () => Promise.resolve(true)

function hasName() {
  try {
    return Boolean(userInfo().username)
  } catch {
    return false
  }
}

async function allAccounts(): Promise<Account[]> {
  const lines = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return lines.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

async function readsAs(user: Owner, path: string) {
  return (await may(user, path, 4)) && (await entersAll(user, dirname(path)))
}

async function entersAll(user: Owner, folder: string): Promise<boolean> {
  if (!(await may(user, folder, 1))) return false
  const above = dirname(folder)
  return above === folder || (await entersAll(user, above))
}

async function may(user: Owner, path: string, right: 1 | 4) {
  const { mode, uid, gid } = await stat(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & right) !== 0
}
