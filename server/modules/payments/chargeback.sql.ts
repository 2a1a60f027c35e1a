import type { Queries } from '#server/platform/db/database.ts'

/** Accepts the loss of open chargebacks. */
export const acceptOpenChargebacks = (
  sql: Queries,
  ids: readonly string[],
  { note, at }: { note: string; at: Date },
) => sql`
  insert into chargeback_end (chargeback_id, kind, note, at)
  select id, 'accepted', ${note}, ${at} from chargeback
  where id = any(${[...ids]}::text[])
    and not exists (select from chargeback_end where chargeback_id = chargeback.id)
  on conflict do nothing`
