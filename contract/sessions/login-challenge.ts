import { z } from 'zod'

/** What a login that was tried too often has to be paid for with: a moment's work of whoever asks. */
export const Challenge = z.object({
  /** The server's own; good for this code, and until `expires`. */
  salt: z.string(),
  difficulty: z.int().describe('How many zero bits the SHA-256 has to begin with'),
  expires: z.iso.datetime(),
})
export type Challenge = z.infer<typeof Challenge>

/** The work, shown: SHA-256 of the text `salt.encrypted_code.nonce` begins with that many zero bits. */
export const Proof = z.object({
  salt: z.string().max(200),
  nonce: z
    .union([z.string().max(100), z.int().min(0)])
    .transform(String)
    .describe('Any text, such that SHA-256 of salt.encrypted_code.nonce begins with the zero bits'),
})
export type Proof = z.output<typeof Proof>
