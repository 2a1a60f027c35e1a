import { createHash, createHmac } from 'node:crypto'

export type VoucherKeys = {
  salt: string
  /** What the browser sends for a code: Base64 of SHA-1(salt + code). As good as the code itself. */
  wireHash(code: string): string
  /** How a voucher is found: the newest pepper first, older ones after it. */
  lookups(encryptedCode: string): { pepperId: string; lookup: Buffer }[]
  /** By what the shop knows each pepper again, newest first. Another salt is another mark: it opens as little. */
  marks: { pepperId: string; mark: Buffer }[]
}

export function voucherKeys(salt: string, peppers: string): VoucherKeys {
  const known = pepperSecrets(peppers)
  return {
    salt,
    wireHash: (code) => createHash('sha1').update(salt).update(code).digest('base64'),
    lookups: (encryptedCode) =>
      known.map(({ id, secret }) => ({
        pepperId: id,
        lookup: createHmac('sha256', secret).update(encryptedCode).digest(),
      })),
    marks: known.map(({ id, secret }) => ({
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
