import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'

import { BackofficeLink, goTo, usePlace } from '#backoffice/kit/router/address.tsx'
import { keep } from '#backoffice/staff-storage.ts'
import { colleagueDraft } from '#employer-portal/pages/recipient-draft.ts'
import { AppPage } from '#employer-portal/account/EmployerAccountPage.tsx'
import { callOnce, whoQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { OverviewPage } from '#employer-portal/pages/OverviewPage.tsx'
import { PeoplePage } from '#employer-portal/pages/RecipientsPage.tsx'
import { ReminderPage } from '#employer-portal/pages/ReminderPage.tsx'
import { ReportPage } from '#employer-portal/pages/ReportPage.tsx'
import { SeenPage } from '#employer-portal/pages/HolderViewPage.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { LanguageLinks } from '#backoffice/kit/sign-in/LanguageLinks.tsx'
import type { EmployerKey } from '#employer-portal/i18n/employer-message-keys.ts'
import type { Who } from '#contract/employers/sign-in.employer.ts'

import css from './EmployerLayout.module.css'

const PAGES = [
  { path: '/employer', word: 'overview', Page: OverviewPage },
  { path: '/employer/people', word: 'people', Page: PeoplePage },
  { path: '/employer/reminder', word: 'reminder', Page: ReminderPage },
  { path: '/employer/report', word: 'report', Page: ReportPage },
  { path: '/employer/seen', word: 'seen', Page: SeenPage },
  { path: '/employer/account', word: 'account', Page: AppPage },
] as const satisfies readonly {
  path: string
  word: EmployerKey
  Page: (props: EmployerPageProps) => ReactNode
}[]

/** The layout of every page: the employer's name, the six pages, the logout. */
export function EmployerFrame({ who }: { who: Who }) {
  const t = usePortalTranslate()
  const queries = useQueryClient()
  const { pathname, came } = usePlace()
  const heading = useRef<HTMLHeadingElement>(null)
  const page = PAGES.find(({ path }) => path === pathname)
  const title = t(page?.word ?? 'noSuchPage')
  useEffect(() => {
    document.title = `${title} · ${who.employer}`
  }, [title, who.employer])
  // After a link within the portal, the focus moves to the new page's heading.
  useEffect(() => {
    if (came === 'push') heading.current?.focus()
  }, [pathname, came])

  function changeLanguage(language: Who['language']) {
    const changed: Who = { ...who, language, language_chosen: true }
    queries.setQueryData(whoQuery.queryKey, changed)
    // If this is lost, the page is in this language until it is loaded again.
    callOnce('changeLanguage', { language }).catch(() => null)
  }

  async function leave() {
    await callOnce('signOut', {}).catch(() => null)
    keep(`draft.${colleagueDraft(who)}`, null)
    queries.clear()
    queries.setQueryData(whoQuery.queryKey, null)
    goTo('/employer', { replace: true })
  }

  return (
    <div className={css.place}>
      <a className={css.skip} href="#page">
        {t('toThePage')}
      </a>
      <PortalHead who={who} t={t} pathname={pathname} />
      <main id="page" tabIndex={-1} className={css.page}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {page ? (
          <page.Page key={page.path} who={who} t={t} />
        ) : (
          <BackofficeLink to="/employer">{t('toOverview')}</BackofficeLink>
        )}
      </main>
      <footer className={css.foot}>
        <span>
          {who.name} · {who.email}
        </span>
        <LanguageLinks onChoice={changeLanguage} />
        <ActionButton look="plain" little onClick={() => void leave()}>
          {t('signOut')}
        </ActionButton>
      </footer>
    </div>
  )
}

function PortalHead({ who, t, pathname }: EmployerPageProps & { pathname: string }) {
  return (
    <header className={css.head}>
      <p className={css.name}>{who.employer}</p>
      <nav aria-label={t('pages')} className={css.pages}>
        {PAGES.map(({ path, word }) => (
          <BackofficeLink
            key={path}
            to={path}
            aria-current={path === pathname ? 'page' : undefined}
          >
            {t(word)}
          </BackofficeLink>
        ))}
      </nav>
    </header>
  )
}
