import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { SERVING_ROLE } from '#server/platform/db/embedded/server-process.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { testDatabase } from '#server/testing/test-database.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

let installation: Awaited<ReturnType<typeof createShopStarter>>
beforeAll(async () => {
  installation = await createShopStarter()
  const shop = installation.start('start.mjs')
  await shop.opened
  await mkdir(path.join(installation.folder, 'a-folder'))
  await writeFile(path.join(installation.folder, 'a-file'), 'not a backup')
}, 120_000)
afterAll(() => installation.close())

async function run(args: string[], environment: Record<string, string> = {}, input = '') {
  const command = installation.start('shop.mjs', {
    args,
    environment: { INIT_CWD: installation.folder, ...environment },
    input,
  })
  const code = await command.ended
  return { code, ...command.output() }
}

const INVALID_COMMANDS: [string, string[], number, RegExp, Record<string, string>?][] = [
  ['an unknown command', ['sell'], 2, /^Unknown command 'sell'.*--help/],
  ['a command that only begins like one', ['restored', 'x'], 2, /^Unknown command 'restored x'/],
  ['half of a command', ['vouchers'], 2, /^Unknown command 'vouchers'/],
  ['an option without a command', ['--force'], 2, /^Unknown command '--force'/],
  ['more words than it takes', ['check', 'twice'], 2, /^Unexpected argument 'twice'/],
  ['two files', ['backup', 'one', 'two'], 2, /^Unexpected argument 'two'/],
  ['an unknown option', ['migrate', '--now'], 2, /Unknown option '--now'/],
  ['a value where none goes', ['import', 'x', '--dry-run=yes'], 2, /dry-run.* does not take/],
  ['no folder to import', ['import'], 2, /^FOLDER is missing/],
  ['a folder that is not there', ['import', 'nowhere'], 1, /nowhere/],
  ['an export onto a file', ['export', 'a-file'], 1, /a-file cannot be used: .*\(EEXIST\)/],
  ['an export below a file', ['export', 'a-file/x'], 1, /cannot be used: .*\(ENOTDIR\)/],
  ['an export where nothing can be', ['export', '/proc/nope/x'], 1, /cannot be used: .*\(ENOENT\)/],
  ['a backup onto a folder', ['backup', 'a-folder'], 2, /a-folder is a folder\. Enter a file name/],
  ['a backup into nowhere', ['backup', 'no/where'], 1, /cannot be written .*ENOENT/],
  ['a restore of nothing', ['restore', 'nothing'], 1, /nothing cannot be read: ENOENT/],
  ['a restore of a folder', ['restore', 'a-folder'], 2, /a-folder is a folder/],
  ['a restore of something else', ['restore', 'a-file'], 1, /a-file is not a backup of this shop/],
  [
    'no vouchers',
    [
      'vouchers',
      'create',
      '--channel',
      '1014',
      '--points',
      '1',
      '--count',
      '0',
      '--valid-until',
      '2099-01-01',
    ],
    2,
    /^--count must be a whole number from 1/,
  ],
  ['less than no points', ['vouchers', 'create', '--points', '-1'], 2, /--points/],
  [
    'no such channel',
    [
      'vouchers',
      'create',
      '--channel',
      '7',
      '--points',
      '1',
      '--count',
      '1',
      '--valid-until',
      '2099-01-01',
    ],
    1,
    /no channel 7/,
  ],
  [
    'codes of a pepper that is not the shop’s',
    [
      'vouchers',
      'create',
      ...'--channel 1014 --points 1 --count 1 --valid-until 2099-01-01'.split(' '),
    ],
    1,
    /^The secret of laptop in GIFTPOINT_PEPPER/,
    { GIFTPOINT_PEPPER: 'laptop:another' },
  ],
  [
    'no such day',
    [
      'vouchers',
      'create',
      '--channel',
      '1014',
      '--points',
      '1',
      '--count',
      '1',
      '--valid-until',
      '2099-02-30',
    ],
    2,
    /^--valid-until must be a date/,
  ],
  [
    'a colleague without a password',
    ['staff', 'add', '--email', 'a@example.com', '--name', 'A'],
    1,
    /password needs at least/,
  ],
  [
    'a data folder where nothing can be',
    ['migrate'],
    1,
    /^The folder \/proc\/nope is not writable\. .*GIFTPOINT_DATA/,
    { GIFTPOINT_DATA: '/proc/nope' },
  ],
  [
    'proxies that are none',
    ['check'],
    1,
    /TRUSTED_PROXIES cannot be used/,
    { TRUSTED_PROXIES: 'nginx' },
  ],
]

