import { useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages } from '#domain/language.ts'

import css from './SavedReplyChoice.module.css'

/** Saved replies in the thread's language. A missing language falls back to another one, with a hint. */
export function SavedReplyChoice({
  thread: { channel, language, name },
  onChoose,
}: {
  thread: Thread
  onChoose: (text: string) => void
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('savedAnswers', { channel: channel.id }))
  return (
    <Popover
      face={t('inbox.saved')}
      faceClass={actionButtonClass('plain')}
      label={t('inbox.saved')}
    >
      {(close) => (
        <div className={css.list}>
          {data?.items.map(({ id, name: title, texts }) => {
            const chosen = [language, ...allLanguages].find((tag) => texts[tag] !== '') ?? language
            return (
              <button
                key={id}
                type="button"
                onClick={() => {
                  onChoose(texts[chosen].replaceAll('{{name}}', name))
                  close()
                }}
              >
                {title}
                {chosen === language ? null : (
                  <span className={css.soft}>
                    {t('inbox.savedOther', { language: t(`in.${chosen}`) })}
                  </span>
                )}
              </button>
            )
          })}
          {data?.items.length === 0 ? <p className={css.soft}>{t('inbox.savedNone')}</p> : null}
          <BackofficeLink to="/backoffice/saved-replies">{t('inbox.savedKeep')}</BackofficeLink>
        </div>
      )}
    </Popover>
  )
}
