import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { retryPictures } from '#server/modules/media/picture.sql.ts'

export const rowsOfUnreadableMails = async (
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> => {
  const stored = await sql<{ key: string }[]>`
    select key from unreadable_mail where key = any(${cases.map(({ subject }) => subject)}::text[])`
  return stored.map(({ key }) => ({
    what: 'mail',
    subject: key.slice(0, 8),
    order: null,
    before: 'not-read',
    after: 'read-again',
  }))
}

/** The task closes when the mail has been parsed. */
export const readMailsAgain = ({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) =>
  shop.jobs.send(
    sql,
    cases.map(({ subject }) => ({ name: 'retry-incoming-mail', data: { key: subject } })),
  )

export const rowsOfUnreadablePictures = async (
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> => {
  const unusable = await sql<{ hash: string }[]>`
    select hash from picture
    where hash = any(${cases.map(({ subject }) => subject)}::text[]) and unusable is not null`
  const unusableHashes = new Set(unusable.map(({ hash }) => hash))
  return cases
    .filter(({ subject }) => unusableHashes.has(subject))
    .map((task) => ({
      what: 'picture',
      subject: detailText(task, 'name') || task.subject,
      order: null,
      before: 'not-drawn',
      after: 'drawn-again',
    }))
}

/** The next request renders the image. If that fails, a new task is created. */
export async function renderPicturesAgain({ sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const hashes = cases.map(({ subject }) => subject)
  await retryPictures(sql, hashes)
}
