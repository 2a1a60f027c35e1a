import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { DEFAULT_LANGUAGE, type Language, languages } from '#domain/language.ts'
import { LOCAL } from '#storefront/storage/browser-storage.ts'
import { Flag } from '#storefront/layout/header/Flag.tsx'
import { switchLanguage } from '#storefront/router/switch-language.ts'
import { useOpenPanel } from '#storefront/layout/header/use-open-panel.ts'
import { selectableLanguages } from '#storefront/api/server-data.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { useToast } from '#ui/components/Toasts.tsx'
import css from './LanguageMenu.module.css'

/**
 * The languages of the channel. Hidden where it offers only one. Disabled for visitors with the default language who
 * never chose one.
 */
export function LanguageMenu() {
  const texts = useTexts('headercomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const chosen = useStored(LOCAL.language)
  const [open, setOpen] = useState(false)
  const box = useOpenPanel<HTMLDivElement>(open, () => setOpen(false))
  const queries = useQueryClient()
  const showToast = useToast()
  const id = useId()
  const others = selectableLanguages().filter((other) => other !== language)
  if (others.length === 0) return null

  async function change(other: Language) {
    box.current?.querySelector('button')?.focus()
    setOpen(false)
    const changed = await switchLanguage(queries, other)
    if (!changed) showToast(common.text('somethingWentWrong'))
  }

  return (
    <div className={css.box} ref={box}>
      <button
        type="button"
        className={css.opener}
        aria-expanded={open}
        aria-controls={id}
        disabled={language === DEFAULT_LANGUAGE && chosen === null}
        onClick={() => setOpen(!open)}
      >
        <Flag language={language} className={css.flag ?? ''} />
        <span className="visually-hidden">{texts.jsx('languageLabel')}:</span>
        <span className={css.name}>{languages[language].label}</span>
        <Icon name="chevron-down" />
      </button>
      <ul id={id} className={css.panel} hidden={!open}>
        {others.map((other) => (
          <li key={other}>
            <button type="button" lang={other} onClick={() => void change(other)}>
              <Flag language={other} className={css.flag ?? ''} />
              {languages[other].label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
