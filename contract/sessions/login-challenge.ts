import { z } from 'zod'

/** The proof of work required after too many login attempts. */
export const Challenge = z.object({
  /** Created and signed by the server. Valid for one code until `expires`. */
  salt: z.string(),
  difficulty: z.int().describe('Number of zero bits with which the SHA-256 must begin'),
  expires: z.iso.datetime(),
})
export type Challenge = z.infer<typeof Challenge>

/** Proof of work: SHA-256 of the text `salt.encrypted_code.nonce` starts with that many zero bits. */
export const Proof = z.object({
  salt: z.string().max(200),
  nonce: z
    .union([z.string().max(100), z.int().min(0)])
    .transform(String)
    .describe(
      'Any text for which the SHA-256 of salt.encrypted_code.nonce begins with the required zero bits',
    ),
})
export type Proof = z.output<typeof Proof>
