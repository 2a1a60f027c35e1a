import type { Queries } from '#server/db/database.ts'

export const NOT_BEGUN =
  'This shop has not begun yet: npm run shop -- begin --channel 1014 --name NAME --language nl --host HOST gives it its texts and a first channel.'

/** Whether there is anything that could be shown to anybody. */
export async function hasBegun(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select exists (select from channel) as there`
  return row?.there === true
}
