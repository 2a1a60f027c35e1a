import { useState } from 'react'

import { useQueryClient } from '@tanstack/react-query'

import { meQuery } from '#backoffice/desk-queries.ts'
import { applyTheme, chosenTheme, type DeskTheme, THEMES } from '#backoffice/desk-theme.ts'
import { DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { LANGUAGE_NAMES } from '#backoffice/sign-in/LanguageLinks.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import {
  DESK_LANGUAGES,
  type DeskLanguage,
  useDeskLanguage,
  useSay,
} from '#backoffice/words/desk-words.tsx'
import type { Staff } from '#contract/desk/staff-session-api.ts'

import css from './AccountPage.module.css'

export function LanguageAndColours({ staff }: { staff: Staff }) {
  const say = useSay()
  const queries = useQueryClient()
  const { language, speak } = useDeskLanguage()
  const [theme, setTheme] = useState(chosenTheme)
  const deed = useDeed('changeLanguage')
  return (
    <section className={css.part} aria-label={say('languageAndColours')}>
      <h2>{say('languageAndColours')}</h2>
      {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
      <fieldset className={css.choices}>
        <DeskSelect
          label={say('language')}
          value={language}
          onChange={({ target }) => {
            const wanted = target.value as DeskLanguage
            void speak(wanted)
            void deed.run({ language: wanted })
            const changed: Staff = { ...staff, language: wanted }
            queries.setQueryData(meQuery.queryKey, changed)
          }}
        >
          {DESK_LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </DeskSelect>
        <DeskSelect
          label={say('theme')}
          value={theme}
          onChange={({ target }) => {
            setTheme(target.value as DeskTheme)
            applyTheme(target.value as DeskTheme)
          }}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {say(`theme.${one}`)}
            </option>
          ))}
        </DeskSelect>
      </fieldset>
    </section>
  )
}
