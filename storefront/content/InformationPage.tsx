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
  const words = useTexts(componentsOf(pathname)[0] ?? '')
  const session = useSession()
  const sees = words.block('employerSees')
  return (
    <Article words={words} beside={<OtherPages here={pathname} />}>
      {session && sees.has('seesLink') ? (
        <p>
          <ShopLink to={EMPLOYER_SEES}>{sees.say('seesLink')}</ShopLink>
        </p>
      ) : null}
    </Article>
  )
}

function OtherPages({ here }: { here: string }) {
  const words = useTexts('footercomponents')
  return (
    <nav className={css.others} aria-label={words.text('orderingTitle')}>
      <ul>
        {[...orderingPages, ...legalPages].map(({ path, label }) => (
          <li key={path}>
            <ShopLink to={path} aria-current={path === here ? 'page' : undefined}>
              {words.say(label)}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
