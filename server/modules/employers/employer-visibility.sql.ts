import type { Queries } from '#server/platform/db/database.ts'

export async function findEmployerOfVoucher(sql: Queries, voucherId: number) {
  const [row] = await sql<{ id: number; name: string; campaign: number }[]>`
    select employer.id, employer.name, campaign.id as campaign
    from voucher join voucher_batch batch on batch.id = voucher.batch_id
      join campaign on campaign.id = batch.campaign_id join employer on employer.id = campaign.employer_id
    where voucher.id = ${voucherId}`
  return row
}
