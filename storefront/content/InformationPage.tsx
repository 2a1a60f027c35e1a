import { useLocation } from '#storefront/router/router.tsx'

import {
  EMPLOYER_SEES,
  legalPages,
  orderingPages,
  componentsOf,
} from '#contract/content/page-table.ts'
import { Article } from '#storefront/content/Article.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './InformationPage.module.css'

/** Information about ordering, extra points, returns, terms and privacy, with links between the five pages. */
export default function InformationPage() {
  const { pathname } = useLocation()
  const texts = useTexts(componentsOf(pathname)[0] ?? '')
  const session = useSession()
  const statisticsTexts = texts.block('employerSees')
  return (
    <Article texts={texts} beside={<OtherPages current={pathname} />}>
      {session && statisticsTexts.has('seesLink') ? (
        <p>
          <ShopLink to={EMPLOYER_SEES}>{statisticsTexts.jsx('seesLink')}</ShopLink>
        </p>
      ) : null}
    </Article>
  )
}

function OtherPages({ current }: { current: string }) {
  const texts = useTexts('footercomponents')
  return (
    <nav className={css.others} aria-label={texts.text('orderingTitle')}>
      <ul>
        {[...orderingPages, ...legalPages].map(({ path, label }) => (
          <li key={path}>
            <ShopLink to={path} aria-current={path === current ? 'page' : undefined}>
              {texts.jsx(label)}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
