import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import { allLanguages } from '#domain/language.ts'
import { PREVIEW_TOKEN_PREFIX } from '#server/http/endpoint/preview-holder.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

/**
 * What a preview shows, and its author. The token grants no other access. It expires after its lifetime or with the
 * session.
 */
const PreviewScope = z.object({
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
export type PreviewScope = z.output<typeof PreviewScope>

export type PreviewTokens = {
  sign(scope: PreviewScope): string
  read(token: string): PreviewScope | undefined
}

/** Signed with a key derived from the pepper. All tokens have the same length. */
export function previewTokens(peppers: string): PreviewTokens {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'giftpoint backoffice previews', 32)),
  )
  const macOf = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest()
  return {
    sign(scope) {
      const body = Buffer.from(JSON.stringify(scope)).toString('base64url')
      const [newest] = keys
      if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot sign')
      return `${PREVIEW_TOKEN_PREFIX}${body}.${macOf(newest, body).toString('base64url')}`
    },
    read(token) {
      const [, body = '', mac = ''] = /^gpp_([\w-]+)\.([\w-]{43})$/.exec(token) ?? []
      const receivedMac = Buffer.from(mac, 'base64url')
      const isOurs = keys.some(
        (key) => receivedMac.length === 32 && timingSafeEqual(macOf(key, body), receivedMac),
      )
      if (!isOurs) return undefined
      const scope = PreviewScope.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
      return scope.success ? scope.data : undefined
    },
  }
}
