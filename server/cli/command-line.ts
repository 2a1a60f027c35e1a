import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'

import { STAFF_REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.staff.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import { isDay } from '#domain/time/zone-days.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { employerRoleProblem } from '#server/modules/employers/employer-statistics-view.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { initShop } from '#server/modules/channels/bundle/init-shop.ts'
import { exportFolder } from '#server/modules/channels/bundle/export/export-bundle.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { createLogger } from '#server/platform/log/logger.ts'
import { createFolder } from '#server/platform/storage/create-folder.ts'
import {
  insistOnDatabase,
  insistOnTables,
  type OpenDatabase,
  openDirectly,
} from '#server/platform/db/open-database.ts'
import { backup } from '#tools/backup/backup.ts'
import { createKeyFile, readKeyFile } from '#tools/backup/backup-encryption.ts'
import { checkBooks } from '#tools/check/check.ts'
import { allMonths, closeMonth, openMonth } from '#server/modules/finance/periods/close-month.ts'
import { storedBackups, lastErased, tidyBackups } from '#tools/backup/stored-backups.ts'
import { rewriteFiles } from '#server/modules/privacy/rewrite-month-tables.jobs.ts'
import { restore } from '#tools/backup/restore.ts'
import { sentenceFor } from '#server/cli/error-message.ts'
import { StartupProblem, WrongUse } from '#server/platform/startup-error.ts'
import { stopOnSignal } from '#server/platform/stop-signals.ts'
import { auditImport } from '#server/modules/channels/bundle/audit-bundle-import.ts'
import { addStaff } from '#server/modules/staff/accounts/add-staff.ts'
import { createVouchers } from '#server/modules/vouchers/create-vouchers.ts'
import { insistOnPeppersOfShop } from '#server/modules/vouchers/check-secret-keys.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'

/** Results go to standard output, so that they can be redirected; everything else to standard error. */
const out = (line: string) => process.stdout.write(`${line}\n`)
const note = (line: string) => process.stderr.write(`${line}\n`)

/** npm runs scripts in the project folder, but file names on the command line are relative to the user's folder. */
const fromHere = (file: string) => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file)

type Values = Record<string, string | boolean | undefined>
type Given = { words: string[]; values: Values }
type Command = {
  usage: string
  about: string
  /** Where there is no shop yet, it makes one; the others refuse. */
  createsShop?: true
  options: NonNullable<ParseArgsConfig['options']>
} & (
  | {
      /** Answers the exit code. */
      run(
        shop: { sql: Sql; config: Config; asOwner: OpenDatabase['asOwner'] },
        given: Given,
      ): Promise<number>
    }
  | {
      /** The same for a command that needs no shop and no database. */
      runAlone(given: Given): Promise<number>
    }
)

