import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import { allLanguages } from '#domain/language.ts'
import { PREVIEW_TOKEN_PREFIX } from '#server/http/endpoint/preview-holder.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

/**
 * The scope of a preview and its author. The token grants no other access, and expires after its lifetime or with the
 * session.
 */
const Look = z.object({
  channel: z.string(),
  releases: z.array(z.number()),
  points: z.number(),
  language: z.enum(allLanguages),
  date: z.number().nullable(),
  soldOut: z.array(z.string()),
  staffId: z.number(),
  sessionId: z.string(),
  way: z.enum(['session', 'token']),
  endsAt: z.number(),
})
export type Look = z.output<typeof Look>

export type PreviewTokens = { sign(look: Look): string; read(token: string): Look | undefined }

/** Signed with a key derived from the pepper. All tokens have the same length. */
export function previewTokens(peppers: string): PreviewTokens {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'giftpoint backoffice previews', 32)),
  )
  const macOf = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest()
  return {
    sign(look) {
      const body = Buffer.from(JSON.stringify(look)).toString('base64url')
      const [newest] = keys
      if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot sign')
      return `${PREVIEW_TOKEN_PREFIX}${body}.${macOf(newest, body).toString('base64url')}`
    },
    read(token) {
      const [, body = '', mac = ''] = /^gpp_([\w-]+)\.([\w-]{43})$/.exec(token) ?? []
      const given = Buffer.from(mac, 'base64url')
      const isOurs = keys.some(
        (key) => given.length === 32 && timingSafeEqual(macOf(key, body), given),
      )
      if (!isOurs) return undefined
      const look = Look.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
      return look.success ? look.data : undefined
    },
  }
}
