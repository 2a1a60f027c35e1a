import { checkSecretKeysOfShop } from '#server/modules/vouchers/check-secret-keys.ts'
import { createVouchers } from '#server/modules/vouchers/create-vouchers.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { type Command, dayOption, textOption, wholeNumberOption } from '#server/cli/command.ts'

export const voucherCommands: Record<string, Command> = {
  'vouchers create': {
    usage:
      'vouchers create --channel 1014 --points 20 --count 100 [--valid-from 2027-01-01] --valid-until 2027-12-31 [--note TEXT]',
    about:
      'Creates voucher codes and writes them to standard output as CSV. This is the only time: the shop stores no readable code. Dates are in the time zone of the channel.',
    options: {
      channel: { type: 'string' },
      points: { type: 'string' },
      count: { type: 'string' },
      'valid-from': { type: 'string' },
      'valid-until': { type: 'string' },
      note: { type: 'string' },
    },
    async run({ sql, config }, { values }) {
      const request = {
        channel: textOption(values, 'channel'),
        points: wholeNumberOption(values, 'points', 0),
        count: wholeNumberOption(values, 'count', 1),
        validFrom: values['valid-from'] === undefined ? null : dayOption(values, 'valid-from'),
        validUntil: dayOption(values, 'valid-until'),
        note: typeof values['note'] === 'string' ? values['note'] : '',
        by: process.env['USER'] ?? '',
      }
      const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
      await sql.begin((sql) => checkSecretKeysOfShop(sql, keys))
      await createVouchers({ sql, voucherKeys: keys, ...request, out: process.stdout })
      return 0
    },
  },
}