const commands: Record<string, Command> = {
  import: {
    usage: 'import FOLDER [--dry-run] [--skip-invalid-rows] [--overwrite]',
    about:
      'Reads a channel folder, or a folder of them, as docs/channel-folder.md describes. One transaction a channel; repeating it changes nothing. What was written in the back office since the folder was exported stays and is named; --overwrite takes the folder’s words.',
    createsShop: true,
    options: {
      'dry-run': { type: 'boolean' },
      'skip-invalid-rows': { type: 'boolean' },
      overwrite: { type: 'boolean' },
    },
    async run({ sql, config }, { words: [folder], values }) {
      if (!folder) throw new WrongUse('Name the folder to import.')
      const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
      let known: Promise<void> | undefined
      const result = await importFolder({
        sql,
        folder: fromHere(folder),
        dryRun: values['dry-run'] === true,
        goodRows: values['skip-invalid-rows'] === true,
        overwriteStaff: values['overwrite'] === true,
        onRelease: auditImport,
        onProgress: note,
        async createVoucher(sql, voucher) {
          await (known ??= insistOnPeppersOfShop(sql, keys))
          return createVoucher(sql, keys, voucher)
        },
      })
      for (const { id, written, counts } of result.channels) {
        out(`channel ${id}${written ? '' : ' (not written)'}`)
        for (const [kind, count] of Object.entries(counts)) {
          out(
            `  ${kind.padEnd(14)} new ${count.new}, changed ${count.changed}, unchanged ${count.unchanged}, gone ${count.gone}`,
          )
        }
      }
      for (const warning of result.warnings) note(`warning: ${placed(warning)}`)
      for (const problem of result.problems) note(placed(problem))
      if (values['dry-run']) note('A dry run: nothing was written.')
      return result.problems.length === 0 ? 0 : 1
    },
  },

  begin: {
    usage:
      'begin --channel 1014 --name NAME --language nl --host shop.example [--time-zone Europe/Amsterdam]',
    about:
      'Makes a shop of an empty database: shared texts in four languages and a first channel that sells nothing yet. Hosts: one, or several with commas. Then import a folder of your own.',
    createsShop: true,
    options: {
      channel: { type: 'string' },
      name: { type: 'string' },
      language: { type: 'string' },
      host: { type: 'string' },
      'time-zone': { type: 'string' },
    },
    async run({ sql }, { values }) {
      await initShop({
        sql,
        channel: text(values, 'channel'),
        name: text(values, 'name'),
        language: text(values, 'language'),
        hosts: text(values, 'host').split(/\s*,\s*/),
        timeZone: values['time-zone'] === undefined ? undefined : text(values, 'time-zone'),
      })
      note('The shop has begun. Next: npm run shop -- import FOLDER, then vouchers create.')
      return 0
    },
  },

  export: {
    usage: 'export FOLDER',
    about: 'Writes all channels as a folder that import reads.',
    options: {},
    async run({ sql }, { words: [folder] }) {
      if (!folder) throw new WrongUse('Name the folder to write to.')
      await createFolder(fromHere(folder))
      await exportFolder({ sql, folder: fromHere(folder) })
      return 0
    },
  },

  'vouchers create': {
    usage:
      'vouchers create --channel 1014 --points 20 --count 100 [--valid-from 2027-01-01] --valid-until 2027-12-31 [--note TEXT]',
    about:
      'Makes voucher codes and writes them as CSV to standard output, this once; its days are the channel’s. The shop keeps no code that could be read again.',
    options: {
      channel: { type: 'string' },
      points: { type: 'string' },
      count: { type: 'string' },
      'valid-from': { type: 'string' },
      'valid-until': { type: 'string' },
      note: { type: 'string' },
    },
    async run({ sql, config }, { values }) {
      const order = {
        channel: text(values, 'channel'),
        points: whole(values, 'points', 0),
        count: whole(values, 'count', 1),
        validFrom: values['valid-from'] === undefined ? null : day(values, 'valid-from'),
        validUntil: day(values, 'valid-until'),
        note: typeof values['note'] === 'string' ? values['note'] : '',
        by: process.env['USER'] ?? '',
      }
      const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
      await sql.begin((sql) => insistOnPeppersOfShop(sql, keys))
      await createVouchers({ sql, voucherKeys: keys, ...order, out: process.stdout })
      return 0
    },
  },

  check: {
    usage: 'check [--all]',
    about:
      'Proves that ledger, orders, payments and stock say the same. Exit 1 when they do not. Of closed months the sums are known; --all reads them, too.',
    options: { all: { type: 'boolean' } },
    async run({ sql }, { values }) {
      const lack = await employerRoleProblem(sql)
      if (lack) note(`warning: ${lack}`)
      const { findings } = await checkBooks(sql, { all: values['all'] === true })
      return told(findings)
    },
  },

  backup: {
    usage: 'backup FILE [--all]',
    about:
      'Encrypted for the public keys of BACKUP_RECIPIENTS. Writes the whole database to one file, readable by its owner only; closed months, once, to files of their own beside it, or with --all to the one file. The pepper of the voucher codes is not in it: keep GIFTPOINT_PEPPER elsewhere.',
    options: { all: { type: 'boolean' } },
    async run({ sql, config }, { words: [file], values }) {
      if (!file) throw new WrongUse('Name the file to write.')
      await refuseFolder(fromHere(file))
      const recipients = config.BACKUP_RECIPIENTS ?? []
      if (recipients.length === 0) refuseClearBackup(config)
      const all = values['all'] === true
      const { closed } = await backup({ sql, file: fromHere(file), all, recipients })
      const how =
        recipients.length > 0 ? 'encrypted' : 'not encrypted: BACKUP_RECIPIENTS is not set'
      note(`Written to ${file}, ${how}.`)
      for (const part of closed) note(`It needs ${part.file} beside it.`)
      return 0
    },
  },

  'backups keygen': {
    usage: 'backups keygen FILE',
    about:
      'Creates the key that opens encrypted backups and writes it to FILE. Prints the public key for BACKUP_RECIPIENTS. Keep FILE away from the shop and from the backups.',
    options: {},
    async runAlone({ words: [file] }) {
      if (!file) throw new WrongUse('Name the file to write.')
      out(await createKeyFile(fromHere(file)))
      note(
        `The key is in ${file}. Store it elsewhere: without it, no backup can be restored. Set BACKUP_RECIPIENTS to the line above.`,
      )
      return 0
    },
  },

  'backups list': {
    usage: 'backups list FOLDER',
    about:
      'Names the backups in a folder: which files of closed months each needs, which files none of them needs any more, and which were written before names were erased last, and hold them still.',
    options: {},
    async run({ sql }, { words: [folder] }) {
      if (!folder) throw new WrongUse('Name the folder.')
      const { backups, unneeded } = await storedBackups(fromHere(folder))
      const erased = await lastErased(sql)
      for (const { file, madeAt, needs, missing } of backups) {
        const holds = erased && new Date(madeAt) < erased
        const says = [
          `of ${madeAt}`,
          ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
          ...missing.map((part) => `${part} is missing`),
          ...(holds ? [`holds names that were erased by ${erased.toISOString()}`] : []),
        ]
        out(`${file}  ${says.join('; ')}`)
      }
      for (const file of unneeded) out(`${file}  no backup here needs it`)
      return backups.some(({ missing }) => missing.length > 0) ? 1 : 0
    },
  },

  'backups tidy': {
    usage: 'backups tidy FOLDER',
    about:
      'Takes away files of closed months that no backup in the folder needs, with whatever names they hold; nothing else.',
    options: {},
    async run(_, { words: [folder] }) {
      if (!folder) throw new WrongUse('Name the folder.')
      for (const file of await tidyBackups(fromHere(folder))) note(`${file} was taken away.`)
      return 0
    },
  },

  'months list': {
    usage: 'months list',
    about:
      'Names the months that orders were placed in: which are closed, and what is in the way of closing the others.',
    options: {},
    async run({ sql }) {
      for (const one of await allMonths(sql)) {
        const state =
          one.state === 'closed'
            ? `closed (${one.version})`
            : one.obstacle.join('; ') || 'can be closed'
        out(`${one.month.slice(0, 7)}  ${String(one.orders).padStart(9)} orders  ${state}`)
      }
      return 0
    },
  },

  'months close': {
    usage: 'months close [--month 2026-10]',
    about:
      'Closes a month, or all that have come to rest: nothing in it is written any more, backup and check need not read it again.',
    options: { month: { type: 'string' } },
    async run({ sql }, { values }) {
      const given = values['month'] === undefined ? undefined : month(values)
      const ready = given
        ? [given]
        : (await allMonths(sql)).flatMap((one) =>
            one.state === 'open' && one.obstacle.length === 0 ? [one.month] : [],
          )
      let code = 0
      for (const one of ready) {
        const obstacle = await closeMonth(sql, one)
        out(
          `${one.slice(0, 7)} ${obstacle.length === 0 ? 'is closed' : `stays open: ${obstacle.join('; ')}`}.`,
        )
        if (obstacle.length > 0) code = 1
      }
      if (ready.length === 0) note('No month is ready: months list says why.')
      return code
    },
  },

  'months open': {
    usage: 'months open --month 2026-10 --why TEXT',
    about: 'Opens a closed month again, for what has to be put right in it; close it afterwards.',
    options: { month: { type: 'string' }, why: { type: 'string' } },
    async run({ sql }, { values }) {
      const opened = await openMonth(sql, month(values), text(values, 'why'))
      note(opened ? 'The month is open.' : 'The month was not closed.')
      return opened ? 0 : 1
    },
  },

  restore: {
    usage: 'restore FILE [--key-file FILE] [--force]',
    about:
      'Reads a backup into an empty database; --force empties the database first. An encrypted one needs the file of its key, as backups keygen wrote it.',
    createsShop: true,
    options: { force: { type: 'boolean' }, 'key-file': { type: 'string' } },
    async run({ asOwner }, { words: [file], values }) {
      if (!file) throw new WrongUse('Name the file to read.')
      await refuseFolder(fromHere(file))
      const keyFile = values['key-file']
      const keys = typeof keyFile === 'string' ? await readKeyFile(fromHere(keyFile)) : undefined
      const { findings } = await asOwner((sql) =>
        restore({ sql, file: fromHere(file), force: values['force'] === true, keys }),
      )
      note(`Restored from ${file}.`)
      return told(findings)
    },
  },

  migrate: {
    usage: 'migrate',
    about:
      'Brings the schema up to date, as the user of DATABASE_OWNER_URL where it is set; starting the shop does the same.',
    createsShop: true,
    options: {},
    async run({ sql, config, asOwner }) {
      note('The schema is up to date.')
      const clock = { now: () => new Date() }
      await asOwner((sql) => rewriteFiles({ sql, ports: { clock }, log: createLogger(config) }))
      const lack = await employerRoleProblem(sql)
      if (lack) note(`warning: ${lack}`)
      return 0
    },
  },

  simulate: {
    usage:
      'simulate --channel 1014 [--holders 2000] [--points 20] [--from 2026-12-01] [--days 42] [--seed 1] [--kills 12] [--json FILE]',
    about:
      'Plays a season before it comes: in a database of its own, made-up holders order from a copy of the channel on a moved clock, while parcels fare as parcels do, outside services fail and processes are killed. Nothing of the real shop is written, nothing leaves. Exit 1 where the books differ, an order is lost or a mail came twice.',
    options: {
      channel: { type: 'string' },
      holders: { type: 'string' },
      points: { type: 'string' },
      from: { type: 'string' },
      days: { type: 'string' },
      seed: { type: 'string' },
      kills: { type: 'string' },
      json: { type: 'string' },
      'for-backoffice': { type: 'string' },
    },
    async run({ sql, config }, { values }) {
      if (values['for-backoffice'] !== undefined) {
        const { runStaffSimulation } = await import('#tools/simulation/run-staff-simulation.ts')
        const ruleCChannel = config.GIFTPOINT_RULE_C_CHANNEL
        return runStaffSimulation(sql, {
          runner: text(values, 'for-backoffice'),
          ruleCChannel,
          abort: asked,
        })
      }
      const { runSimulation } = await import('#tools/simulation/run-simulation.ts')
      const given = (name: string, least: number, usual: number) =>
        values[name] === undefined ? usual : whole(values, name, least)
      return runSimulation({
        sql,
        channel: text(values, 'channel'),
        asked: {
          holders: given('holders', 1, 2000),
          points: given('points', 1, 20),
          firstDay: values['from'] === undefined ? null : day(values, 'from'),
          days: given('days', 1, 42),
          seed: given('seed', 1, 1),
        },
        ruleCChannel: config.GIFTPOINT_RULE_C_CHANNEL,
        kills: given('kills', 0, 12),
        json: values['json'] === undefined ? null : fromHere(text(values, 'json')),
        abort: asked,
        out,
        note,
      })
    },
  },

  'staff add': {
    usage:
      'staff add --email EMAIL --name NAME [--role ROLE] [--channel CHANNEL …]   (password on standard input)',
    about: `Gives a colleague access to the back office. Roles: ${ROLES.join(', ')} (owner where none is named); all but the owner need their channels.`,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      channel: { type: 'string', multiple: true },
    },
    async run({ sql }, { values }) {
      const password = await standardInput()
      const whose = { email: text(values, 'email'), name: text(values, 'name') }
      if (await isGuessable(password, whose)) {
        throw new StartupProblem(STAFF_REFUSAL_MESSAGES['weak-password'])
      }
      const role = typeof values['role'] === 'string' ? values['role'] : 'owner'
      await addStaff({
        sql,
        ...whose,
        role,
        channels: Array.isArray(values['channel']) ? values['channel'].map(String) : [],
        password,
      })
      note(`${whose.name} added as ${role}. Sign in at /backoffice with ${whose.email}.`)
      return 0
    },
  },
}

