import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'

import { projectRoot } from '#server/platform/storage/project-root.ts'

const DEMO = path.join(projectRoot, 'demo')

it('no file of the demo worlds says one thing twice', () => {
  const files = readdirSync(DEMO, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  )
  expect(files.length).toBeGreaterThan(300)
  const doubled = files.flatMap((file) =>
    parseDocument(readFileSync(path.join(DEMO, file), 'utf8')).errors.map(
      ({ message }) => `${file}: ${message.split('\n')[0]}`,
    ),
  )
  expect(doubled).toEqual([])
})

it.each(['demo/world', 'starting-shop'])(
  'the confirmation of %s does not say of gifts that they have left (SAFE-15, C6)',
  (world) => {
    const file = path.join(projectRoot, world, '2/content/en/confirmationpagecomponents.yaml')
    const { subtitle } = parseDocument(readFileSync(file, 'utf8')).toJS() as { subtitle: string }
    expect(subtitle).toMatch(/ will be on their way/)
  },
)
