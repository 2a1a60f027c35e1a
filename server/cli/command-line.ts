import { parseArgs } from 'node:util'

import { type Command, note, out, type Values } from '#server/cli/command.ts'
import { backupCommands, restoreCommands } from '#server/cli/commands/backup-commands.ts'
import { checkCommands, monthCommands } from '#server/cli/commands/book-commands.ts'
import { databaseCommands } from '#server/cli/commands/database-commands.ts'
import { folderCommands } from '#server/cli/commands/folder-commands.ts'
import { staffCommands } from '#server/cli/commands/staff-commands.ts'
import { voucherCommands } from '#server/cli/commands/voucher-commands.ts'
import { sentenceFor } from '#server/cli/error-message.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import {
  insistOnDatabase,
  insistOnTables,
  type OpenDatabase,
  openDirectly,
} from '#server/platform/db/open-database.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { StartupProblem, WrongUse } from '#server/platform/startup-error.ts'
import { stopOnSignal } from '#server/platform/stop-signals.ts'
import { createFolder } from '#server/platform/storage/create-folder.ts'

const commands: Record<string, Command> = {
  ...folderCommands,
  ...voucherCommands,
  ...checkCommands,
  ...backupCommands,
  ...monthCommands,
  ...restoreCommands,
  ...databaseCommands,
  ...staffCommands,
}

let opening: Promise<OpenDatabase> | undefined
let working: Promise<unknown> | undefined
const stop = stopOnSignal({
  say: note,
  complain: note,
  exitCode: 1,
  async stop() {
    const database = await opening?.catch(() => undefined)
    await database?.close()
    // Partly written files are deleted.
    await working?.catch(() => {})
  },
  release: async () => (await opening)?.release(),
})
// The reader of the output may close it early, as `head` does.
process.stdout.on('error', () => process.exit(1))

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  // After a stop signal, an error caused by the interruption is not reported.
  if (!stop.aborted) note(sentenceFor(error))
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
  opening = openDirectly(config, note, stop)
  const database = await opening
  try {
    if (!command.createsShop) await insistOnTables(database.sql, config)
    await database.asOwner((owner) => prepareTables(owner, note, database.sql))
    const { sql, asOwner } = database
    working = command.run({ sql, config, asOwner, stopped: stop }, given)
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
  const commandWords = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  throw new WrongUse(
    `Unknown command '${commandWords.join(' ') || words.join(' ')}'. npm run shop -- --help lists the commands.`,
  )
}

/** The usage lists a command's arguments in capitals, before its options. */
function refuseSurplus(name: string, { usage }: Command, words: string[]) {
  const [plain = ''] = usage.slice(name.length).split(/ [-[(]/)
  const surplus = words.slice(plain.split(' ').filter(Boolean).length)
  if (surplus.length === 0) return
  throw new WrongUse(`Unexpected argument '${surplus.join(' ')}'. Usage: npm run shop -- ${usage}`)
}

/** npm writes two lines to standard output unless it runs with -s. */
function warnOfBanner(name: string) {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env
  if (name !== 'vouchers create' || script !== 'shop' || process.stdout.isTTY) return
  if (level !== 'silent')
    note('npm prints its own lines before the codes. Use npm run -s shop to avoid them.')
}

async function reachFolder({ DATABASE_URL, dataFolder }: Config) {
  if (DATABASE_URL) return
  await createFolder(dataFolder).catch(() => {
    throw new StartupProblem(
      `The folder ${dataFolder} is not writable. Make it writable, or set GIFTPOINT_DATA to another folder.`,
    )
  })
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
    throw new WrongUse(`${first}. Usage: npm run shop -- ${command.usage}`)
  }
}
