import type { Queries } from '#server/platform/db/database.ts'

/**
 * Replaces an image in all drafts, both in the values that they are based on and in their own values. Otherwise
 * publishing a draft would restore the old image.
 */
export async function replaceImageInDrafts(
  sql: Queries,
  releaseId: number,
  { hash, file }: { hash: string; file: string },
) {
  await sql`
    update release_change draft set base_version = done.after_version, before = done.after,
      version = draft.version + 1
    from content_version done, release
    where done.release_id = ${releaseId} and draft.kind = done.kind and draft.subject = done.subject
      and draft.base_version = done.before_version and release.id = draft.release_id
      and release.state in ('draft', 'scheduled', 'stopped')`
  await sql`
    update release_change draft set version = draft.version + 1,
      after = regexp_replace(draft.after::text, ${`${hash}\\.[a-z0-9]{2,4}`}, ${file}, 'g')::jsonb
    from release
    where release.id = draft.release_id and release.state in ('draft', 'scheduled', 'stopped')
      and strpos(draft.after::text, ${hash}) > 0`
}
