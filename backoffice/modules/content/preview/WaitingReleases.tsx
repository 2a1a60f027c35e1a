import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import type { Toggle } from '#backoffice/modules/content/preview/preview-options.ts'
import { ReleaseStatus } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './PreviewPage.module.css'

/** Releases of the channel that are not published yet, to be included in the preview. */
export function WaitingReleases({
  channel,
  chosen,
  toggle,
}: {
  channel: string
  chosen: readonly string[]
  toggle: Toggle
}) {
  const t = useTranslate()
  const releases = useQuery(
    staffQuery('releases', { channel, state: 'draft,scheduled,stopped', limit: 50 }),
  )
  const open = (releases.data?.items ?? []).filter(({ source }) => source !== 'end')
  return (
    <div className={css.part}>
      {releases.data && open.length === 0 ? (
        <p className={css.soft}>{t('preview.noReleases')}</p>
      ) : null}
      {open.map(({ id, name, state }) => (
        <FormCheckbox
          key={id}
          checked={chosen.includes(id)}
          onChange={() => toggle('releases', id)}
        >
          <span className={css.release}>
            {name} <ReleaseStatus state={state} />
          </span>
        </FormCheckbox>
      ))}
    </div>
  )
}
