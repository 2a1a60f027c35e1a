import type { Sql } from '#server/platform/db/database.ts'

/** Orders of a year for the vouchers of these channels and of those after them. */
export function growOrders(
  sql: Sql,
  how?: { orders?: number; firstChannel?: number },
): Promise<void>
