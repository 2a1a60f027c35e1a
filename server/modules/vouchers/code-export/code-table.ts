import { csvDownload } from '#server/lists/csv-download.ts'
import type { Download } from '#server/http/raw-response.ts'
import type { ExportedCode } from '#server/modules/vouchers/code-export/export-codes.ts'
import type { StaffLanguage } from '#domain/language.ts'

export type CodesFile = {
  batchId: number
  points: number
  /** The last valid day; null without an end. */
  until: string | null
  /** The login link without the code. */
  link: string
}

/** A CSV file for printing with another tool. */
export const codeTable = (
  { batchId, points, until, link }: CodesFile,
  language: StaffLanguage,
  codes: AsyncIterable<ExportedCode[]>,
): Download =>
  csvDownload<ExportedCode>(
    `batch-${batchId}-codes.csv`,
    language,
    {
      code: ({ code }) => code,
      points: () => points,
      valid_until: () => until,
      name: ({ name }) => name,
      department: ({ department }) => department,
      link: ({ code }) => link + code,
    },
    codes,
  )
