import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { COMPONENTS } from '#contract/content/content.shop.ts'
import { HOLDER_PLACEHOLDERS, PLACEHOLDERS } from '#contract/content/placeholders.ts'
import { THEME_REFERENCES, themeProblem } from '#domain/channels/theme.ts'
import { placeholdersOf } from '#server/modules/content/validation/check-placeholders.ts'
import { readFolder } from '#server/modules/channels/bundle/read/read-bundle.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const below = (name: string) => path.join(projectRoot, name)
const FOLDERS = ['starting-shop', 'demo/world', 'demo/small-world']
const LONGEST = 70

/** The content keys of channel 2 in a bundle: by component, each key with its kind and its Dutch text. */
async function keysIn(folder: string) {
  const { channels, problems, warnings } = await readFolder(below(folder))
  const shared = channels.find(({ id }) => id === '2')
  const keys = new Map<string, Map<string, { kind: string; says: string }>>()
  const order = ({ language }: { language: string }) => (language === 'nl' ? 0 : 1)
  const pages = [...(shared?.content.values() ?? [])].toSorted((a, b) => order(a) - order(b))
  for (const { path: component, fields } of pages) {
    const known = keys.get(component) ?? new Map<string, { kind: string; says: string }>()
    keys.set(component, known)
    for (const { block, kind, key, value } of fields.value) {
      if (key === 'items' && kind === 'number') continue
      const name = block === '' ? key : `${block.replace(/\/\d+$/, '/*')}.${key}`
      if (!known.has(name)) known.set(name, { kind, says: kind === 'text' ? value : '' })
    }
  }
  return { keys, problems, warnings }
}

const worlds = Promise.all(FOLDERS.map(keysIn))

/** docs/components.md, made from what is there: `npx vitest run server/modules/content/validation/component-list.test.ts -u` writes it. */
async function componentList() {
  const all = await worlds
  const lines = [
    '# The components and their keys',
    '',
    'Made by `server/modules/content/validation/component-list.test.ts` from the texts that the shop begins with; do not edit.',
    '`block.key` is a key of a named block, `block/*.key` one of each item of its list.',
    '',
    '## Placeholders',
    '',
    `Every text of every component and page may name ${HOLDER_PLACEHOLDERS.map((name) => `\`{${name}}\``).join(', ')}: the voucher's points, its last day, how its holder is addressed and called. They are empty before login. What a key may name besides stands behind it below; there \`{points}\` means what that text is about. Texts of mails, \`mail_<part>_<key>\` in \`websitetranslationcomponents\`, may name what the shop's own text of that part and key does. The import refuses a placeholder for which nothing stands, or that is broken.`,
    '',
    '## The theme',
    '',
    '`theme_options` of `channel.yaml`. Each colour comes with light and dark variants and a text colour that reads on it.',
    '',
    ...Object.entries(THEME_REFERENCES).map(
      ([reference, form]) =>
        `- \`${reference}\`: a ${form === 'colour' ? "colour, `'#77ceab'` or `'#7ca'`" : 'length, `12px` or `0.75rem`'}`,
    ),
  ]
  for (const component of COMPONENTS) {
    lines.push('', `## ${component}`, '')
    const keys = new Map(
      all.toReversed().flatMap((world) => [...(world.keys.get(component) ?? [])]),
    )
    for (const [name, { kind, says }] of [...keys].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [block, key] = name.includes('.') ? name.split('.') : ['', name]
      const own = placeholdersOf(component, block ?? '', key ?? '').filter(
        (one) =>
          !HOLDER_PLACEHOLDERS.includes(one as 'points') || namesItself(component, name, one),
      )
      const may = own.length > 0 ? `, ${own.map((one) => `\`{${one}}\``).join(' ')}` : ''
      const short = says.length > LONGEST ? `${says.slice(0, LONGEST)}…` : says
      lines.push(`- \`${name}\` (${kind}${may})${short === '' ? '' : `: \`${short}\``}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function namesItself(component: string, name: string, one: string) {
  const known: Partial<Record<string, Readonly<Record<string, readonly string[]>>>> = PLACEHOLDERS
  return known[component]?.[name]?.includes(one) ?? false
}

