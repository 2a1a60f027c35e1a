import { z } from 'zod'

/** `head.json`: what the rows in `rows.br` are, and when they were played. */
export const HistoryHead = z.strictObject({
  /** The last day of the played history. */
  anchor: z.string(),
  /** Hashes of the tables and of the plan, from when the history was played. */
  schema: z.string(),
  plan: z.string(),
  /** Referenced tables first. Each row begins with its batch, or with \N. */
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int().positive() }),
  ),
  /** The next value of each sequence. */
  sequences: z.record(z.string(), z.int()),
  /** Batches that stay in their season, with the last day of their rows. */
  seasons: z.record(z.string(), z.string()),
})
export type HistoryHead = z.output<typeof HistoryHead>

/** The prefix of a date that keeps only its month. */
export const MONTH_MARK = '~'