let opening: Promise<OpenDatabase> | undefined
let working: Promise<unknown> | undefined
const asked = stopOnSignal({
  say: note,
  complain: note,
  exitCode: 1,
  async stop() {
    const database = await opening?.catch(() => undefined)
    await database?.close()
    // What was half written to a file is taken away again.
    await working?.catch(() => {})
  },
  release: async () => (await opening)?.release(),
})
// The reader of the output may close it early, as `head` does.
process.stdout.on('error', () => process.exit(1))

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  // After a stop signal, an error caused by the interruption is not reported.
  if (!asked.aborted) note(sentenceFor(error))
  return error instanceof WrongUse ? 2 : 1
})

async function main(words: string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    for (const { usage } of Object.values(commands)) out(`npm run shop -- ${usage}`)
    return 0
  }
  const { name, command } = commandOf(words)
  const given = parse(command, words.slice(name.split(' ').length))
  if (given.values['help']) {
    out(`npm run shop -- ${command.usage}\n\n${command.about}`)
    return 0
  }
  refuseSurplus(name, command, given.words)
  warnOfBanner(name)
  if ('runAlone' in command) return command.runAlone(given)
  const config = readConfig(process.env)
  if (command.createsShop) await reachFolder(config)
  else await insistOnDatabase(config)
  opening = openDirectly(config, note, asked)
  const database = await opening
  try {
    if (!command.createsShop) await insistOnTables(database.sql, config)
    await database.asOwner((owner) => prepareTables(owner, note, database.sql))
    const { sql, asOwner } = database
    working = command.run({ sql, config, asOwner }, given)
    return Number(await working)
  } finally {
    await database.close()
  }
}

