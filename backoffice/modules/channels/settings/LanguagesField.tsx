import { useQuery } from '@tanstack/react-query'

import type { FieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages } from '#domain/language.ts'

import css from './Fields.module.css'

/** Languages that recipients can choose, with the number of texts that each of them lacks. */
export function LanguagesField({
  channel,
  draft,
  readOnly,
}: {
  channel: string
  draft: FieldDraft
  readOnly: boolean
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('launchCheck', { id: channel }))
  const defaultLanguage = draft.value('default_language')
  const value = draft.value('offered_languages')
  const chosen: unknown[] = Array.isArray(value) ? value : []
  const offered = allLanguages.filter((code) => code === defaultLanguage || chosen.includes(code))
  return (
    <fieldset id="languages" data-anchor="offered_languages" className={css.group}>
      <legend>{t('channel.languagesOffered')}</legend>
      <p className={css.help}>{t('channel.languagesHelp')}</p>
      <div className={css.several}>
        {allLanguages.map((code) => (
          <FormCheckbox
            key={code}
            disabled={readOnly || code === defaultLanguage}
            checked={offered.includes(code)}
            onChange={({ target }) =>
              draft.set(
                'offered_languages',
                allLanguages.filter((other) =>
                  other === code ? target.checked : chosen.includes(other),
                ),
              )
            }
          >
            {t(`in.${code}`)}
          </FormCheckbox>
        ))}
      </div>
      {(data?.findings ?? []).map(({ kind, language, count }) =>
        (kind === 'texts-missing' || kind === 'texts-fallback') &&
        language !== null &&
        offered.includes(language) ? (
          <Notice key={`${kind} ${language}`} kind="warn">
            {t(`channel.f.${kind}`, { count, language: t(`in.${language}`) })}
          </Notice>
        ) : null,
      )}
    </fieldset>
  )
}
