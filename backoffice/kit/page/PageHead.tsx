import { type ReactNode, use, useEffect, useRef } from 'react'

import { BackofficeLink, useLocation } from '#backoffice/kit/router/address.tsx'
import { Breakable } from '#backoffice/kit/display/BreakableEmail.tsx'
import { Tabbed } from '#backoffice/kit/page/tabbed.ts'
import { rememberPage } from '#backoffice/kit/page/recent-pages.ts'
import { PresenceOf } from '#backoffice/kit/page/Presence.tsx'

import css from './PageHead.module.css'

type PageHeadProps = {
  title: string
  /** For a title in another language than the page. */
  titleLanguage?: string
  /** The list that this is one of. */
  up?: { to: string; label: string }
  /** What the page is about, before its title. */
  picture?: ReactNode
  beside?: ReactNode
  /** Facts in one line below the title. */
  line?: ReactNode
  /** The subject's name in the audit. Used to show who else has the page open. */
  subject?: string
  /** One of them the main one. */
  acts?: ReactNode
}

/** The page's only `h1`. It gets the focus after navigation, so that screen readers read it first. */
export function PageHead(props: PageHeadProps) {
  const { title, titleLanguage, up, picture, beside, line, subject, acts } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, navigationType } = useLocation()
  const tabbed = use(Tabbed)
  useEffect(() => {
    document.title = `${title} · Giftpoint`
    rememberPage({ path: pathname, title })
  }, [title, pathname])
  useEffect(() => {
    // A link that names a field leads there and not here.
    if (navigationType !== 'push' || window.location.hash !== '') return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <header className={css.head}>
      {up && !tabbed ? (
        <nav className={css.crumb} aria-label={up.label}>
          <BackofficeLink to={up.to}>{up.label}</BackofficeLink>
        </nav>
      ) : null}
      <div className={css.line}>
        {picture}
        <h1 ref={heading} tabIndex={-1} className={css.title} lang={titleLanguage}>
          <Breakable text={title} />
        </h1>
        {beside}
        {subject ? <PresenceOf key={subject} subject={subject} /> : null}
        {acts ? <div className={css.acts}>{acts}</div> : null}
      </div>
      {line ? <p className={css.facts}>{line}</p> : null}
    </header>
  )
}
