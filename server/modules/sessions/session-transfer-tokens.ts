import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

import type { Acting } from '#server/modules/sessions/session.sql.ts'
import type { Sessions } from '#server/modules/sessions/sessions.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/** Long enough to load one page on a slow connection. */
const LIFETIME_MS = 60_000

export type SessionTickets = {
  /** Replaces an earlier ticket of the same session. */
  create(token: string, encryptedCode: string): Promise<string>
  /** For a staff member who acts for a recipient. Part of the caller's transaction. */
  createForImpersonation(sql: Queries, voucherId: number, actingId: number): Promise<string>
  /** Ends the original session. Of several calls with one ticket, one succeeds. */
  redeem(
    ticket: string,
  ): Promise<{ voucherId: number; encryptedCode: string; acting: Acting | undefined } | undefined>
}

export function sessionTicketsIn(sql: Sql, sessions: Sessions, clock: Clock): SessionTickets {
  return {
    async create(token, encryptedCode) {
      const ticket = randomBytes(32).toString('base64url')
      const endsAt = new Date(clock.now().getTime() + LIFETIME_MS)
      await sql`
        insert into session_transfer_token (transfer_token_hash, token_hash, sealed_code, ends_at)
        select ${hashOf(ticket)}::bytea, token_hash, ${seal(encryptedCode, ticket)}::bytea, ${endsAt}::timestamptz
        from session where token_hash = ${hashOf(token)} for key share
        on conflict (token_hash) do update set
          transfer_token_hash = excluded.transfer_token_hash, sealed_code = excluded.sealed_code, ends_at = excluded.ends_at`
      return ticket
    },

    async createForImpersonation(sql, voucherId, actingId) {
      const ticket = randomBytes(32).toString('base64url')
      const now = clock.now()
      const endsAt = new Date(now.getTime() + LIFETIME_MS)
      // The token is never issued: this session exists only for the transfer and ends with the ticket.
      const tokenHash = randomBytes(32)
      await sql`
        insert into session (token_hash, voucher_id, created_at, seen_at, ends_at, impersonation_id)
        values (${tokenHash}, ${voucherId}, ${now}, ${now}, ${endsAt}, ${actingId})`
      await sql`
        insert into session_transfer_token (transfer_token_hash, token_hash, sealed_code, ends_at)
        values (${hashOf(ticket)}, ${tokenHash}, ${seal(`acting ${actingId}`, ticket)}, ${endsAt})`
      return ticket
    },

    async redeem(ticket) {
      const [row] = await sql<{ token_hash: Buffer; sealed_code: Buffer }[]>`
        select token_hash, sealed_code from session_transfer_token
        where transfer_token_hash = ${hashOf(ticket)} and ends_at > ${clock.now()}`
      if (!row) return undefined
      // Only the call that ends the session may use the ticket, which is deleted with it.
      const ended = await sessions.end(row.token_hash)
      return ended && { ...ended, encryptedCode: unseal(row.sealed_code, ticket) }
    },
  }
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer')

/** A constant nonce is safe here: the random ticket is the key, and it encrypts one text once. */
const NONCE = Buffer.alloc(12)
const TAG_BYTES = 16
const keyOf = (ticket: string) => hashOf(`seals the code: ${ticket}`)

function seal(text: string, ticket: string) {
  const cipher = createCipheriv('aes-256-gcm', keyOf(ticket), NONCE)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([cipher.getAuthTag(), body])
}

function unseal(bytes: Buffer, ticket: string) {
  const cipher = createDecipheriv('aes-256-gcm', keyOf(ticket), NONCE)
  cipher.setAuthTag(bytes.subarray(0, TAG_BYTES))
  return Buffer.concat([cipher.update(bytes.subarray(TAG_BYTES)), cipher.final()]).toString('utf8')
}