/** Matches complete words: 'restored' is not 'restore'. */
function commandOf(words: string[]) {
  const found = Object.entries(commands).find(([name]) =>
    name.split(' ').every((part, at) => words[at] === part),
  )
  if (found) return { name: found[0], command: found[1] }
  const asked = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  throw new WrongUse(
    `There is no command '${asked.join(' ') || words.join(' ')}': npm run shop -- --help lists those there are.`,
  )
}

/** The usage lists a command's arguments in capitals, before its options. */
function refuseSurplus(name: string, { usage }: Command, words: string[]) {
  const [plain = ''] = usage.slice(name.length).split(/ [-[(]/)
  const surplus = words.slice(plain.split(' ').filter(Boolean).length)
  if (surplus.length === 0) return
  throw new WrongUse(
    `${name} does not know what to do with '${surplus.join(' ')}' — npm run shop -- ${usage}`,
  )
}

/** npm writes two lines of its own to standard output unless it is silenced. */
function warnOfBanner(name: string) {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env
  if (name !== 'vouchers create' || script !== 'shop' || process.stdout.isTTY) return
  if (level !== 'silent')
    note('npm writes its own lines before the codes: npm run -s shop does not.')
}

async function reachFolder({ DATABASE_URL, dataFolder }: Config) {
  if (DATABASE_URL) return
  await createFolder(dataFolder).catch(() => {
    throw new StartupProblem(
      `The folder ${dataFolder} cannot be written: make it writable, or name another with GIFTPOINT_DATA.`,
    )
  })
}

/** Answers the exit code: books that do not agree are a failure. */
function told(findings: { code: string; subject: string; message: string; resolve: string }[]) {
  for (const { code, subject, message, resolve } of findings) {
    out(`${code} ${subject}: ${message}. ${resolve}`)
  }
  out(findings.length === 0 ? 'The books agree.' : `${findings.length} findings.`)
  return findings.length === 0 ? 0 : 1
}

function parse(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...command.options, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    return { values: values as Values, words: positionals }
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split(
      /\.?(?: |\n)(?=To specify|Did you)|\n/,
    )
    throw new WrongUse(`${first} — npm run shop -- ${command.usage}`)
  }
}

function placed({
  file,
  row,
  column,
  message,
}: {
  file: string
  row?: number | undefined
  column?: number | string | undefined
  message: string
}) {
  return `${[file, row, column].filter((part) => part !== undefined).join(':')} ${message}`
}

function text(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value.trim() === '') throw new WrongUse(`--${name} is missing.`)
  return value.trim()
}

