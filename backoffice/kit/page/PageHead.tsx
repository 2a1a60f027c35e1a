import { type ReactNode, use, useEffect, useRef } from 'react'

import { BackofficeLink, useLocation } from '#backoffice/kit/router/address.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { BreakableEmail } from '#backoffice/kit/display/BreakableEmail.tsx'
import { IsTabContext } from '#backoffice/kit/page/is-tab-context.ts'
import { rememberPage } from '#backoffice/kit/page/recent-pages.ts'
import { Presence } from '#backoffice/kit/page/Presence.tsx'

import css from './PageHead.module.css'

type PageHeadProps = {
  title: string
  /** The section of the subject that is shown. Only screen readers find it in the heading. */
  part?: string | undefined
  /** For a title in another language than the page. */
  titleLanguage?: string
  /** The list that the object belongs to. */
  parent?: { to: string; label: string }
  /** An image of the subject, before its title. */
  picture?: ReactNode
  besideTitle?: ReactNode
  /** Facts in one line below the title. */
  facts?: ReactNode
  /** The subject's name in the audit. Used to show who else has the page open. */
  auditSubject?: string
  /** Actions, one of them the main one. */
  actions?: ReactNode
}

/** The page's only `h1`. It gets the focus after navigation, so that screen readers read it first. */
export function PageHead(props: PageHeadProps) {
  const { title, part, titleLanguage, parent, picture, besideTitle, facts, auditSubject, actions } =
    props
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, navigationType } = useLocation()
  const isTab = use(IsTabContext)
  useEffect(() => {
    const name = part ? `${title} · ${part}` : title
    document.title = `${name} · Giftpoint`
    rememberPage({ path: pathname, title: name })
  }, [title, part, pathname])
  useEffect(() => {
    // A link to a field leads to that field instead.
    if (navigationType !== 'push' || window.location.hash !== '') return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <header className={css.head}>
      {parent && !isTab ? (
        <nav className={css.crumb} aria-label={parent.label}>
          <BackofficeLink to={parent.to}>
            <BackofficeIcon name="previous" />
            {parent.label}
          </BackofficeLink>
        </nav>
      ) : null}
      <div className={css.line}>
        <div className={css.name}>
          {picture}
          <h1 ref={heading} tabIndex={-1} className={css.title} lang={titleLanguage}>
            <BreakableEmail text={title} />
            {part ? <span className="visually-hidden">: {part}</span> : null}
          </h1>
          {besideTitle}
          {auditSubject ? <Presence key={auditSubject} subject={auditSubject} /> : null}
        </div>
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </div>
      {facts ? <p className={css.facts}>{facts}</p> : null}
    </header>
  )
}
