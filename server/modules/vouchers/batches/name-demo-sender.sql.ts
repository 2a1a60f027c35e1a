import type { Queries } from '#server/platform/db/database.ts'

/** Names the demo employer as the sender of the demo vouchers, so that the shop's welcome shows a sender. */
export async function nameDemoSender(sql: Queries): Promise<void> {
  await sql`
    update voucher_batch set sender_name = 'Kwartelhof',
      sender_message = 'Fijn dat je bij ons werkt. Zoek iets uit waar je blij van wordt.'
    where channel_id = '1014' and sender_name = ''`
}
