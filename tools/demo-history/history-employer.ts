import type { Transaction } from '#server/platform/db/database.ts'
import type { Plan } from '#tools/demo-history/history-plan.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'

/** The past gifts of one employer, so that the employer portal shows numbers. */
export async function giveInNameOfEmployer(sql: Transaction, { batches }: Plan): Promise<void> {
  const given = Object.values(batches).filter(({ employer }) => employer)
  const now = new Date()
  for (const channel of new Set(given.map((batch) => batch.channel))) {
    const notes = given.flatMap((batch) => (batch.channel === channel ? [batch.note] : []))
    await sql`
      with campaign as (
        insert into campaign (employer_id, channel_id, name, added_at)
        select employer_id, ${channel}, ${notes.join(', ')}, ${now} from employer_user where is_demo
        returning id)
      update voucher_batch batch set campaign_id = campaign.id from campaign
      where channel_id = ${channel} and note = any(${notes})`
  }
  await storeEmployerStatistics(sql, now)
}
