import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Named = Pick<StaffResponse<'releases'>['items'][number], 'name' | 'source' | 'ends'>

/** The name of a release, with a prefix if it undoes or ends another one. */
export function nameOfRelease(t: Translate, { name, source, ends }: Named): string {
  if (ends) return `${t('release.endsOf')} ${name}`
  return source === 'undo' ? t('release.undoOf', { name }) : name
}
