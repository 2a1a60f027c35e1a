import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cannotRunPostgres } from '#server/platform/db/embedded/system-errors.ts'
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
  canRead(path: string): Promise<boolean>
}

type Owner = { uid: number; gid: number }
type Account = Owner & { name: string }

const run = promisify(execFile)

export async function findServerUser(
  folder: DatabaseFolder,
  { withoutUserNamespaces = false } = {},
): Promise<ServerUser> {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasAccountName()) return { prefix: [], canRead: canReadAll }

  const accounts = await allAccounts()
  if (isRoot) {
    const owner = await stat(folder.data).catch(() => undefined)
    if (owner && owner.uid !== 0) return otherUser(folder, owner)
  }

  const mapped = withoutUserNamespaces ? undefined : await mappedUser(folder, accounts)
  if (mapped) return mapped
  if (!isRoot) {
    throw cannotRunPostgres('PostgreSQL does not run as a user that has no entry in /etc/passwd')
  }
  const nobody = accounts.find(({ name }) => name === 'nobody')
  if (!nobody)
    throw cannotRunPostgres('PostgreSQL does not run as root, and there is no user nobody')
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
  const hasNamespaces = await run(command, args).then(
    () => true,
    () => false,
  )
  // Inside the namespace, root has no privileges left and can access only what its user id may access.
  const currentUser = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  if (!hasNamespaces || !(await canEnterAll(currentUser, folder.root))) return undefined
  return { prefix, canRead: (path: string) => canReadAs(currentUser, path) } satisfies ServerUser
}

async function otherUser(folder: DatabaseFolder, { uid, gid }: Owner): Promise<ServerUser> {
  const owner = { uid, gid }
  if (await canEnterAll(owner, folder.root)) {
    return { prefix: [], uid, gid, owner, canRead: (path) => canReadAs(owner, path) }
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
  return { prefix, owner, canRead: (path) => canReadAs(owner, path) }
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

const canReadAll = () => Promise.resolve(true)

function hasAccountName() {
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

async function canReadAs(user: Owner, path: string) {
  return (await hasRight(user, path, 4)) && (await canEnterAll(user, dirname(path)))
}

async function canEnterAll(user: Owner, folder: string): Promise<boolean> {
  if (!(await hasRight(user, folder, 1))) return false
  const parent = dirname(folder)
  return parent === folder || (await canEnterAll(user, parent))
}

async function hasRight(user: Owner, path: string, right: 1 | 4) {
  const { mode, uid, gid } = await stat(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & right) !== 0
}
