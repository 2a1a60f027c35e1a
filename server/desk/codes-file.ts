import type { Queries } from '#server/db/database.ts'
import { type BatchRow, lastDayOf } from '#server/desk/batch-queries.ts'
import type { CodeForm, GivenCode, HandOver } from '#server/desk/code-hand-over.ts'
import { codeTable } from '#server/desk/code-table.ts'
import type { Download } from '#server/desk/csv-download.ts'
import type { Shop } from '#server/door/shop.ts'
import { mailLook } from '#server/mail/mail-look.ts'

/** The one thing that ever holds the codes of a batch, as it is wanted. */
export async function codesFile(
  shop: Shop,
  { row, vouchers }: HandOver & { row: BatchRow },
  form: CodeForm,
  language: 'nl' | 'en' | 'de',
  codes: AsyncIterable<GivenCode[]>,
): Promise<Download> {
  const model = await shop.models.channel(row.channel_id)
  if (!model) throw new Error(`channel ${row.channel_id} of batch ${row.id} has gone`)
  const { site } = mailLook(shop.config, model, model.channel.defaultLanguage)
  const file = {
    batchId: row.id,
    points: row.points,
    until: lastDayOf(row.valid_until, row.zone),
    link: loginLink(site),
  }
  if (form === 'csv') return codeTable(file, language, codes)
  // Few ever ask for these, and a shop starts without them.
  if (form === 'zip') return (await import('#server/desk/qr-pictures.ts')).qrPictures(file, codes)
  const { letters } = await import('#server/desk/letters.ts')
  const print = form === 'large' ? 'large' : 'usual'
  return letters(shop, { ...file, row, model, count: vouchers, print }, codes)
}

/** What follows the sign is for the browser alone: no server is ever told. */
export const loginLink = (site: string) => `${site}/login#`

/** Letters that no letter has a shape for, in what would be printed of this batch. */
export async function missingLetters(
  sql: Queries,
  row: BatchRow,
  form: CodeForm,
): Promise<string[]> {
  if (form !== 'pdf' && form !== 'large') return []
  const people = await sql<{ text: string }[]>`
    select name || department || words as text from recipient where batch_id = ${row.id}`
  const { letterFonts, unprintable } = await import('#server/mail/letter-fonts.ts')
  return unprintable(await letterFonts(), [
    row.giver_name,
    row.giver_words,
    ...Object.values(row.giver_words_in),
    ...people.map(({ text }) => text),
  ])
}
