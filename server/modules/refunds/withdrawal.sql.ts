import type { Queries } from '#server/platform/db/database.ts'

export const insertWithdrawalReturn = (
  sql: Queries,
  {
    number,
    goods,
    note,
    staffId,
    now,
  }: { number: string; goods: 'shelf' | 'written-off'; note: string; staffId: number; now: Date },
) => sql`
  insert into withdrawal_return (withdrawal_number, goods, note, staff_id, at)
  select ${number}, ${goods}, ${note}, ${staffId}, ${now}
  where not exists (select from credit where withdrawal_number = ${number})
  on conflict do nothing`
