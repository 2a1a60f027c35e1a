import type { Queries } from '#server/platform/db/database.ts'
import { type BatchRow, lastDayOf } from '#server/modules/vouchers/batches/batch.sql.ts'
import {
  type CodeForm,
  countWaiting,
  type GivenCode,
  type TransferToken,
  isWaiting,
  type Undrawable,
} from '#server/modules/vouchers/code-export/export-codes.ts'
import { codeTable } from '#server/modules/vouchers/code-export/code-table.ts'
import type { Download } from '#server/http/raw-response.ts'
import type {
  LetterPerson,
  LettersToTry,
} from '#server/modules/vouchers/letters/validate-letters.ts'
import type { LetterOrder } from '#server/modules/vouchers/letters/write-letters.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { StaffLanguage } from '#domain/language.ts'

/** The only file that contains the codes of a batch, in the requested format. */
export async function codesFile(
  shop: Shop,
  { row, vouchers }: TransferToken & { row: BatchRow },
  form: CodeForm,
  language: StaffLanguage,
  codes: AsyncIterable<GivenCode[]>,
): Promise<Download> {
  const model = await modelOf(shop, row.channel_id)
  const until = lastDayOf(row.valid_until, row.zone)
  const file = orderOf(shop, model, { row, batchId: row.id, until, count: vouchers })
  if (form === 'csv') return codeTable(file, language, codes)
  // Imported on demand: few exports need it.
  if (form === 'zip')
    return (await import('#server/modules/vouchers/code-export/qr-images.ts')).qrPictures(
      file,
      codes,
    )
  const { letters } = await import('#server/modules/vouchers/letters/write-letters.ts')
  const print = form === 'large' ? 'large' : 'usual'
  return letters(shop, { ...file, print }, codes)
}

/** Browsers never send the fragment after # to a server. */
export const loginLink = (site: string) => `${site}/login#`

/** Characters in this batch that a file of letters cannot print. Other files can print everything. */
export async function undrawableIn(
  sql: Queries,
  row: BatchRow,
  form: CodeForm,
): Promise<Undrawable> {
  if (form !== 'pdf' && form !== 'large') return { ofAll: [], people: [] }
  const { shapelessOwn } = await import('#server/modules/vouchers/letters/validate-letters.ts')
  const troubles = await shapelessOwn({
    order: { row },
    people: await recipientsOfLetters(sql, row.id),
  })
  return {
    ofAll: troubles.flatMap(({ letters, person }) => (person ? [] : [letters.join(' ')])),
    people: troubles.flatMap(({ letters, person }) =>
      person?.id
        ? [
            {
              recipient: person.id,
              found: `${letters.join(' ')} (${person.place}. ${person.name})`,
            },
          ]
        : [],
    ),
  }
}

/** Recipients who would get a letter with the next file, and their position in the batch. */
export function recipientsOfLetters(sql: Queries, batchId: number) {
  return sql<LetterPerson[]>`
    select * from (
      select row_number() over (order by recipient.id)::integer as place,
        recipient.id::text, name, department,
        coalesce(nullif(recipient.language, ''), voucher.language) as language, words,
        (${isWaiting(sql, batchId)}) as waits
      from recipient join voucher on voucher.id = recipient.voucher_id where recipient.batch_id = ${batchId}
    ) person where waits order by place`
}

/** The letters of an existing batch, as far as they can be checked without codes. */
export async function lettersToTry(
  shop: Pick<Shop, 'config' | 'models'>,
  sql: Queries,
  row: BatchRow,
): Promise<LettersToTry> {
  const model = await modelOf(shop, row.channel_id)
  const until = lastDayOf(row.valid_until, row.zone)
  return {
    order: orderOf(shop, model, { row, batchId: row.id, until, count: row.totals.count }),
    people: await recipientsOfLetters(sql, row.id),
    count: await countWaiting(sql, row.id),
  }
}

export function orderOf(
  shop: Pick<Shop, 'config'>,
  model: ChannelModel,
  { row, ...file }: Pick<LetterOrder, 'row' | 'batchId' | 'until' | 'count'>,
): LettersToTry['order'] {
  const { site } = mailTheme(shop.config, model, model.channel.defaultLanguage)
  return { ...file, row, model, points: row.points, link: loginLink(site) }
}

async function modelOf(shop: Pick<Shop, 'models'>, channel: string) {
  const model = await shop.models.channel(channel)
  if (!model) throw new Error(`channel ${channel} not found`)
  return model
}
