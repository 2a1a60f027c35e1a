import type { Queries } from '#server/platform/db/database.ts'

export async function findVoucherEnd(sql: Queries, now: Date, voucherId: number) {
  const [row] = await sql<{ ended: boolean }[]>`
    select valid_until <= ${now} as ended from voucher where id = ${voucherId}`
  return row
}

export async function findCreditOfProposal(sql: Queries, id: string) {
  const [row] = await sql<{ number: string }[]>`
    select number from credit where proposal_id = ${id}`
  return row
}
