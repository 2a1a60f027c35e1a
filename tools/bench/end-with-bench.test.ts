import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { projectRoot } from '#server/platform/storage/project-root.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const pid of processesIn(folder.folder)) process.kill(pid, 'SIGKILL')
  await folder.remove()
})

function bench(words: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(projectRoot, 'scripts/bench.mjs'), ...words], {
    env: { PATH: process.env['PATH'], HOME: folder.folder, TMPDIR: folder.folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complained = ''
  child.stdout.on('data', (data) => (said += String(data)))
  child.stderr.on('data', (data) => (complained += String(data)))
  const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)))
  return { child, ended, output: () => ({ said, complained }) }
}

/** The processes whose command or environment contains the folder. */
function processesIn(place: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes(place) || isShopIn(pid, place))
    .map(Number)
}

const isShopIn = (pid: string, place: string) =>
  read(`/proc/${pid}/environ`).includes(`GIFTPOINT_DATA=${place}`)

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const benchFolders = () =>
  readdirSync(folder.folder).filter((name) => name.startsWith('giftpoint-bench-'))
const databaseRuns = () =>
  benchFolders().some((name) =>
    existsSync(path.join(folder.folder, name, 'database/pgdata/postmaster.pid')),
  )
const shopRuns = () =>
  readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && isShopIn(pid, folder.folder))

describe('an interrupted benchmark', () => {
  it.each([
    ['SIGINT', 130, 'its database runs', databaseRuns],
    ['SIGTERM', 143, 'its shop runs', shopRuns],
    ['SIGHUP', 129, 'its folder exists', () => benchFolders().length > 0],
  ] as const)(
    'ends by %s with exit code %d once %s, and leaves no process and no folder',
    async (signal, code, _, reached) => {
      const { child, ended } = bench(['costs'])
      await expect.poll(reached, { timeout: 100_000, interval: 10 }).toBe(true)
      child.kill(signal)
      expect(await ended).toBe(code)
      expect(benchFolders()).toEqual([])
      expect(processesIn(folder.folder)).toEqual([])
    },
  )

  it('leaves no process and no folder when it fails', async () => {
    const { ended, output } = bench(['step'], {
      BENCH_HOLDERS: '1',
      SHOP_FLAGS: '--no-such-option',
    })
    expect(await ended).toBe(1)
    expect(output().complained).toContain('the shop ended with')
    expect(benchFolders()).toEqual([])
    expect(processesIn(folder.folder)).toEqual([])
  })
})

describe('npm run bench', () => {
  it.each([
    [['nonsense'], "There is no bench 'nonsense'."],
    [['costs', 'recrod'], "costs has no part 'recrod'."],
  ])('refuses %j with exit code 2 and the names of its parts', async (words, sentence) => {
    const { ended, output } = bench(words)
    expect(await ended).toBe(2)
    expect(output().complained).toContain(sentence)
    expect(output().complained).toContain('costs [record]')
    expect(output().complained).toContain('browser [pages|clicks|scrolling]')
  })

  it('prints its parts with --help', async () => {
    const { ended, output } = bench(['--help'])
    expect(await ended).toBe(0)
    expect(output().said).toContain('Usage: npm run bench -- [part]')
  })
})
