import type { Queries } from '#server/platform/db/database.ts'

export type ReminderState = { channel_id: string; language: string; stopped: boolean }

export const listReminderState = (sql: Queries, id: string) => sql<ReminderState[]>`
  select batch.channel_id, stopped_at is not null as stopped,
    coalesce(nullif(recipient.language, ''), voucher.language) as language
  from recipient join voucher on voucher.id = voucher_id join voucher_batch batch on batch.id = recipient.batch_id
  where recipient.id = ${id}::bigint`
