import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'

import type { readRawMail } from '#server/modules/support/incoming-mail/parse-raw-mail.ts'
import type { readSheetBytes } from '#server/lists/parse-spreadsheet.ts'
import {
  endParsers,
  type LaneName,
  ParseFailed,
  parserTask,
  withParser,
} from '#server/platform/parsing/parser-pool.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import type { renderVariant } from '#server/modules/media/image-encoding.ts'
import { unusualWorkbook } from '#server/testing/samples/unusual-workbook.ts'

const readMail = parserTask<typeof readRawMail>('read-mail')
const readSheet = parserTask<typeof readSheetBytes>('read-sheet')
const draw = parserTask<typeof renderVariant>('draw-form')
afterAll(() => endParsers())

const inLane = <Done>(lane: LaneName, work: Parameters<typeof withParser<Done>>[2]) =>
  withParser(lane, '', work).catch((error: unknown) => error)
const failureOf = (result: unknown) => (result instanceof ParseFailed ? result.failure : result)
const numbers = (length: number) => Array.from({ length }, (_, index) => index)
const form = (svg: string, width = 1920) => ({
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">${svg}</svg>`,
  ),
  width,
  quality: 70,
  format: 'png' as const,
})
/** Hours of work in native code, where no JavaScript could stop it. */
const ENDLESS = form(
  `<filter id="f">${'<feTurbulence numOctaves="9000"/>'.repeat(99)}</filter><rect width="4000" height="4000" filter="url(#f)"/>`,
)
const smallDrawing = form('<rect width="4000" height="4000" fill="#a06040"/>', 80)

it('ends a task that exceeds its CPU time, in JavaScript and in native code, and runs the next one (SAFE-1, S2, S22)', async () => {
  expect(failureOf(await inLane('drawing', (slot) => draw(slot, ENDLESS, { cpuMs: 300 })))).toBe(
    'time',
  )
  const drawn = await inLane('drawing', (slot) => draw(slot, smallDrawing))
  expect(await sharp(drawn as Buffer).metadata()).toMatchObject({ width: 80, height: 80 })

  const rows = Buffer.from('a;b;c\n'.repeat(400_000))
  expect(failureOf(await inLane('sheet', (slot) => readSheet(slot, rows, { cpuMs: 20 })))).toBe(
    'time',
  )
  expect(await inLane('sheet', (slot) => readSheet(slot, Buffer.from('a;b\n1;2\n')))).toMatchObject(
    {
      rows: [{ cells: ['a', 'b'] }, { cells: ['1', '2'] }],
    },
  )
})

it.each([
  ['rows without an end', unusualWorkbook('<row >'.repeat(200_000))],
  ['tags without an end', unusualWorkbook('<row '.repeat(200_000))],
  ['cells without an end', unusualWorkbook(`<row><v>${'<c '.repeat(200_000)}</row>`)],
  ['nested cells', unusualWorkbook(`<row><v>${'<c>'.repeat(200_000)}</row>`)],
  [
    'rows of many names',
    unusualWorkbook(
      numbers(200_000)
        .map((at) => `<x${at}:row >`)
        .join(''),
    ),
  ],
  ['styles without an end', unusualWorkbook('<row/>', '<cellXfs>'.repeat(200_000))],
])(
  'reads a sheet with %s within five seconds of CPU time (SAFE-1, S21)',
  async (_, sheet) => {
    expect(
      failureOf(await inLane('sheet', (slot) => readSheet(slot, sheet, { cpuMs: 5000 }))),
    ).not.toBe('time')
  },
  60_000,
)

it('does not block the server while a parser is busy (SAFE-1)', async () => {
  await inLane('photo', (slot) => draw(slot, smallDrawing))
  let answered = false
  const endless = inLane('drawing', async (slot) => {
    await draw(slot, ENDLESS, { cpuMs: 2500 }).catch((error: unknown) => {
      expect(failureOf(error)).toBe('time')
    })
    return answered
  })
  // Another lane has a process of its own, and this thread has nothing to do.
  await inLane('photo', (slot) => draw(slot, smallDrawing))
  answered = true
  expect(await endless).toBe(true)
})

it.runIf(process.platform === 'linux')(
  'ends with its server, even in the middle of a drawing (SAFE-1, S22)',
  async () => {
    const child = fork(path.join(projectRoot, '.cache/parsers.mjs'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const ended = once(child, 'exit')
    try {
      await once(child, 'message')
      child.send({ task: 'draw-form', input: ENDLESS, cpuMs: 600_000, memoryMb: 4000 })
      // It draws: starting it takes less.
      await expect.poll(() => cpuSeconds(child.pid ?? 0), { timeout: 60_000 }).toBeGreaterThan(3)
      child.disconnect()
      expect(await ended).toEqual([null, 'SIGKILL'])
    } finally {
      child.kill('SIGKILL')
    }
  },
)
function cpuSeconds(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

it('ends a task that uses too much memory (SAFE-1, S21)', async () => {
  const cells = Buffer.from(';'.repeat(8_000_000))
  const lowerBounds = { memoryMb: 150 }
  expect(failureOf(await inLane('sheet', (slot) => readSheet(slot, cells, lowerBounds)))).toBe(
    'memory',
  )
})

it('refuses input that is too large before it is copied (SAFE-1)', async () => {
  const large = Buffer.alloc(30_000_000)
  expect(
    failureOf(await inLane('mail', (slot) => readMail(slot, { raw: large, door: 'answers' }))),
  ).toBe('size')
})

it('reads a mail with 20,000 nested groups (SAFE-2, S1, A1)', async () => {
  const raw = Buffer.from(
    `From: a@b.example\r\nTo: ${'g: '.repeat(20_000)}x@y.z;\r\nSubject: hello\r\n\r\nhello\r\n`,
  )
  expect(await inLane('mail', (slot) => readMail(slot, { raw, door: 'answers' }))).toMatchObject({
    is: 'mail',
    mail: { subject: 'hello', body: 'hello' },
  })
})
