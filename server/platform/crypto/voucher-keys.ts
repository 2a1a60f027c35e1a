import { createHash, createHmac } from 'node:crypto'

export type VoucherKeys = {
  salt: string
  /** The hash of a code that the browser sends: Base64 of SHA-1(salt + code). It is as sensitive as the code itself. */
  wireHash(code: string): string
  /** The lookup keys of a voucher: the newest pepper first, then older ones. */
  lookups(encryptedCode: string): { pepperId: string; lookup: Buffer }[]
  /**
   * Fingerprints of the peppers, newest first. They depend on the salt as well, because another salt makes codes
   * unusable, too.
   */
  marks: { pepperId: string; mark: Buffer }[]
}

export function voucherKeys(salt: string, peppers: string): VoucherKeys {
  const secrets = pepperSecrets(peppers)
  return {
    salt,
    wireHash: (code) => createHash('sha1').update(salt).update(code).digest('base64'),
    lookups: (encryptedCode) =>
      secrets.map(({ id, secret }) => ({
        pepperId: id,
        lookup: createHmac('sha256', secret).update(encryptedCode).digest(),
      })),
    marks: secrets.map(({ id, secret }) => ({
      pepperId: id,
      mark: createHmac('sha256', secret).update('giftpoint pepper mark\n').update(salt).digest(),
    })),
  }
}

/** `name:secret`, separated by commas, newest first. */
export function pepperSecrets(peppers: string): { id: string; secret: string }[] {
  return peppers.split(',').map((part) => {
    const [id = '', ...secret] = part.split(':')
    return { id, secret: secret.join(':') }
  })
}
