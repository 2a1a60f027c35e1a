import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

export type SealedSecrets = {
  seal(secret: Buffer, owner: string): Buffer
  /** Throws if it was sealed for another owner, or with a removed pepper. */
  open(sealed: Buffer, owner: string): Buffer
}

/** Data sealed for one purpose cannot be opened for another. */
type SealPurpose =
  | 'giftpoint backoffice secrets'
  | 'giftpoint digital gifts'
  | 'giftpoint unreadable mails'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM with a key derived from the pepper, which is not in the database: a stolen backup reveals no codes.
 * Bound to its owner, so a row cannot be moved to another one.
 */
export function sealedSecrets(
  peppers: string,
  purpose: SealPurpose = 'giftpoint backoffice secrets',
): SealedSecrets {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)),
  )
  const [newest] = keys
  if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot encrypt')

  function decrypt(key: Buffer, sealed: Buffer, owner: string) {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ])
  }

  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },

    open(sealed, owner) {
      for (const key of keys) {
        try {
          return decrypt(key, sealed, owner)
        } catch {
          // Sealed with another pepper.
        }
      }
      throw new Error('secret cannot be decrypted with any pepper')
    },
  }
}
