import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

import type { Sessions } from '#server/holders/sessions.ts'
import type { Sql } from '#server/db/database.ts'
import type { Clock } from '#server/ground/ports.ts'

/** Long enough for one page to load on a slow line. */
const LIFETIME_MS = 60_000

export type SessionTickets = {
  /** A new one takes the place of one that was made for this session before. */
  make(token: string, encryptedCode: string): Promise<string>
  /** Ends the session that it was made for: of many who come with one ticket, one gets in. */
  use(ticket: string): Promise<{ voucherId: number; encryptedCode: string } | undefined>
}

export function sessionTicketsIn(sql: Sql, sessions: Sessions, clock: Clock): SessionTickets {
  return {
    async make(token, encryptedCode) {
      const ticket = randomBytes(32).toString('base64url')
      const endsAt = new Date(clock.now().getTime() + LIFETIME_MS)
      await sql`
        insert into session_ticket (ticket_hash, token_hash, sealed_code, ends_at)
        select ${hashOf(ticket)}::bytea, token_hash, ${sealed(encryptedCode, ticket)}::bytea, ${endsAt}::timestamptz
        from session where token_hash = ${hashOf(token)} for key share
        on conflict (token_hash) do update set
          ticket_hash = excluded.ticket_hash, sealed_code = excluded.sealed_code, ends_at = excluded.ends_at`
      return ticket
    },

    async use(ticket) {
      const [row] = await sql<{ token_hash: Buffer; sealed_code: Buffer }[]>`
        select token_hash, sealed_code from session_ticket
        where ticket_hash = ${hashOf(ticket)} and ends_at > ${clock.now()}`
      if (!row) return undefined
      // Whoever ends the session has used the ticket, which goes with it.
      const voucherId = await sessions.end(row.token_hash)
      return voucherId === undefined
        ? undefined
        : { voucherId, encryptedCode: unsealed(row.sealed_code, ticket) }
    },
  }
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer')

/** The ticket is random and seals one text once: its nonce need not be. */
const NONCE = Buffer.alloc(12)
const TAG_BYTES = 16
const keyOf = (ticket: string) => hashOf(`seals the code: ${ticket}`)

function sealed(text: string, ticket: string) {
  const cipher = createCipheriv('aes-256-gcm', keyOf(ticket), NONCE)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([cipher.getAuthTag(), body])
}

function unsealed(bytes: Buffer, ticket: string) {
  const cipher = createDecipheriv('aes-256-gcm', keyOf(ticket), NONCE)
  cipher.setAuthTag(bytes.subarray(0, TAG_BYTES))
  return Buffer.concat([cipher.update(bytes.subarray(TAG_BYTES)), cipher.final()]).toString('utf8')
}