/** contract/content/component-keys.ts, written by the same `-u`: what any channel of ours says, and how. */
async function componentKeys() {
  const found = new Map<string, Map<string, string>>()
  for (const folder of FOLDERS) {
    const { channels } = await readFolder(below(folder))
    for (const { path: component, fields } of channels.flatMap(({ content }) => [
      ...content.values(),
    ])) {
      if (!COMPONENTS.some((one) => one === component)) continue
      const keys = found.get(component) ?? new Map<string, string>()
      found.set(component, keys)
      for (const { block, kind, key } of fields.value) {
        if (key === 'items' && kind === 'number') continue
        if (component === 'websitetranslationcomponents' && key.startsWith('mail_')) continue
        keys.set(block === '' ? key : `${block.replace(/\/\d+$/, '/*')}.${key}`, kind)
      }
    }
  }
  const quoted = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`)
  const lines = COMPONENTS.flatMap((component) => [
    `  ${component}: {`,
    ...[...(found.get(component) ?? [])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, kind]) => `    ${quoted(name)}: '${kind}',`),
    '  },',
  ])
  return [
    '/**',
    ' * Every key that the components know, and how each is said. Made by `server/modules/content/validation/component-list.test.ts` from the texts',
    ' * that the shop begins with; do not edit. `block/*.key` is one of each item of a list.',
    ' */',
    'export const COMPONENT_KEYS = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}

describe('the list of components', () => {
  it('is the one by which the back office knows texts (DESK-14)', async () => {
    await expect(await componentKeys()).toMatchFileSnapshot(
      below('contract/content/component-keys.ts'),
    )
  })

  it('in the docs is the one that the shop has (B25)', async () => {
    await expect(await componentList()).toMatchFileSnapshot(below('docs/components.md'))
  })

  it('is whole where a shop begins: no text is only in a demo world (B28)', async () => {
    const [start, ...demos] = await worlds
    const missing = demos.flatMap(({ keys }) =>
      COMPONENTS.flatMap((component) =>
        [...(keys.get(component) ?? [])].flatMap(([name, { kind }]) =>
          kind === 'media' || start?.keys.get(component)?.has(name) ? [] : `${component} ${name}`,
        ),
      ),
    )
    expect([...new Set(missing)]).toEqual([])
  })

  it('names no placeholder for which nothing stands, in any of our own texts (B25)', async () => {
    for (const { problems, warnings } of await worlds)
      expect([...problems, ...warnings].filter(({ file }) => file.includes('content/'))).toEqual([])
  })

  it('says only of keys that pages use what they may name (B25)', async () => {
    const source = await sourceOf('storefront')
    const unused = Object.values(PLACEHOLDERS).flatMap((keys) =>
      Object.entries(keys).flatMap(([name, names]) => {
        const key = name.replace(/^.*\./, '')
        const said = source.includes(`'${key}'`) || source.includes('`' + key.slice(0, 4))
        return said || names.every((one) => source.includes(one)) ? [] : name
      }),
    )
    expect(unused).toEqual([])
  })
})

describe('the theme', () => {
  it.each(Object.keys(THEME_REFERENCES))(
    'sets %s, which the pages are drawn with (B25)',
    async (reference) => {
      const tokens = await readFile(below('ui/tokens.css'), 'utf8')
      expect(tokens).toContain(`--${reference}:`)
    },
  )

  it.each([
    ['active', 'mint', "'mint' is not a colour for 'active', like '#77ceab' or '#7ca'"],
    ['radius-m', 'round', "'round' is not a length for 'radius-m', like '12px' or '0.75rem'"],
    ['1st', '#fff', "'1st' is not a reference: a letter comes first"],
    ['shade', 'red;}', "'red;}' is no value that a page takes"],
    ['active', '#7ca', undefined],
    ['radius-m', '0.5rem', undefined],
    ['shade', 'rgb(1 2 3)', undefined],
  ])('takes %s: %s or says why not (B25)', (reference, value, problem) => {
    expect(themeProblem({ reference, value })).toBe(problem)
  })
})

async function sourceOf(room: string) {
  const files = await readdir(below(room), { recursive: true })
  const texts = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFile(below(`${room}/${file}`), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}
