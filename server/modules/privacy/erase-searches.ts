import type { Queries } from '#server/platform/db/database.ts'
import { deleteJobFiles } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import { deleteSavedViews } from '#server/lists/saved-view.sql.ts'
import { erasePersonalAbout } from '#server/modules/audit/audit-personal.sql.ts'
import { eraseSearchOfJobs } from '#server/modules/tasks/background-jobs/job-progress.sql.ts'

/** Lists in which a search is never for a person. */
const PAGES_OF_SUBJECTS = new Set([
  'catalogue-changes',
  'channels',
  'content',
  'digital',
  'gifts',
  'imports',
  'media',
  'simulations',
  'releases',
  'stock',
  'suppliers',
  'webhooks',
])
/** A shorter search counts only if it equals a complete name. */
const PART_OF_NAME = 4
const SHORTEST = 3
/** Name particles, which are common to many names. */
const BETWEEN = new Set([
  'van',
  'der',
  'den',
  'ter',
  'ten',
  'von',
  'vom',
  'zum',
  'zur',
  'des',
  'del',
  'the',
])

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word.length >= SHORTEST && !BETWEEN.has(word))

/** Whether the text searches for a person with one of these names. */
function containsName(
  text: string,
  names: ReadonlySet<string>,
  nameWords: readonly string[],
): boolean {
  return wordsOf(text).some(
    (word) =>
      names.has(word) ||
      (word.length >= PART_OF_NAME && nameWords.some((name) => name.includes(word))),
  )
}

/**
 * Part of the caller's transaction. Deletes saved views that search for one of these names. Empties audit exports
 * that did, and removes their search text.
 */
export async function eraseSearches(sql: Queries, known: readonly string[]): Promise<void> {
  const nameWords = [...new Set(known.flatMap(wordsOf))]
  if (nameWords.length === 0) return
  const names = new Set(nameWords)
  const views = await sql<{ id: number; page: string; query: string }[]>`
    select id, page, query from saved_view`
  const gone = views.filter(
    ({ page, query }) =>
      !PAGES_OF_SUBJECTS.has(page) &&
      containsName(new URLSearchParams(query).get('search') ?? '', names, nameWords),
  )
  const works = await sql<{ id: number; search: string }[]>`
    select id, asked ->> 'search' as search from background_job where asked ->> 'search' <> ''`
  const files = works.filter(({ search }) => containsName(search, names, nameWords))
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  if (gone.length + files.length === 0) return
  await deleteSavedViews(sql, ids(gone))
  await eraseSearchOfJobs(sql, ids(files))
  await deleteJobFiles(sql, ids(files))
  await erasePersonalAbout(sql, 'view', ids(gone))
  await erasePersonalAbout(sql, 'background-job', ids(files))
}
