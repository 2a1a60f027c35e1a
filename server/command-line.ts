import path from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'

import { isDay } from '#domain/zone-days.ts'
import { voucherKeys } from '#server/account/voucher-keys.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Sql } from '#server/db/database.ts'
import { prepareTables } from '#server/db/prepare-tables.ts'
import { beginShop } from '#server/folder/begin-shop.ts'
import { exportFolder } from '#server/folder/export-folder.ts'
import { importFolder } from '#server/folder/import-folder.ts'
import { openDatabase } from '#server/open-database.ts'
import { backup } from '#server/operations/backup.ts'
import { checkBooks } from '#server/operations/check.ts'
import { restore } from '#server/operations/restore.ts'
import { StartupProblem } from '#server/startup-problem.ts'
import { addStaff } from '#server/vouchers/add-staff.ts'
import { createVouchers } from '#server/vouchers/create-vouchers.ts'
import { makeVoucher } from '#server/vouchers/make-voucher.ts'

/** Results go to standard output, so that they can be redirected; everything else to standard error. */
const out = (line: string) => process.stdout.write(`${line}\n`)
const note = (line: string) => process.stderr.write(`${line}\n`)

/** npm runs scripts in the project's folder; names on the command line mean the folder one stands in. */
const fromHere = (file: string) => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file)

type Values = Record<string, string | boolean | undefined>
type Command = {
  usage: string
  about: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Answers the exit code. */
  run(
    shop: { sql: Sql; config: Config },
    given: { words: string[]; values: Values },
  ): Promise<number>
}

const commands: Record<string, Command> = {
  import: {
    usage: 'import FOLDER [--dry-run] [--good-rows]',
    about:
      'Reads a channel folder, or a folder of them, as docs/channel-folder.md describes. One transaction a channel; repeating it changes nothing.',
    options: { 'dry-run': { type: 'boolean' }, 'good-rows': { type: 'boolean' } },
    async run({ sql, config }, { words: [folder], values }) {
      if (!folder) throw new StartupProblem('Name the folder to import.')
      const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
      const result = await importFolder({
        sql,
        folder: fromHere(folder),
        dryRun: values['dry-run'] === true,
        goodRows: values['good-rows'] === true,
        onProgress: note,
        makeVoucher: (sql, voucher) => makeVoucher(sql, keys, voucher),
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
    options: {
      channel: { type: 'string' },
      name: { type: 'string' },
      language: { type: 'string' },
      host: { type: 'string' },
      'time-zone': { type: 'string' },
    },
    async run({ sql }, { values }) {
      await beginShop({
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
      if (!folder) throw new StartupProblem('Name the folder to write to.')
      await exportFolder({ sql, folder: fromHere(folder) })
      return 0
    },
  },

  'vouchers create': {
    usage:
      'vouchers create --channel 1014 --points 20 --count 100 --valid-until 2027-12-31 [--note TEXT]',
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
      await createVouchers({
        sql,
        voucherKeys: voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER),
        channel: text(values, 'channel'),
        points: whole(values, 'points', 0),
        count: whole(values, 'count', 1),
        validFrom: values['valid-from'] === undefined ? null : day(values, 'valid-from'),
        validUntil: day(values, 'valid-until'),
        note: typeof values['note'] === 'string' ? values['note'] : '',
        by: process.env['USER'] ?? '',
        out: process.stdout,
      })
      return 0
    },
  },

  check: {
    usage: 'check',
    about: 'Proves that ledger, orders, payments and stock say the same. Exit 1 when they do not.',
    options: {},
    async run({ sql }) {
      const { findings } = await checkBooks(sql)
      return told(findings)
    },
  },

  backup: {
    usage: 'backup FILE',
    about:
      'Writes the whole database to one file, readable by its owner only. The pepper of the voucher codes is not in it: keep GIFTPOINT_PEPPER elsewhere.',
    options: {},
    async run({ sql }, { words: [file] }) {
      if (!file) throw new StartupProblem('Name the file to write.')
      await backup({ sql, file: fromHere(file) })
      note(`Written to ${file}.`)
      return 0
    },
  },

  restore: {
    usage: 'restore FILE [--force]',
    about: 'Reads a backup into an empty database; --force empties the database first.',
    options: { force: { type: 'boolean' } },
    async run({ sql }, { words: [file], values }) {
      if (!file) throw new StartupProblem('Name the file to read.')
      const { findings } = await restore({
        sql,
        file: fromHere(file),
        force: values['force'] === true,
      })
      note(`Restored from ${file}.`)
      return told(findings)
    },
  },

  migrate: {
    usage: 'migrate',
    about: 'Brings the schema up to date; starting the shop does the same.',
    options: {},
    async run() {
      note('The schema is up to date.')
      return 0
    },
  },

  'staff add': {
    usage:
      'staff add --email EMAIL --name NAME [--role editor|service|admin]   (password on standard input)',
    about: 'Gives a colleague access to the back office.',
    options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } },
    async run({ sql }, { values }) {
      const password = await standardInput()
      await addStaff({
        sql,
        email: text(values, 'email'),
        name: text(values, 'name'),
        role: typeof values['role'] === 'string' ? values['role'] : 'editor',
        password,
      })
      return 0
    },
  },
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof StartupProblem)) throw error
  note(error.message)
  return 1
})

async function main(words: string[]): Promise<number> {
  const name = Object.keys(commands).find((name) => words.join(' ').startsWith(name))
  const command = name === undefined ? undefined : commands[name]
  if (!name || !command) {
    const asked = words.length === 0 || words[0] === '--help' || words[0] === 'help'
    for (const { usage } of Object.values(commands)) out(`npm run shop -- ${usage}`)
    return asked ? 0 : 1
  }
  const given = parse(command, words.slice(name.split(' ').length))
  if (given.values['help']) {
    out(`npm run shop -- ${command.usage}\n\n${command.about}`)
    return 0
  }
  const config = readConfig(process.env)
  const database = await openDatabase(config, note)
  try {
    await prepareTables(database.sql, note)
    return await command.run({ sql: database.sql, config }, given)
  } finally {
    await database.close()
  }
}

/** Answers the exit code: books that do not agree are a failure. */
function told(findings: { code: string; subject: string; message: string; mend: string }[]) {
  for (const { code, subject, message, mend } of findings) {
    out(`${code} ${subject}: ${message}. ${mend}`)
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
    throw new StartupProblem(
      `${error instanceof Error ? error.message : String(error)} — npm run shop -- ${command.usage}`,
    )
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
  if (typeof value !== 'string' || value.trim() === '')
    throw new StartupProblem(`--${name} is missing.`)
  return value.trim()
}

function whole(values: Values, name: string, least: number): number {
  const value = text(values, name)
  if (!/^\d{1,7}$/.test(value) || Number(value) < least) {
    throw new StartupProblem(`--${name} must be a whole number from ${least}.`)
  }
  return Number(value)
}

function day(values: Values, name: string): string {
  const value = text(values, name)
  if (!isDay(value)) throw new StartupProblem(`--${name} must be a date such as 2027-12-31.`)
  return value
}

async function standardInput() {
  process.stdin.setEncoding('utf8')
  let all = ''
  for await (const chunk of process.stdin) all += String(chunk)
  return all.trim()
}
