import { auditImport } from '#server/modules/channels/bundle/audit-bundle-import.ts'
import { exportFolder } from '#server/modules/channels/bundle/export/export-bundle.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { initShop } from '#server/modules/channels/bundle/init-shop.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'
import { insistOnPeppersOfShop } from '#server/modules/vouchers/check-secret-keys.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { WrongUse } from '#server/platform/startup-error.ts'
import { createFolder } from '#server/platform/storage/create-folder.ts'
import { type Command, fromHere, note, out, text } from '#server/cli/command.ts'

export const folderCommands: Record<string, Command> = {
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