function whole(values: Values, name: string, least: number): number {
  const value = text(values, name)
  if (!/^\d{1,7}$/.test(value) || Number(value) < least) {
    throw new WrongUse(`--${name} must be a whole number from ${least}.`)
  }
  return Number(value)
}

function day(values: Values, name: string): string {
  const value = text(values, name)
  if (!isDay(value)) throw new WrongUse(`--${name} must be a date such as 2027-12-31.`)
  return value
}

function month(values: Values): string {
  const value = text(values, 'month')
  if (!isDay(`${value}-01`)) throw new WrongUse('--month must be a month such as 2026-10.')
  return `${value}-01`
}

function refuseClearBackup(config: Config) {
  if (!config.GIFTPOINT_LIVE || config.BACKUP_UNENCRYPTED === 'allowed') return
  throw new StartupProblem(
    'GIFTPOINT_LIVE is set, but the backup would not be encrypted: set BACKUP_RECIPIENTS (npm run shop -- backups keygen FILE creates a key), or BACKUP_UNENCRYPTED=allowed.',
  )
}

async function refuseFolder(file: string) {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new WrongUse(`${file} is a folder: name a file.`)
}

async function standardInput() {
  process.stdin.setEncoding('utf8')
  let all = ''
  for await (const chunk of process.stdin) all += String(chunk)
  return all.trim()
}
