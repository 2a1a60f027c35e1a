import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'

import { projectRoot } from '#server/platform/storage/project-root.ts'

const DEMO = path.join(projectRoot, 'demo')

it('no file of the demo worlds contains a key twice', () => {
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
  'the confirmation of %s does not state that gifts were shipped (SAFE-15, C6)',
  (world) => {
    const file = path.join(projectRoot, world, '2/content/en/confirmationpagecomponents.yaml')
    const { subtitle } = parseDocument(readFileSync(file, 'utf8')).toJS() as { subtitle: string }
    expect(subtitle).toMatch(/ will be on their way/)
  },
)

/** The informal address, which the German texts of a shop do not use. */
const INFORMAL =
  /(?<!\p{L})(?:[Dd](?:u|ir|ich|ein(?:e[mnrs]?)?)|[Ee](?:uch|uer|ure[mnrs]?))(?!\p{L})/u

it.each(['starting-shop', 'demo/world', 'demo/small-world'])(
  'the German texts of %s use Sie',
  (folder) => {
    const root = path.join(projectRoot, folder)
    const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => {
        const content: unknown = parseDocument(readFileSync(path.join(root, file), 'utf8')).toJS()
        const isGerman = file.split(path.sep).includes('de')
        return germanTexts(content, isGerman).map((text) => `${file}: ${text}`)
      })
    expect(texts.length).toBeGreaterThan(300)
    expect(texts.filter((text) => INFORMAL.test(text))).toEqual([])
  },
)

/** All texts of a folder `de`; in other files those below a key `de`. */
function germanTexts(value: unknown, isGerman: boolean): string[] {
  if (typeof value === 'string') return isGerman ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => germanTexts(part, isGerman || key === 'de'))
}
