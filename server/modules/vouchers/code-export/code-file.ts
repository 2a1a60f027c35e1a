import type { Queries } from '#server/platform/db/database.ts'
import { type BatchRow, lastDayOf } from '#server/modules/vouchers/batches/batch.sql.ts'
import {
  type CodeForm,
  countWithoutCode,
  type ExportedCode,
  type CodeExport,
  isWithoutCode,
  type Unprintable,
} from '#server/modules/vouchers/code-export/export-codes.ts'
import { codeTable } from '#server/modules/vouchers/code-export/code-table.ts'
import type { Download } from '#server/http/raw-response.ts'
import type {
  LetterPerson,
  UnprintedLetters,
} from '#server/modules/vouchers/letters/validate-letters.ts'
import type { LetterOrder } from '#server/modules/vouchers/letters/write-letters.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { StaffLanguage } from '#domain/language.ts'

/** Creates the file with the codes. They are stored nowhere else. */
export async function codesFile(
  shop: Shop,
  { row, vouchers }: CodeExport & { row: BatchRow },
  form: CodeForm,
  language: StaffLanguage,
  codes: AsyncIterable<ExportedCode[]>,
): Promise<Download> {
  const model = await loadChannel(shop, row.channel_id)
  const until = lastDayOf(row.valid_until, row.zone)
  const file = letterOrderOf(shop, model, { row, batchId: row.id, until, count: vouchers })
  if (form === 'csv') return codeTable(file, language, codes)
  // Imported on demand: few exports need it.
  if (form === 'zip')
    return (await import('#server/modules/vouchers/code-export/qr-images.ts')).createQrImages(
      file,
      codes,
    )
  const { createLetters } = await import('#server/modules/vouchers/letters/write-letters.ts')
  const print = form === 'large' ? 'large' : 'usual'
  return createLetters(shop, { ...file, print }, codes)
}

/** The code follows after #, because browsers send this part of an address to no server. */
export const loginLink = (site: string) => `${site}/login#`

/** Finds characters that the font of the letters lacks. Other files can contain any character. */
export async function findUnprintable(
  sql: Queries,
  row: BatchRow,
  form: CodeForm,
): Promise<Unprintable> {
  if (form !== 'pdf' && form !== 'large') return { inAllLetters: [], people: [] }
  const { findMissingCharacters } =
    await import('#server/modules/vouchers/letters/validate-letters.ts')
  const failures = await findMissingCharacters({
    order: { row },
    people: await listLetterRecipients(sql, row.id),
  })
  return {
    inAllLetters: failures.flatMap(({ letters, person }) => (person ? [] : [letters.join(' ')])),
    people: failures.flatMap(({ letters, person }) =>
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

/** Lists the recipients who would get a letter with the next file, with their position in the batch. */
export function listLetterRecipients(sql: Queries, batchId: number) {
  return sql<LetterPerson[]>`
    select * from (
      select row_number() over (order by recipient.id)::integer as place,
        recipient.id::text, name, department,
        coalesce(nullif(recipient.language, ''), voucher.language) as language, words,
        (${isWithoutCode(sql, batchId)}) as is_printed
      from recipient join voucher on voucher.id = recipient.voucher_id where recipient.batch_id = ${batchId}
    ) person where is_printed order by place`
}

/** The letters of an existing batch, for a check before its codes exist. */
export async function readUnprintedLetters(
  shop: Pick<Shop, 'config' | 'models'>,
  sql: Queries,
  row: BatchRow,
): Promise<UnprintedLetters> {
  const model = await loadChannel(shop, row.channel_id)
  const until = lastDayOf(row.valid_until, row.zone)
  return {
    order: letterOrderOf(shop, model, { row, batchId: row.id, until, count: row.totals.count }),
    people: await listLetterRecipients(sql, row.id),
    count: await countWithoutCode(sql, row.id),
  }
}

export function letterOrderOf(
  shop: Pick<Shop, 'config'>,
  model: ChannelModel,
  { row, ...file }: Pick<LetterOrder, 'row' | 'batchId' | 'until' | 'count'>,
): UnprintedLetters['order'] {
  const { site } = mailTheme(shop.config, model, model.channel.defaultLanguage)
  return { ...file, row, model, points: row.points, link: loginLink(site) }
}

async function loadChannel(shop: Pick<Shop, 'models'>, channel: string) {
  const model = await shop.models.channel(channel)
  if (!model) throw new Error(`channel ${channel} not found`)
  return model
}
