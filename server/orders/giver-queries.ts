import { extensionOf, isMediaType } from '#server/pictures/picture-type.ts'
import type { Queries } from '#server/db/database.ts'

type Row = {
  name: string
  words: string
  hash: string | null
  media_type: string | null
  alt: string
}

/** What the giver says to this one: the words for them alone, those in their language, or those for all. */
export async function findGiver(sql: Queries, voucherId: number) {
  const [row] = await sql<Row[]>`
    select giver_name as name, giver_picture as hash, media_type, giver_alt as alt,
      coalesce(nullif(recipient.words, ''),
        nullif(giver_words_in ->> coalesce(nullif(recipient.language, ''), nullif(voucher.language, ''), default_language), ''),
        giver_words) as words
    from voucher join voucher_batch batch on batch.id = batch_id join channel on channel.id = voucher.channel_id
      left join recipient on recipient.voucher_id = voucher.id left join picture on picture.hash = giver_picture
    where voucher.id = ${voucherId}`
  if (!row) return null
  const { name, words, hash, media_type: type, alt } = row
  const known = hash !== null && type !== null && isMediaType(type)
  if (name === '' && words === '' && !known) return null
  return {
    name,
    words,
    picture: known ? `${hash}.${extensionOf(type)}` : '',
    film: known && type.startsWith('video/'),
    alt,
  }
}
