import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

export type PageDraft = StaffResponse<'contentPage'>['drafts'][number]

/** Each release with changes that are not published. Its link opens the draft here, or the release itself. */
export function DraftLinks({
  drafts,
  release,
}: {
  drafts: readonly PageDraft[]
  /** The draft that is open here. */
  release: string
}) {
  const t = useTranslate()
  const [query] = useQueryParams()
  return drafts.map(({ id, name, state, subjects }) => (
    <StatusMark key={id} kind="half">
      <BackofficeLink
        to={
          id === release || state === 'scheduled'
            ? `/backoffice/releases/${id}`
            : `?${withQueryParams(query, { release: id })}`
        }
      >
        {t('editor.unpublished', { count: subjects.length, name })}
      </BackofficeLink>
    </StatusMark>
  ))
}

/** Finds the name of a release with an unpublished change of a text. The draft that is open here comes first. */
export function useDraftOf({ drafts }: { drafts: readonly PageDraft[] }) {
  const [query] = useQueryParams()
  const open = drafts.find(({ id }) => id === query.get('release'))
  const all = open ? [open, ...drafts] : drafts
  return (subject: string) => all.find(({ subjects }) => subjects.includes(subject))?.name
}
