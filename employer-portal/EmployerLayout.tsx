import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'

import { BackofficeLink, navigate, useLocation } from '#backoffice/kit/router/address.tsx'
import { saveSetting } from '#backoffice/staff-storage.ts'
import { colleagueDraft } from '#employer-portal/pages/recipient-draft.ts'
import { EmployerAccountPage } from '#employer-portal/account/EmployerAccountPage.tsx'
import { callOnce, whoQuery } from '#employer-portal/api/portal-client.ts'
import {
  type Appearance,
  brandStyle,
  useAppearance,
} from '#employer-portal/components/appearance.ts'
import { NoSuchPage } from '#employer-portal/components/NoSuchPage.tsx'
import { CompanyMark } from '#employer-portal/components/CompanyMark.tsx'
import { CAMPAIGNS_PATH } from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { HomePage } from '#employer-portal/pages/home/HomePage.tsx'
import { CampaignPage, useCampaignName } from '#employer-portal/pages/campaign/CampaignPage.tsx'
import { RecipientsPage } from '#employer-portal/pages/RecipientsPage.tsx'
import { ReportPage } from '#employer-portal/pages/report/ReportPage.tsx'
import { HolderViewPage } from '#employer-portal/pages/HolderViewPage.tsx'
import { LanguageLinks } from '#backoffice/kit/sign-in/LanguageLinks.tsx'
import type { EmployerKey } from '#employer-portal/i18n/employer-message-keys.ts'
import type { Who } from '#contract/employers/sign-in.employer.ts'
import { portalTheme } from '#domain/channels/portal-theme.ts'

import css from './EmployerLayout.module.css'

type PortalPage = {
  /** A slash at the end includes all addresses below it. */
  path: string
  /** The label in the navigation. A page without one is linked from other pages. */
  label?: EmployerKey
  title: EmployerKey
  Page: (props: EmployerPageProps) => ReactNode
}

const PAGES: readonly PortalPage[] = [
  { path: '/employer', label: 'home', title: 'homeTitle', Page: HomePage },
  { path: CAMPAIGNS_PATH, title: 'campaign', Page: CampaignPage },
  { path: '/employer/people', label: 'people', title: 'people', Page: RecipientsPage },
  { path: '/employer/report', label: 'report', title: 'report', Page: ReportPage },
  { path: '/employer/account', label: 'account', title: 'account', Page: EmployerAccountPage },
  { path: '/employer/seen', title: 'seen', Page: HolderViewPage },
]

const pageAt = (pathname: string) =>
  PAGES.find(({ path }) => (path.endsWith('/') ? pathname.startsWith(path) : path === pathname))

/** The layout of every page, in the company's colours: header, page and footer. */
export function EmployerLayout({ who }: { who: Who }) {
  const appearance = useAppearance()
  // Nothing is shown until the colours have loaded or failed, so that they do not change visibly.
  if (appearance.isPending) return null
  return <PortalFrame who={who} appearance={appearance.data ?? DEFAULT_APPEARANCE} />
}

const DEFAULT_APPEARANCE: Pick<Appearance, 'logo' | 'theme'> = { logo: '', theme: portalTheme([]) }

type PortalFrameProps = { who: Who; appearance: Pick<Appearance, 'logo' | 'theme'> }

function PortalFrame({ who, appearance }: PortalFrameProps) {
  const t = usePortalTranslate()
  const queries = useQueryClient()
  const { pathname, navigationType } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const page = pageAt(pathname)
  const campaign = useCampaignName(pathname)
  const title = campaign ?? t(page?.title ?? 'noSuchPage')
  const windowTitle = campaign ?? t(page?.label ?? page?.title ?? 'noSuchPage')
  useEffect(() => {
    document.title = `${windowTitle} · ${who.employer}`
  }, [windowTitle, who.employer])
  // After a link within the portal, the focus moves to the new page's heading.
  useEffect(() => {
    if (navigationType !== 'push') return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [pathname, navigationType])

  function changeLanguage(language: Who['language']) {
    const updated: Who = { ...who, language, language_chosen: true }
    queries.setQueryData(whoQuery.queryKey, updated)
    // If this fails, the choice lasts until the page is loaded again.
    callOnce('changeLanguage', { language }).catch(() => null)
  }

  async function signOut() {
    await callOnce('signOut', {}).catch(() => null)
    saveSetting(`draft.${colleagueDraft(who)}`, null)
    queries.clear()
    queries.setQueryData(whoQuery.queryKey, null)
    navigate('/employer', { replace: true })
  }

  return (
    <div className={css.portal} style={brandStyle(appearance)}>
      <a className={css.skip} href="#page">
        {t('skipToContent')}
      </a>
      <PortalHeader
        who={who}
        logo={appearance.logo}
        pathname={pathname}
        onSignOut={() => void signOut()}
      />
      <main id="page" tabIndex={-1} className={css.page}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {page ? <page.Page key={pathname} who={who} t={t} /> : <NoSuchPage t={t} />}
      </main>
      <footer className={css.footer}>
        <span>
          {who.name} · {who.email}
        </span>
        <BackofficeLink to="/employer/seen">{t('seen')}</BackofficeLink>
        <LanguageLinks onChoice={changeLanguage} />
      </footer>
    </div>
  )
}

function PortalHeader({
  who,
  logo,
  pathname,
  onSignOut,
}: Pick<Appearance, 'logo'> & { who: Who; pathname: string; onSignOut: () => void }) {
  const t = usePortalTranslate()
  return (
    <header className={css.head}>
      <div className={css.bar}>
        <div className={css.company}>
          <CompanyMark name={who.employer} logo={logo} />
        </div>
        <PortalNavigation t={t} pathname={pathname} />
        <div className={css.who}>
          <button type="button" onClick={onSignOut}>
            {t('signOut')}
          </button>
        </div>
      </div>
    </header>
  )
}

/** The pages of campaigns belong to Home. */
const isPartOf = (path: string, pathname: string) =>
  path === '/employer' && pathname.startsWith(CAMPAIGNS_PATH)

function PortalNavigation({ t, pathname }: Pick<EmployerPageProps, 't'> & { pathname: string }) {
  return (
    <nav aria-label={t('pages')} className={css.pages}>
      {PAGES.map(({ path, label }) =>
        label === undefined ? null : (
          <BackofficeLink
            key={path}
            to={path}
            aria-current={path === pathname ? 'page' : isPartOf(path, pathname) || undefined}
          >
            {t(label)}
          </BackofficeLink>
        ),
      )}
    </nav>
  )
}