/** Each is a process: npm test asks one of every kind, the long run all of them. */
const QUICK_NAMES = [
  'an unknown command',
  'more words than it takes',
  'an unknown option',
  'no folder to import',
  'an export below a file',
  'a backup into nowhere',
  'a restore of something else',
  'no vouchers',
  'codes of a pepper that is not the shop’s',
  'a data folder where nothing can be',
  'proxies that are none',
]
const TESTED_COMMANDS = THOROUGH
  ? INVALID_COMMANDS
  : INVALID_COMMANDS.filter(([name]) => QUICK_NAMES.includes(name))

it('reports invalid input in one line on standard error, and prints nothing on standard output (B30)', async () => {
  expect(TESTED_COMMANDS.length).toBeGreaterThanOrEqual(QUICK_NAMES.length)
  const answers = new Map<string, Awaited<ReturnType<typeof run>>>()
  const waiting = [...TESTED_COMMANDS]
  // Some at a time: each is a process of its own.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        answers.set(next[0], await run(next[1], next[4]))
      }
    }),
  )
  for (const [name, , code, sentence] of TESTED_COMMANDS) {
    const answer = answers.get(name)
    // An import first prints which file it reads.
    const lines = answer?.stderr
      .trim()
      .replace(/^reading .*\n/, '')
      .split('\n')
    expect(lines, name).toHaveLength(1)
    expect(lines?.[0], name).toMatch(sentence)
    expect({ name, code: answer?.code, stdout: answer?.stdout }).toEqual({ name, code, stdout: '' })
  }
}, 120_000)

it('refuses a data folder without a shop and names it, instead of creating an empty shop', async () => {
  const otherFolder = path.join(installation.folder, 'not-here')
  const commandLines = [
    ['check'],
    ['backup', 'empty.backup'],
    ['export', 'an-export'],
    ['vouchers', 'create', ...'--channel 1 --points 1 --count 1'.split(' ')],
    ['staff', 'add', ...'--email a@example.com --name A'.split(' ')],
  ]
  const answers = await Promise.all(
    commandLines.map((words) => run(words, { GIFTPOINT_DATA: otherFolder }, 'a long password')),
  )
  for (const [names, { code, stdout, stderr }] of answers.entries()) {
    expect({ asked: commandLines[names], code, stdout }).toEqual({
      asked: commandLines[names],
      code: 1,
      stdout: '',
    })
    expect(stderr).toBe(
      `The folder ${otherFolder} contains no shop. Set GIFTPOINT_DATA or DATABASE_URL as for the shop itself. Only the start, begin, migrate, import and restore create a new one.\n`,
    )
  }
  expect(await readdir(installation.folder)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/not-here|an-export|empty\.backup/)]),
  )
}, 240_000)

it('writes nothing but codes to the file when run as in the README (B22)', async () => {
  const readme = await readFile(path.join(projectRoot, 'README.md'), 'utf8')
  const command = /^npm run .* vouchers create .*> codes\.csv$/m.exec(readme)?.[0] ?? ''
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', command.replace('codes.csv', `"${installation.folder}/codes.csv"`)],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: installation.folder,
        GIFTPOINT_DATA: path.join(installation.folder, 'data'),
        GIFTPOINT_WORLD: 'demo/small-world',
      },
    },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const lines = (await readFile(path.join(installation.folder, 'codes.csv'), 'utf8'))
    .trim()
    .split('\n')
  expect(lines[0]).toBe('code,points,valid_until')
  expect(lines).toHaveLength(101)
  for (const line of lines.slice(1)) expect(line).toMatch(/^[a-z2-9]{9},20,\d{4}-/)
}, 240_000)

it('backs up a running shop, deletes old backups, and the newest one can be restored (B29)', async () => {
  const folder = path.join(installation.folder, 'backups')
  await mkdir(folder)
  for (const day of ['01', '02', '03'])
    await writeFile(path.join(folder, `giftpoint-202601${day}T000000Z.backup`), '')
  await writeFile(path.join(folder, 'something-else'), '')
  // Of a closed month, and no backup that stays needs it.
  await writeFile(path.join(folder, 'closed-2025-11-1-0123456789ab.backup'), '')
  const made = installation.start('backup.mjs', { args: [folder, '--keep', '2'] })
  expect(await made.ended, made.output().stderr).toBe(0)
  const [older, newest = '', ...others] = (await readdir(folder)).sort()
  expect([older, ...others]).toEqual(['giftpoint-20260103T000000Z.backup', 'something-else'])
  const otherFolder = { GIFTPOINT_DATA: path.join(installation.folder, 'elsewhere') }
  const restored = await run(['restore', path.join(folder, newest)], otherFolder)
  expect(restored).toMatchObject({ code: 0, stdout: 'The accounts match.\n' })

  const none = installation.start('backup.mjs', { args: [path.join(folder, 'something-else/x')] })
  expect(await none.ended).toBe(1)
  expect(none.output().stderr).toMatch(/^The folder .*cannot be created \(ENOTDIR\): .*\n$/)
  const fresh = installation.start('backup.mjs', { args: [path.join(folder, 'new/one')] })
  expect(await fresh.ended, fresh.output().stderr).toBe(0)
  expect(await readdir(path.join(folder, 'new/one'))).toHaveLength(1)
}, 240_000)

