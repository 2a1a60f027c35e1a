import { type BatchRow, lastDayOf } from '#server/desk/batch-queries.ts'
import type { CodeForm, GivenCode, HandOver } from '#server/desk/code-hand-over.ts'
import { codeTable } from '#server/desk/code-table.ts'
import type { Download } from '#server/desk/csv-download.ts'
import type { Shop } from '#server/door/shop.ts'
import { mailLook } from '#server/mail/mail-look.ts'

/** The one thing that ever holds the codes of a batch, as it is wanted. */
export async function codesFile(
  shop: Shop,
  { row }: HandOver & { row: BatchRow },
  _form: CodeForm,
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
  return codeTable(file, language, codes)
}

/** What follows the sign is for the browser alone: no server is ever told. */
export const loginLink = (site: string) => `${site}/login#`
