import { BackofficeLink, usePlace } from '#backoffice/kit/router/address.tsx'
import css from '#backoffice/kit/display/Tabs.module.css'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const PAGES = [
  ['/backoffice/money', 'money.title'],
  ['/backoffice/money/months', 'accounting.title'],
  ['/backoffice/money/settlements', 'settlement.title'],
  ['/backoffice/money/rates', 'rates.title'],
] as const

/** The pages of the money, one beside the other. */
export function MoneyTabs() {
  const t = useTranslate()
  const { pathname } = usePlace()
  return (
    <nav className={css.tabs} aria-label={t('money.pages')}>
      {PAGES.map(([path, word]) => (
        <BackofficeLink key={path} to={path} aria-current={pathname === path ? 'page' : undefined}>
          {t(word)}
        </BackofficeLink>
      ))}
    </nav>
  )
}
