import { useState } from 'react'

import { useQueryClient } from '@tanstack/react-query'

import { meQuery } from '#backoffice/kit/api/staff-queries.ts'
import {
  applyColorScheme,
  chosenColorScheme,
  type ColorScheme,
  COLOR_SCHEMES,
} from '#backoffice/color-scheme.ts'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { LanguageSelect } from '#backoffice/kit/sign-in/LanguageSelect.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from '../../../kit/sign-in/Account.module.css'

export function LanguageAndTheme({ staff }: { staff: Staff }) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { language, setLanguage } = useBackofficeLanguage()
  const [theme, setTheme] = useState(chosenColorScheme)
  const action = useAction('changeLanguage')
  return (
    <Card title={t('languageAndColours')}>
      <div className={css.part}>
        {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
        <fieldset className={css.choices}>
          <LanguageSelect
            value={language}
            onValue={(language) => {
              void setLanguage(language)
              void action.run({ language })
              const changed: Staff = { ...staff, language }
              queryClient.setQueryData(meQuery.queryKey, changed)
            }}
          />
          <FormSelect
            label={t('theme')}
            value={theme}
            onChange={({ target }) => {
              setTheme(target.value as ColorScheme)
              applyColorScheme(target.value as ColorScheme)
            }}
          >
            {COLOR_SCHEMES.map((scheme) => (
              <option key={scheme} value={scheme}>
                {t(`theme.${scheme}`)}
              </option>
            ))}
          </FormSelect>
        </fieldset>
      </div>
    </Card>
  )
}
