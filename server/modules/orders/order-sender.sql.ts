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
 * the voucher's activation apply only to later recipients. Without a name of its own, the sender is named after the employer.
 */
export async function findSender(sql: Queries, voucherId: number) {
  const [row] = await sql<Row[]>`
    select coalesce(nullif(sender.name, ''), employer.name, '') as name, picture.hash, media_type, focal_x as x, focal_y as y, sender.alt,
      coalesce(nullif(recipient.words, ''),
        nullif(sender.words_in ->> coalesce(nullif(recipient.language, ''), nullif(voucher.language, ''), default_language), ''),
        sender.words) as words
    from voucher join channel on channel.id = voucher.channel_id
      left join recipient on recipient.voucher_id = voucher.id left join voucher_activation on voucher_activation.voucher_id = voucher.id
      cross join lateral (
        select name, words, words_in, picture, alt, until from sender_backup
        where batch_id = voucher.batch_id and until >= voucher_activation.at
        union all
        select sender_name, sender_message, sender_messages, sender_image, sender_alt, 'infinity'
        from voucher_batch where id = voucher.batch_id
        order by until limit 1
      ) sender left join picture on picture.hash = sender.picture
      left join voucher_batch on voucher_batch.id = voucher.batch_id
      left join campaign on campaign.id = voucher_batch.campaign_id
      left join employer on employer.id = campaign.employer_id
    where voucher.id = ${voucherId}`
  if (!row) return null
  const { name, words, hash, media_type: type, x, y, alt } = row
  const hasImage = hash !== null && type !== null && isMediaType(type)
  if (name === '' && words === '' && !hasImage) return null
  return {
    name,
    words,
    picture: hasImage ? `${hash}${x === null ? '' : `.f${x}x${y}`}.${extensionOf(type)}` : '',
    film: hasImage && type.startsWith('video/'),
    alt,
  }
}
