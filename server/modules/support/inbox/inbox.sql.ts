import type { Queries } from '#server/platform/db/database.ts'

export async function findAttachment(sql: Queries, id: string, attachment: string) {
  const [row] = await sql<{ name: string; type: string; bytes: Buffer; channel_id: string }[]>`
    select service_attachment.name, type, bytes, channel_id
    from service_attachment join service_request on service_request.id = request_id
    where service_attachment.id = ${Number(attachment)} and request_id = ${Number(id)}`
  return row
}
