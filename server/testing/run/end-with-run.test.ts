import { fork } from 'node:child_process'
import path from 'node:path'

import { build } from 'rolldown'
import { expect, it } from 'vitest'

import { projectRoot } from '#server/platform/storage/project-root.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

/** As a worker does, which comes by with each of its files, and is at work when its run is killed. */
const WORKER = `
await import('./end-with-run.mjs')
await import('./end-with-run.mjs?with-another-file')
setInterval(() => {}, 60_000)
process.send(process.listenerCount('disconnect'))
`

it('ends a test worker with its run, however that ended', async ({ onTestFinished }) => {
  const place = await temporaryFolder({ 'worker.mjs': WORKER })
  onTestFinished(place.remove)
  await build({
    input: path.join(projectRoot, 'server/testing/run/end-with-run.ts'),
    platform: 'node',
    output: { file: path.join(place.folder, 'end-with-run.mjs'), format: 'esm' },
  })
  const child = fork(path.join(place.folder, 'worker.mjs'))
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((done) => child.once('exit', done))
  const listeners = await new Promise((done) => child.once('message', done))
  child.disconnect()
  expect(await ended).toBe(1)
  expect(listeners).toBe(1)
})
