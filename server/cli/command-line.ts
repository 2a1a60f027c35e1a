import { parseArgs } from 'node:util'

import { type Command, note, out, type Values } from '#server/cli/command.ts'
import { backupCommands, restoreCommands } from '#server/cli/commands/backup-commands.ts'
import { checkCommands, monthCommands } from '#server/cli/commands/book-commands.ts'
import { databaseCommands } from '#server/cli/commands/database-commands.ts'
import { folderCommands } from '#server/cli/commands/folder-commands.ts'
import { staffCommands } from '#server/cli/commands/staff-commands.ts'
import { voucherCommands } from '#server/cli/commands/voucher-commands.ts'
import { errorMessage } from '#server/cli/error-message.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import {
  requireDatabase,
  requireTables,
  type OpenDatabase,
  openDirectly,
} from '#server/platform/db/open-database.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { StartupProblem, UsageError } from '#server/platform/startup-error.ts'
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

let openingDatabase: Promise<OpenDatabase> | undefined
let runningCommand: Promise<unknown> | undefined
const stop = stopOnSignal({
  say: note,
  complain: note,
  exitCode: 1,
  async stop() {
    const database = await openingDatabase?.catch(() => undefined)
    await database?.close()
    // Partly written files are deleted.
    await runningCommand?.catch(() => {})
  },
  release: async () => (await openingDatabase)?.release(),
})
// The reader of the output may close it early, as `head` does.
process.stdout.on('error', () => process.exit(1))

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  // After a stop signal, an error caused by the interruption is not reported.
  if (!stop.aborted) note(errorMessage(error))
  return error instanceof UsageError ? 2 : 1
})

async function main(words: string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    for (const { usage } of Object.values(commands)) out(`npm run shop -- ${usage}`)
    return 0
  }
  const { name, command } = findCommand(words)
  const args = parse(command, words.slice(name.split(' ').length))
  if (args.values['help']) {
    out(`npm run shop -- ${command.usage}\n\n${command.about}`)
    return 0
  }
  refuseUnexpectedArguments(name, command, args.words)
  warnAboutNpmOutput(name)
  if ('runAlone' in command) return command.runAlone(args)
  const config = readConfig(process.env)
  if (command.createsShop) await createDataFolder(config)
  else await requireDatabase(config)
  openingDatabase = openDirectly(config, note, stop)
  const database = await openingDatabase
  try {
    if (!command.createsShop) await requireTables(database.sql, config)
    await database.asOwner((owner) => prepareTables(owner, note, database.sql))
    const { sql, asOwner } = database
    runningCommand = command.run({ sql, config, asOwner, stopped: stop }, args)
    return Number(await runningCommand)
  } finally {
    await database.close()
  }
}

/** Matches complete words: 'restored' is not 'restore'. */
function findCommand(words: string[]) {
  const found = Object.entries(commands).find(([name]) =>
    name.split(' ').every((part, index) => words[index] === part),
  )
  if (found) return { name: found[0], command: found[1] }
  const commandWords = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  throw new UsageError(
    `Unknown command '${commandWords.join(' ') || words.join(' ')}'. npm run shop -- --help lists the commands.`,
  )
}

/** The usage lists a command's arguments in capitals, before its options. */
function refuseUnexpectedArguments(name: string, { usage }: Command, words: string[]) {
  const [argumentNames = ''] = usage.slice(name.length).split(/ [-[(]/)
  const unexpected = words.slice(argumentNames.split(' ').filter(Boolean).length)
  if (unexpected.length === 0) return
  throw new UsageError(
    `Unexpected argument '${unexpected.join(' ')}'. Usage: npm run shop -- ${usage}`,
  )
}

/** npm writes two lines to standard output unless it runs with -s. */
function warnAboutNpmOutput(name: string) {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env
  if (name !== 'vouchers create' || script !== 'shop' || process.stdout.isTTY) return
  if (level !== 'silent')
    note('npm prints its own lines before the codes. Use npm run -s shop to avoid them.')
}

async function createDataFolder({ DATABASE_URL, dataFolder }: Config) {
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
    throw new UsageError(`${first}. Usage: npm run shop -- ${command.usage}`)
  }
}
