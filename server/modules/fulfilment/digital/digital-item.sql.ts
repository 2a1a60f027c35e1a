import { createHmac } from 'node:crypto'

import { type GiftCode, plainCode } from '#domain/fulfilment/digital-codes.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

const PURPOSE = 'giftpoint digital gifts'
/** The context of the encryption is the article: the ciphertext cannot be opened in the row of another article. */
const encryptionContext = (sku: string) => `digital code of ${sku}`

/** Encrypts codes with the newest pepper, and recognises them by an HMAC of each. */
export function digitalCodeVault(peppers: string) {
  const sealer = sealedSecrets(peppers, PURPOSE)
  const secrets = pepperSecrets(peppers)
  const [newest] = secrets
  if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot encrypt')
  const hmac = (secret: string, text: string) =>
    createHmac('sha256', secret).update(`${PURPOSE}\n`).update(text).digest()
  return {
    pepperId: newest.id,
    seal: (sku: string, code: GiftCode) =>
      sealer.seal(Buffer.from(JSON.stringify(code)), encryptionContext(sku)),
    open: (sku: string, sealed: Buffer) =>
      JSON.parse(sealer.open(sealed, encryptionContext(sku)).toString()) as GiftCode,
    /**
     * HMACs for new rows with the newest pepper: one shared by all codes that look alike, and one for the exact
     * characters.
     */
    mark: ({ code }: GiftCode) => hmac(newest.secret, plainCode(code)),
    exact: ({ code }: GiftCode) => hmac(newest.secret, `exactly ${code}`),
    /** HMACs by every known pepper, because the code may have been saved with an older one. */
    marks: ({ code }: GiftCode) => secrets.map(({ secret }) => hmac(secret, plainCode(code))),
    exacts: ({ code }: GiftCode) => secrets.map(({ secret }) => hmac(secret, `exactly ${code}`)),
  }
}

/** A unit that was handed out; `code` is null for a document, which is generated on request. */
export type AssignedItem = {
  line: number
  unit: number
  kind: 'code' | 'pdf'
  handedAt: Date
  mailNumber: number
  code: GiftCode | null
}

/** The decrypted units of an order. Only for its holder: in the shop and in the holder's mail. */
export async function assignedItems(
  sql: Queries,
  peppers: string,
  number: string,
): Promise<AssignedItem[]> {
  const rows = await sql<
    (Omit<AssignedItem, 'code'> & { sku: string | null; sealed: Buffer | null })[]
  >`
    select line, unit, kind, handed_at as "handedAt", mail_number as "mailNumber", digital_code.sku, sealed
    from digital_item left join digital_code on digital_code.id = code_id
    where order_number = ${number} and digital_item.state = 'handed'
    order by line, unit`
  const { open } = digitalCodeVault(peppers)
  return rows.map(({ sku, sealed, ...item }) => ({
    ...item,
    code: sku !== null && sealed !== null ? open(sku, sealed) : null,
  }))
}
