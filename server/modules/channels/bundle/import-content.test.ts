import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { importFolder, type ImportSettings } from '#server/modules/channels/bundle/import-bundle.ts'
import { readFolder } from '#server/modules/channels/bundle/read/read-bundle.ts'
import { findUnknownNames } from '#server/modules/channels/bundle/checks/check-unknown-names.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { problemText } from '#server/testing/samples/minimal-shop.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

async function importFiles(files: Record<string, string>, more: Partial<ImportSettings> = {}) {
  const { folder, remove } = await temporaryFolder({
    'channel.yaml': "id: '3001'\nname: Own\n",
    ...files,
  })
  const result = await importFolder({ sql: shop.sql, folder, ...more })
  await remove()
  await shop.shop.changeEvents.poll()
  return { problems: result.problems.map(problemText), warnings: result.warnings.map(problemText) }
}

async function blocksOf(path: string, language = 'nl') {
  const answer = await shop.call('component', { path, language, sales_channel: '3001' })
  return refused(answer) ? answer.refused : answer.response.blocks
}

async function stepsIn(language: string) {
  const blocks = await blocksOf('homepagecomponents', language)
  if (typeof blocks === 'string') throw new Error(blocks)
  const steps = blocks.find(({ code }) => code === 'processSection')?.items ?? []
  return steps.map((step) => step.custom_fields.find(({ key }) => key === 'title')?.value_string)
}

describe('own list of a channel', () => {
  it('has its own length in every language, shorter than the shared list or empty (B24)', async () => {
    const shared = await stepsIn('nl')
    expect(shared).toHaveLength(5)
    const list = (items: string) => ({
      'content/nl/homepagecomponents.yaml': `blocks:\n  processSection:\n    items: ${items}\n`,
    })
    expect(await importFiles(list('[{ title: Zoek }, {}, {}]'))).toEqual({
      problems: [],
      warnings: [],
    })
    expect(await stepsIn('nl')).toEqual(['Zoek', shared[1], shared[2]])
    expect(await stepsIn('en')).toHaveLength(3)
    await importFiles(list('[]'))
    expect(await stepsIn('nl')).toEqual([])
    await importFiles({ 'content/nl/homepagecomponents.yaml': '' })
    expect(await stepsIn('nl')).toEqual(shared)
  })
})

describe('file name of a page', () => {
  it.each([
    ['homepagecomponent', "not one of the 22 components: did you mean 'homepagecomponents'?"],
    ['footercomponetns', "not one of the 22 components: did you mean 'footercomponents'?"],
    ['HeaderComponents', "not one of the 22 components: did you mean 'headercomponents'?"],
    ['basket-components', "not one of the 22 components: did you mean 'basketcomponents'?"],
    ['footer', "not one of the 22 components: did you mean 'footercomponents'?"],
    ['newcomponents', 'not one of the 22 components'],
  ])('is refused when it resembles a component: %s (B26)', async (name, words) => {
    expect(await importFiles({ [`content/nl/${name}.yaml`]: 'title: Oeps\n' })).toEqual({
      problems: [`content/nl/${name}.yaml '${name}' is ${words}`],
      warnings: [],
    })
    expect(await blocksOf(name)).toBe('no-such-page')
  })

  it('is refused when it is an address of the shop itself (B26)', async () => {
    expect((await importFiles({ 'content/nl/contact.yaml': 'title: Oeps\n' })).problems).toEqual([
      "content/nl/contact.yaml '/contact' is an address of the shop itself: choose another name for the page",
    ])
  })
})

describe('page', () => {
  it('is removed when its file is gone, and the dry run warns of it (B26)', async () => {
    await importFiles({
      'content/nl/party.yaml': 'title: Feest\n',
      'content/en/party.yaml': 'title: Party\n',
      'content/nl/headercomponents.yaml': 'searchPlaceholder: Waar heb je zin in?\n',
    })
    expect(await blocksOf('party')).toMatchObject([{ code: 'page' }])
    const without = { 'content/nl/other.yaml': 'title: Iets anders\n' }
    const gone = ["content the page '/party' no longer has a file and is removed"]

    expect((await importFiles(without, { dryRun: true })).warnings).toEqual(gone)
    expect(await blocksOf('party')).toMatchObject([{ code: 'page' }])
    expect((await importFiles(without)).warnings).toEqual(gone)
    expect(await blocksOf('party')).toBe('no-such-page')
    expect(JSON.stringify(await blocksOf('headercomponents'))).toContain('Waar heb je zin in?')
    // A bundle without any content leaves the content unchanged.
    await importFiles({})
    expect(await blocksOf('other')).toMatchObject([{ code: 'page' }])
  })
})