it('encrypts backups for the configured keys, and refuses an unencrypted one in live mode (SAFE-11, S13)', async () => {
  const made = await run(['backups', 'keygen', 'backup.key'])
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^age1[a-z0-9]{58}\n$/) })
  const live = { GIFTPOINT_LIVE: 'true' }
  const refused = await run(['backup', 'clear.backup'], live)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/would not be encrypted\. Set BACKUP_RECIPIENTS/)
  expect(
    (await run(['backup', 'clear.backup'], { ...live, BACKUP_UNENCRYPTED: 'allowed' })).code,
  ).toBe(0)
  const wrong = await run(['backup', 'x.backup'], { BACKUP_RECIPIENTS: 'no-key' })
  expect(wrong.stderr).toContain('no-key is not a public key')

  const recipients = { ...live, BACKUP_RECIPIENTS: made.stdout.trim() }
  const written = await run(['backup', 'sealed.backup'], recipients)
  expect(written.stderr).toContain('Written to sealed.backup, encrypted.')
  const otherFolder = { GIFTPOINT_DATA: path.join(installation.folder, 'with-a-key') }
  const without = await run(['restore', 'sealed.backup'], otherFolder)
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('--key-file') })
  const restored = await run(['restore', 'sealed.backup', '--key-file', 'backup.key'], otherFolder)
  expect(restored).toMatchObject({ code: 0, stdout: 'The accounts match.\n' })
}, 240_000)

it('prints the name and role of the staff user that it added (SAFE-18, C2)', async () => {
  const words = ['staff', 'add', '--email', 'new@example.com', '--name', 'New Colleague']
  const added = await run(words, {}, 'plum-kettle-orbit-77-lantern')
  expect(added).toMatchObject({
    code: 0,
    stderr: 'New Colleague added as owner. Sign in at /backoffice with new@example.com.\n',
  })
}, 240_000)

it('moves a shop from the embedded database to another one with the commands of docs/deploy.md (SAFE-18, C8)', async () => {
  const guide = await readFile(path.join(projectRoot, 'docs/deploy.md'), 'utf8')
  const [, section = ''] = guide.split('\n## From the embedded database to one of your own\n')
  const [steps = ''] = section.split('\n## ')
  const commands = [...steps.matchAll(/`giftpoint ([^`]+)`/g)].map(([, words = '']) =>
    words
      .replaceAll('/var/backups/giftpoint', installation.folder)
      .replace('KEY', 'move.key')
      .split(' '),
  )
  expect(commands.map(([command]) => command)).toEqual(['backup', 'restore'])
  const key = await run(['backups', 'keygen', 'move.key'])
  const oldShop = { BACKUP_RECIPIENTS: key.stdout.trim() }
  const database = await testDatabase('template0')
  const proxy = await postgresProxy()
  const [names] = await database.sql<{ name: string; owner: string }[]>`
    select current_database() as name, current_user as owner`
  const url = proxy.urlOf(names?.name ?? '')
  const newShop = {
    ...oldShop,
    GIFTPOINT_DATA: path.join(installation.folder, 'moved'),
    DATABASE_URL: url.replace(`${names?.owner}@`, `${SERVING_ROLE}@`),
    DATABASE_OWNER_URL: url,
  }
  const [backupWords = [], restoreWords = []] = commands
  expect(await run(backupWords, oldShop)).toMatchObject({ code: 0 })
  expect(await run(restoreWords, newShop)).toMatchObject({
    code: 0,
    stdout: 'The accounts match.\n',
  })
  expect(await run(['check'], newShop)).toMatchObject({ code: 0 })
  expect((await database.sql`select from voucher`).count).toBeGreaterThan(0)
  proxy.close()
  await database.drop()
}, 240_000)
