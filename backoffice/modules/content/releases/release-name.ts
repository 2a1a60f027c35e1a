import type { Say } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Named = Pick<StaffResponse<'releases'>['items'][number], 'name' | 'source' | 'ends'>

/** What takes something back, or ends it, is not called as if it were that. */
export function nameOfRelease(say: Say, { name, source, ends }: Named): string {
  if (ends) return `${say('release.endsOf')} ${name}`
  return source === 'undo' ? say('release.undoOf', { name }) : name
}
