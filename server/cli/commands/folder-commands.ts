import { auditImport } from '#server/modules/channels/bundle/audit-bundle-import.ts'
import { exportFolder } from '#server/modules/channels/bundle/export/export-bundle.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { initShop } from '#server/modules/channels/bundle/init-shop.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'
import { checkSecretKeysOfShop } from '#server/modules/vouchers/check-secret-keys.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { UsageError } from '#server/platform/startup-error.ts'
import { createFolder } from '#server/platform/storage/create-folder.ts'
import { type Command, resolveUserPath, note, out, textOption } from '#server/cli/command.ts'

export const folderCommands: Record<string, Command> = {
  import: {
    usage: 'import FOLDER [--dry-run] [--skip-invalid-rows] [--overwrite]',
    about:
      'Imports one channel folder, or a folder with several (docs/channel-folder.md). Each channel is one transaction. A repeated import changes nothing. Changes made in the back office since the export are kept and listed. With --overwrite they are replaced.',
    createsShop: true,
    options: {
      'dry-run': { type: 'boolean' },
      'skip-invalid-rows': { type: 'boolean' },
      overwrite: { type: 'boolean' },
    },
    async run({ sql, config }, { words: [folder], values }) {
      if (!folder) throw new UsageError('FOLDER is missing. Name the folder to import.')
      const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
      let secretKeysChecked: Promise<void> | undefined
      const result = await importFolder({
        sql,
        folder: resolveUserPath(folder),
        dryRun: values['dry-run'] === true,
        skipInvalidRows: values['skip-invalid-rows'] === true,
        overwriteStaff: values['overwrite'] === true,
        onRelease: auditImport,
        onProgress: note,
        async createVoucher(sql, voucher) {
          await (secretKeysChecked ??= checkSecretKeysOfShop(sql, keys))
          return createVoucher(sql, keys, voucher)
        },
      })
      for (const { id, written, counts } of result.channels) {
        out(`channel ${id}${written ? '' : ' (not written)'}`)
        for (const [kind, count] of Object.entries(counts)) {
          out(
            `  ${kind.padEnd(14)} new ${count.new}, changed ${count.changed}, unchanged ${count.unchanged}, removed ${count.removed}`,
          )
        }
      }
      for (const warning of result.warnings) note(`warning: ${formatProblem(warning)}`)
      for (const problem of result.problems) note(formatProblem(problem))
      if (values['dry-run']) note('Dry run: nothing was saved.')
      return result.problems.length === 0 ? 0 : 1
    },
  },

  begin: {
    usage:
      'begin --channel 1014 --name NAME --language nl --host shop.example [--time-zone Europe/Amsterdam]',
    about:
      'Creates a shop in an empty database: shared texts in four languages and a first channel without gifts. Separate multiple hosts with commas. Import your own channel folder afterwards.',
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
        channel: textOption(values, 'channel'),
        name: textOption(values, 'name'),
        language: textOption(values, 'language'),
        hosts: textOption(values, 'host').split(/\s*,\s*/),
        timeZone: values['time-zone'] === undefined ? undefined : textOption(values, 'time-zone'),
      })
      note('Shop created. Next: npm run shop -- import FOLDER, then vouchers create.')
      return 0
    },
  },

  export: {
    usage: 'export FOLDER',
    about: 'Exports all channels to a folder that import can read.',
    options: {},
    async run({ sql }, { words: [folder] }) {
      if (!folder) throw new UsageError('FOLDER is missing. Name the folder to write to.')
      await createFolder(resolveUserPath(folder))
      await exportFolder({ sql, folder: resolveUserPath(folder) })
      return 0
    },
  },
}

function formatProblem({
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
