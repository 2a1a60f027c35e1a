import { extensionOf, isMediaType } from '#server/modules/media/image-type.ts'
import type { Queries } from '#server/platform/db/database.ts'

type Row = {
  name: string
  words: string
  hash: string | null
  media_type: string | null
  x: number | null
  y: number | null
  alt: string
}

/**
 * The sender's message: the one for this recipient, the one in their language, or the one for all. Changes made after
 * the voucher's activation apply only to later recipients. Without a name of its own, the sender is the employer.
 */
export async function findSender(sql: Queries, voucherId: number) {
  const [row] = await sql<Row[]>`
    select coalesce(nullif(said.name, ''), employer.name, '') as name, picture.hash, media_type, focal_x as x, focal_y as y, said.alt,
      coalesce(nullif(recipient.words, ''),
        nullif(said.words_in ->> coalesce(nullif(recipient.language, ''), nullif(voucher.language, ''), default_language), ''),
        said.words) as words
    from voucher join channel on channel.id = voucher.channel_id
      left join recipient on recipient.voucher_id = voucher.id left join voucher_activation on voucher_activation.voucher_id = voucher.id
      cross join lateral (
        select name, words, words_in, picture, alt, until from sender_backup
        where batch_id = voucher.batch_id and until >= voucher_activation.at
        union all
        select sender_name, sender_message, sender_messages, sender_image, sender_alt, 'infinity'
        from voucher_batch where id = voucher.batch_id
        order by until limit 1
      ) said left join picture on picture.hash = said.picture
      left join voucher_batch on voucher_batch.id = voucher.batch_id
      left join campaign on campaign.id = voucher_batch.campaign_id
      left join employer on employer.id = campaign.employer_id
    where voucher.id = ${voucherId}`
  if (!row) return null
  const { name, words, hash, media_type: type, x, y, alt } = row
  const known = hash !== null && type !== null && isMediaType(type)
  if (name === '' && words === '' && !known) return null
  return {
    name,
    words,
    picture: known ? `${hash}${x === null ? '' : `.f${x}x${y}`}.${extensionOf(type)}` : '',
    film: known && type.startsWith('video/'),
    alt,
  }
}
