import type { Queries } from '#server/platform/db/database.ts'

/** Moves units without a code to another line, the last ones first. */
export const moveWaitingItems = (
  sql: Queries,
  number: string,
  { from, to, quantity }: { from: number; to: number; quantity: number },
) => sql`
  update digital_item set line = ${to}
  where (order_number, line, unit) in (
    select order_number, line, unit from digital_item
    where order_number = ${number} and line = ${from} and state = 'waiting'
    order by unit desc limit ${quantity})`

/** Deletes the waiting units of a line: they need no code any more. */
export const dropWaitingItems = (sql: Queries, number: string, line: number) => sql`
  update digital_item set state = 'dropped'
  where order_number = ${number} and line = ${line} and state = 'waiting'`
