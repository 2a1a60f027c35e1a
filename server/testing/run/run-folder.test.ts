import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { build } from 'rolldown'
import { afterEach, beforeAll, expect, it } from 'vitest'

import { findProcess, isAlive } from '#server/platform/db/embedded/running-process.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { clearAbandoned } from '#server/testing/run/run-folder.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

/** The start of a test run, which then stays alive. */
const RUN = `
import { startEmbeddedPostgres } from '${projectRoot}/server/platform/db/embedded/embedded-postgres.ts'
import { makeRunFolder } from '${projectRoot}/server/testing/run/run-folder.ts'
const folder = await makeRunFolder(process.argv[2])
const server = await startEmbeddedPostgres({ folder, settings: ['fsync=off'] })
process.stdout.write(JSON.stringify({ folder, server: server.pid }) + '\\n')
process.stdin.resume()
`

type Run = { child: ChildProcess; folder: string; server: number }

let place: Awaited<ReturnType<typeof temporaryFolder>>
let script: string
const children: ChildProcess[] = []

beforeAll(async () => {
  place = await temporaryFolder({ 'run.source.mjs': RUN })
  script = path.join(place.folder, 'run.mjs')
  const input = path.join(place.folder, 'run.source.mjs')
  await build({ input, platform: 'node', output: { file: script, format: 'esm' } })
  return place.remove
})

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill))
  await clearAbandoned(place.folder)
})

async function kill(child: ChildProcess) {
  const ended = new Promise((done) => child.once('close', done))
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended
}

async function begin(): Promise<Run> {
  const child = spawn(process.execPath, [script, place.folder], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_PATH: path.join(projectRoot, 'node_modules') },
  })
  children.push(child)
  const line = await new Promise<string>((done, fail) => {
    createInterface(child.stdout).once('line', done)
    child.once('close', (code) => fail(new Error(`ended with ${code}`)))
  })
  const { folder, server } = JSON.parse(line) as Omit<Run, 'child'>
  return { child, folder, server }
}

it('removes the remains of a killed test run, and nothing of a running one', async () => {
  const [killed, living] = await Promise.all([begin(), begin()])
  const left = findProcess(killed.server)
  if (!left) throw new Error('its database has ended with it')

  await clearAbandoned(place.folder)
  expect(isAlive(left)).toBe(true)

  await kill(killed.child)
  expect(isAlive(left)).toBe(true)
  await Promise.all([clearAbandoned(place.folder), clearAbandoned(place.folder)])
  expect(isAlive(left)).toBe(false)
  expect(existsSync(killed.folder)).toBe(false)
  expect(findProcess(living.server)).toBeDefined()
  expect(existsSync(living.folder)).toBe(true)
})

it('keeps a folder whose name does not contain its owner', async () => {
  await place.write({ 'giftpoint-test-somebody/kept': '', 'giftpoint-data-1.2-x/kept': '' })
  await clearAbandoned(place.folder)
  for (const name of ['giftpoint-test-somebody', 'giftpoint-data-1.2-x'])
    expect(existsSync(path.join(place.folder, name, 'kept'))).toBe(true)
})
