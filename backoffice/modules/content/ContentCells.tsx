import css from '#backoffice/modules/content/ContentPage.module.css'
import {
  type ContentRow,
  completenessOf,
  lastChangeOf,
  statusOf,
} from '#backoffice/modules/content/content-rows.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { Language } from '#domain/language.ts'
import { classNames } from '#ui/lib/class-names.ts'

/** Whether the row is published, or has scheduled changes or drafts. Only unpublished changes have a mark. */
export function StatusCell({ row, t }: { row: ContentRow; t: Translate }) {
  const { scheduled, drafts } = statusOf(row)
  if (!scheduled && drafts === 0) return <span className={css.soft}>{t('content.published')}</span>
  return (
    <span className={css.stack}>
      {scheduled ? (
        <>
          <StatusMark kind="half">{t('release.state.scheduled')}</StatusMark>
          <span className={css.detail}>
            {t('changesCount', { count: scheduled.changes })}, <DateTime at={scheduled.at} />
          </span>
        </>
      ) : null}
      {drafts > 0 ? (
        <>
          <StatusMark kind="wait">{t('release.state.draft')}</StatusMark>
          <span className={css.detail}>{t('changesCount', { count: drafts })}</span>
        </>
      ) : null}
    </span>
  )
}

export function LastChangeCell({ row }: { row: ContentRow }) {
  const last = lastChangeOf(row)
  if (!last) return '–'
  return (
    <span className={css.stack}>
      <DateTime at={last.at} />
      {last.by === null ? null : <span className={css.detail}>{last.by}</span>}
    </span>
  )
}

type OfferedLanguages = readonly { id: string; languages: readonly string[] | undefined }[]

/** The languages of a row. A language with missing texts also shows how many it has. */
export function LanguagesCell({
  row,
  offers,
  t,
}: {
  row: ContentRow
  offers: OfferedLanguages
  t: Translate
}) {
  const languages = completenessOf(row, offers)
  if (languages.length === 0) return '–'
  return (
    <ul className={css.languages}>
      {languages.map(({ language, missing, texts }) => {
        const name = t(`in.${language as Language}`)
        const sentence =
          missing === 0
            ? t('content.languageComplete', { language: name })
            : t('content.languageMissing', { language: name, missing, texts })
        return (
          <li
            key={language}
            className={classNames(css.language, missing > 0 && css.missing)}
            title={sentence}
          >
            <span aria-hidden="true">
              {language.toUpperCase()}
              {missing > 0 ? ` ${texts - missing}/${texts}` : ''}
            </span>
            <span className="visually-hidden">{sentence}</span>
          </li>
        )
      })}
    </ul>
  )
}
