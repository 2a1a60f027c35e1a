import type { SenderMessages } from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages } from '#domain/language.ts'

import css from './Batches.module.css'

/** The sender's text in other languages. */
export function SenderLanguages({
  messages,
  onChange,
}: {
  messages: SenderMessages
  onChange: (messages: SenderMessages) => void
}) {
  const t = useTranslate()
  return (
    <details>
      <summary>{t('senderLanguages')}</summary>
      <p className={css.soft}>{t('senderLanguagesHelp')}</p>
      {allLanguages.map((language) => (
        <FormTextArea
          key={language}
          label={t(`in.${language}`)}
          lang={language}
          maxLength={1000}
          rows={3}
          value={messages[language] ?? ''}
          onChange={({ target }) => onChange({ ...messages, [language]: target.value })}
        />
      ))}
    </details>
  )
}