describe('shared catalogue attributes', () => {
  it('are refused when one channel changes them, also in the dry run (B27)', async () => {
    const [before] = await shop.sql`
      select id, texts->>'nl' as nl, tag_group_id as "group" from tag order by id limit 1`
    const [group] = await shop.sql`select texts from tag_group where id = ${before?.['group']}`
    const [colour] = await shop.sql`
      select value.id, value.texts, hexcode, dimension.texts as dimension
      from dimension_value value join dimension on dimension.id = dimension_id
      where dimension_id = 'colour' and hexcode is not null order by value.id limit 1`
    const files = {
      'tags.yaml': JSON.stringify({
        [before?.['group']]: {
          texts: group?.['texts'],
          tags: { [before?.['id']]: { nl: 'Anders' } },
        },
      }),
      'dimensions.yaml': JSON.stringify({
        colour: {
          texts: colour?.['dimension'],
          values: { [colour?.['id']]: { texts: colour?.['texts'], hexcode: '#123456' } },
        },
      }),
    }
    for (const dryRun of [true, false]) {
      const { problems } = await importFiles(files, { dryRun })
      expect(problems.map((problem) => problem.replace(/^\S+ /, ''))).toEqual([
        `the value '${colour?.['id']}' of 'colour' is shared by all channels and is different there: change it in the folder of channel 2`,
        `the tag '${before?.['id']}' is shared by all channels and is different there: change it in the folder of channel 2`,
      ])
    }
    const [after] = await shop.sql`select texts->>'nl' as nl from tag where id = ${before?.['id']}`
    expect(after?.['nl']).toBe(before?.['nl'])
  })

  it('may be repeated and added by one channel; a new tag goes behind the existing ones (B27)', async () => {
    const [group] = await shop.sql`select id, texts from tag_group order by position limit 1`
    const order = async () =>
      (
        await shop.sql`select id from tag where tag_group_id = ${group?.['id']} order by position, id`
      ).map((row) => String(row['id']))
    const before = await order()
    const result = await importFiles({
      'tags.yaml': JSON.stringify({
        [group?.['id']]: { texts: group?.['texts'], tags: { 'brand-new': { nl: 'Nieuw' } } },
      }),
    })
    expect(result.problems).toEqual([])
    expect(await order()).toEqual([...before, 'brand-new'])
  })
})

describe('validation of values', () => {
  it('refuses unknown and incomplete placeholders with file, key and the available ones, all at once (B25)', async () => {
    const before = await blocksOf('homepagecomponents', 'en')
    const files = {
      'content/nl/other.yaml': 'title: Iets anders\n',
      'content/en/homepagecomponents.yaml':
        'title: "For {firstname}"\nblocks:\n  heroSection:\n    title: "{points} for {first_name}"\n    text: "{points gifts"\n',
      'content/nl/websitetranslationcomponents.yaml':
        'mail_order-confirmation_heading: "Dank, {first_name} {naam}"\n',
      'content/nl/party.yaml': 'html:\n  body: <p>Voor {{points}} punten</p>\n',
    }
    const told = [
      "content/en/homepagecomponents.yaml:1:1 {firstname} cannot be used in 'title'; available: {points}, {valid_until}, {salutation}, {first_name}",
      "content/en/homepagecomponents.yaml:5:5 a variable in 'text' is incomplete, at '{points': write one of {points}, {valid_until}, {salutation}, {first_name}",
      "content/nl/party.yaml:2:3 a variable in 'body' is incomplete, at '{{points}}': write one of {points}, {valid_until}, {salutation}, {first_name}",
      "content/nl/websitetranslationcomponents.yaml:1:1 {naam} cannot be used in 'mail_order-confirmation_heading'; available: {first_name}",
    ]
    expect((await importFiles(files)).problems).toEqual(told)
    expect(await blocksOf('homepagecomponents', 'en')).toEqual(before)
    expect((await importFiles(files, { skipInvalidRows: true })).problems).toEqual(told)
    expect(JSON.stringify(await blocksOf('other'))).toContain('Iets anders')
    expect(await blocksOf('party')).toBe('no-such-page')
  })

  it('refuses an invalid theme value with its position (B25)', async () => {
    const { problems } = await importFiles({
      'channel.yaml': "id: '3001'\nname: Own\ntheme_options:\n  active: mint\n",
    })
    expect(problems).toEqual([
      "channel.yaml:4:3 'mint' is not a colour for 'active', like '#77ceab' or '#7ca'",
    ])
  })
})

