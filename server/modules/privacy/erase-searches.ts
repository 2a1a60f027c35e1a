import type { Queries } from '#server/platform/db/database.ts'
import { deleteJobFiles } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import { deleteSavedViews } from '#server/lists/saved-view.sql.ts'
import { erasePersonalAbout } from '#server/modules/audit/audit-personal.sql.ts'
import { eraseSearchOfJobs } from '#server/modules/tasks/background-jobs/job-progress.sql.ts'

/** Lists in which a search is never for a person. */
const PAGES_WITHOUT_PEOPLE = new Set([
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
const MIN_PARTIAL_LENGTH = 4
const MIN_WORD_LENGTH = 3
/** Name particles, which are common to many names. */
const NAME_PARTICLES = new Set([
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

const nameWordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word.length >= MIN_WORD_LENGTH && !NAME_PARTICLES.has(word))

/** Whether the text searches for a person with one of these names. */
function containsName(
  text: string,
  names: ReadonlySet<string>,
  nameWords: readonly string[],
): boolean {
  return nameWordsIn(text).some(
    (word) =>
      names.has(word) ||
      (word.length >= MIN_PARTIAL_LENGTH && nameWords.some((name) => name.includes(word))),
  )
}

/**
 * Deletes saved views that search for one of these names. Empties audit exports that did, and erases their search text.
 * Part of the caller's transaction.
 */
export async function eraseSearches(sql: Queries, erasedNames: readonly string[]): Promise<void> {
  const nameWords = [...new Set(erasedNames.flatMap(nameWordsIn))]
  if (nameWords.length === 0) return
  const names = new Set(nameWords)
  const views = await sql<{ id: number; page: string; query: string }[]>`
    select id, page, query from saved_view`
  const foundViews = views.filter(
    ({ page, query }) =>
      !PAGES_WITHOUT_PEOPLE.has(page) &&
      containsName(new URLSearchParams(query).get('search') ?? '', names, nameWords),
  )
  const jobs = await sql<{ id: number; search: string }[]>`
    select id, asked ->> 'search' as search from background_job where asked ->> 'search' <> ''`
  const foundJobs = jobs.filter(({ search }) => containsName(search, names, nameWords))
  if (foundViews.length + foundJobs.length === 0) return
  const viewIds = foundViews.map(({ id }) => id)
  const jobIds = foundJobs.map(({ id }) => id)
  await deleteSavedViews(sql, viewIds)
  await eraseSearchOfJobs(sql, jobIds)
  await deleteJobFiles(sql, jobIds)
  await erasePersonalAbout(sql, 'view', viewIds)
  await erasePersonalAbout(sql, 'background-job', jobIds)
}
