import { createHmac, randomBytes } from 'node:crypto'

import { codeFromRandom } from '#domain/vouchers/voucher-code.ts'
import { digitalCodeVault } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import { webhookOwner } from '#server/modules/webhooks/webhook.sql.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'

/** Columns that depend on the secret key of a shop. The stored rows do not contain them. */
export const OWN_SECRETS: Readonly<Record<string, readonly string[]>> = {
  voucher: ['lookup', 'pepper_id', 'last3'],
  digital_code: ['pepper_id', 'sealed', 'mark', 'exact'],
  webhook_endpoint: ['secret', 'old_secret', 'old_secret_until'],
}

const SECRET_BYTES = 32
const NULL_VALUE = '\\N'
type Values = Record<string, string>
type Secrets = (valueOf: (column: string) => string, seed: Buffer) => Values

/** Completes the stored rows of a table by the secret key of this shop. */
export function ownSecrets(
  { GIFTPOINT_VOUCHER_SALT: salt, GIFTPOINT_PEPPER: pepper }: Config,
  { name, columns }: { name: string; columns: readonly string[] },
): (row: string) => string {
  const secretsOf = SECRETS[name]?.(pepper, salt)
  if (!secretsOf) return (row) => row
  return (row) => {
    const values = row.split('\t')
    const valueOf = (column: string) => values[columns.indexOf(column)] ?? ''
    const seed = createHmac('sha256', pepper)
      .update(`demo history ${name === 'voucher' ? '' : name}${valueOf('id')}`)
      .digest()
    const secrets = secretsOf(valueOf, seed)
    return values.map((value, at) => secrets[columns[at] ?? ''] ?? value).join('\t')
  }
}

const SECRETS: Readonly<Record<string, (pepper: string, salt: string) => Secrets>> = {
  /** Nobody knows these codes, but staff can replace them. */
  voucher(pepper, salt) {
    const keys = voucherKeys(salt, pepper)
    return (_, seed) => {
      const code = codeFrom(seed)
      const [newest] = keys.lookups(keys.wireHash(code))
      if (!newest) throw new Error('no pepper for the voucher codes')
      return { lookup: bytes(newest.lookup), pepper_id: newest.pepperId, last3: code.slice(-3) }
    }
  },
  digital_code(pepper) {
    const vault = digitalCodeVault(pepper)
    return (valueOf, seed) => {
      const code = { code: codeFrom(seed).toUpperCase(), pin: '' }
      const isGone = valueOf('state') === 'gone'
      return {
        pepper_id: vault.pepperId,
        sealed: isGone ? NULL_VALUE : bytes(vault.seal(valueOf('sku'), code)),
        mark: bytes(vault.mark(code)),
        exact: bytes(vault.exact(code)),
      }
    }
  },
  webhook_endpoint(pepper) {
    const secrets = sealedSecrets(pepper)
    return (valueOf) => {
      const owner = webhookOwner(Number(valueOf('id')))
      return { secret: bytes(secrets.seal(randomBytes(SECRET_BYTES), owner)) }
    }
  },
}

function codeFrom(seed: Buffer) {
  let at = 0
  return codeFromRandom(() => (seed[at++] ?? 0) % 31, { check: true })
}

/** Bytes in the text format of COPY. */
const bytes = (value: Buffer) => `\\\\x${value.toString('hex')}`