describe('HTML in a text', () => {
  it('is cleaned under html, and refused in plain texts (B25)', async () => {
    const script = '<p onclick="x()">Feest<script>steal()</script></p>'
    const { problems } = await importFiles({
      'content/nl/party.yaml': `title: Feest\nblocks:\n  part:\n    body: '${script}'\n    text: '5 <b 6'\n`,
      'content/nl/termsandconditionscomponents.yaml': `texts:\n  body: '${script}'\n`,
      'content/nl/websitetranslationcomponents.yaml':
        'mail_order-confirmation_subject: "Dank\\nBcc: x@example.com"\n',
      'content/all/headercomponents.yaml': 'default_language: xx\n',
    })
    expect(problems).toEqual([
      "content/all/headercomponents.yaml:1:1 'xx' is not a language of the shop",
      "content/nl/party.yaml:4:5 'body' contains tags but is plain text: put HTML under html (in the back office: area)",
      "content/nl/termsandconditionscomponents.yaml:2:3 'body' contains tags but is plain text: put HTML under html (in the back office: area)",
      "content/nl/websitetranslationcomponents.yaml:1:1 'mail_order-confirmation_subject' is a subject and must be on one line",
    ])
    await importFiles({ 'content/nl/other.yaml': `title: Feest\nhtml:\n  body: '${script}'\n` })
    const said = JSON.stringify(await blocksOf('other'))
    expect(said).toContain('Feest')
    expect(said).not.toMatch(/script|onclick/)
  })
})

describe('key that no page uses', () => {
  it('is reported with its position and a suggestion, and stored all the same (B25)', async () => {
    const { problems, warnings } = await importFiles({
      'channel.yaml':
        "id: '3001'\nname: Own\ntheme_options:\n  active: '#77ceab'\n  nosuchref: '#fff000'\n  acitve: '#77ceab'\n",
      'content/nl/basketcomponents.yaml': 'titel: Mand\nnosuchkey: x\n',
      'content/nl/homepagecomponents.yaml':
        'blocks:\n  processSection:\n    items: [{ title: Zoek, txet: Zo }]\n',
      'content/nl/websitetranslationcomponents.yaml':
        'mail_order-confirmation_heading: Dank\nmail_order-confirmation_headng: Dank\n',
      'content/nl/other.yaml': 'title: Iets anders\nanything: Wat dan ook\n',
    })
    expect(problems).toEqual([])
    expect(warnings).toEqual([
      "channel.yaml:5:3 no page uses 'nosuchref' of the theme: available: active, heading, accent, radius-s, radius-m, radius-l",
      "channel.yaml:6:3 no page uses 'acitve' of the theme: did you mean 'active'?",
      "content/nl/basketcomponents.yaml:1:1 no page uses 'titel' of 'basketcomponents': did you mean 'title'?",
      "content/nl/basketcomponents.yaml:2:1 no page uses 'nosuchkey' of 'basketcomponents'",
      "content/nl/homepagecomponents.yaml:3:28 no page uses 'processSection/*.txet' of 'homepagecomponents': did you mean 'processSection/*.text'?",
      "content/nl/websitetranslationcomponents.yaml:2:1 no page uses 'mail_order-confirmation_headng' of 'websitetranslationcomponents': did you mean 'mail_order-confirmation_heading'?",
    ])
    expect(JSON.stringify(await blocksOf('basketcomponents'))).toContain('nosuchkey')
  })

  it('does not occur in any of our own folders (B25)', async () => {
    for (const folder of ['starting-shop', 'demo/world', 'demo/small-world']) {
      const { channels } = await readFolder(path.join(projectRoot, folder))
      expect((await findUnknownNames(channels)).map(problemText)).toEqual([])
    }
  })
})
