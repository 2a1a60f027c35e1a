import type { Config } from '#server/platform/config/config.ts'
import { StartupProblem, UsageError } from '#server/platform/startup-error.ts'
import { backup } from '#tools/backup/backup.ts'
import { createKeyFile, readKeyFile } from '#tools/backup/backup-encryption.ts'
import { restore } from '#tools/backup/restore.ts'
import { storedBackups, lastErased, pruneBackups } from '#tools/backup/stored-backups.ts'
import {
  type Command,
  resolveUserPath,
  note,
  out,
  printFindings,
  refuseFolder,
} from '#server/cli/command.ts'

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: 'backup FILE [--all]',
    about:
      'Writes the database to FILE, encrypted for the public keys in BACKUP_RECIPIENTS. Only the owner of the file can read it. Closed months are written once, to separate files beside it. With --all they are also in FILE. The backup does not contain GIFTPOINT_PEPPER. Store that separately.',
    options: { all: { type: 'boolean' } },
    async run({ sql, config }, { words: [file], values }) {
      if (!file) throw new UsageError('FILE is missing. Name the file to write.')
      await refuseFolder(resolveUserPath(file))
      const recipients = config.BACKUP_RECIPIENTS ?? []
      if (recipients.length === 0) refuseClearBackup(config)
      const all = values['all'] === true
      const { closed } = await backup({ sql, file: resolveUserPath(file), all, recipients })
      const encryption =
        recipients.length > 0 ? 'encrypted' : 'not encrypted: BACKUP_RECIPIENTS is not set'
      note(`Written to ${file}, ${encryption}.`)
      for (const part of closed) note(`A restore also needs ${part.file} in the same folder.`)
      return 0
    },
  },

  'backups keygen': {
    usage: 'backups keygen FILE',
    about:
      'Creates the private key for encrypted backups and writes it to FILE. Prints the public key for BACKUP_RECIPIENTS. Store FILE on a different machine from the shop and the backups.',
    options: {},
    async runAlone({ words: [file] }) {
      if (!file) throw new UsageError('FILE is missing. Name the file to write.')
      out(await createKeyFile(resolveUserPath(file)))
      note(
        `The key is in ${file}. Store it elsewhere. Without it, no backup can be restored. Set BACKUP_RECIPIENTS to the line above.`,
      )
      return 0
    },
  },

  'backups list': {
    usage: 'backups list FOLDER',
    about:
      'Lists the backups in a folder. Shows the files of closed months that each backup needs, files that no backup needs, and backups with names that were erased later.',
    options: {},
    async run({ sql }, { words: [folder] }) {
      if (!folder) throw new UsageError('FOLDER is missing. Name the folder of the backups.')
      const { backups, unneeded } = await storedBackups(resolveUserPath(folder))
      const erased = await lastErased(sql)
      for (const { file, madeAt, needs, missing } of backups) {
        const hasErasedNames = erased && new Date(madeAt) < erased
        const details = [
          `created ${madeAt}`,
          ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
          ...missing.map((part) => `${part} is missing`),
          ...(hasErasedNames
            ? [`contains names that were erased later, until ${erased.toISOString()}`]
            : []),
        ]
        out(`${file}  ${details.join('; ')}`)
      }
      for (const file of unneeded) out(`${file}  not needed by any backup`)
      return backups.some(({ missing }) => missing.length > 0) ? 1 : 0
    },
  },

  'backups tidy': {
    usage: 'backups tidy FOLDER',
    about:
      'Deletes files of closed months that no backup in the folder needs. Deletes nothing else.',
    options: {},
    async run(_, { words: [folder] }) {
      if (!folder) throw new UsageError('FOLDER is missing. Name the folder of the backups.')
      for (const file of await pruneBackups(resolveUserPath(folder))) note(`${file} deleted.`)
      return 0
    },
  },
}

export const restoreCommands: Record<string, Command> = {
  restore: {
    usage: 'restore FILE [--key-file FILE] [--force]',
    about:
      'Restores a backup into an empty database. With --force the database is emptied first. An encrypted backup needs the key file that backups keygen created.',
    createsShop: true,
    options: { force: { type: 'boolean' }, 'key-file': { type: 'string' } },
    async run({ asOwner }, { words: [file], values }) {
      if (!file) throw new UsageError('FILE is missing. Name the backup to restore.')
      await refuseFolder(resolveUserPath(file))
      const keyFile = values['key-file']
      const keys =
        typeof keyFile === 'string' ? await readKeyFile(resolveUserPath(keyFile)) : undefined
      const { findings } = await asOwner((sql) =>
        restore({ sql, file: resolveUserPath(file), force: values['force'] === true, keys }),
      )
      note(`Restored from ${file}.`)
      return printFindings(findings)
    },
  },
}

function refuseClearBackup(config: Config) {
  if (!config.GIFTPOINT_LIVE || config.BACKUP_UNENCRYPTED === 'allowed') return
  throw new StartupProblem(
    'GIFTPOINT_LIVE is set, but the backup would not be encrypted. Set BACKUP_RECIPIENTS (npm run shop -- backups keygen FILE creates a key), or BACKUP_UNENCRYPTED=allowed.',
  )
}
