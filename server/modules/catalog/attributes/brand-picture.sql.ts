import type { Queries } from '#server/platform/db/database.ts'

/** Returns the changed brands. With `only`, other brands keep their image. */
export async function replaceBrandPicture(
  sql: Queries,
  { from, to }: { from: string; to: string },
  only: readonly string[] | null,
): Promise<string[]> {
  const ids = only && [...only]
  const brands = await sql<{ id: string }[]>`
    update brand set picture = ${to}
    where picture = ${from} and (${ids}::text[] is null or id = any(${ids}::text[])) returning id`
  return brands.map(({ id }) => id)
}
