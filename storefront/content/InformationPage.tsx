import { useLocation } from '#storefront/router.tsx'

import { legalPages, orderingPages, wordsOf } from '#contract/page-table.ts'
import { Article } from '#storefront/content/Article.tsx'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useWords } from '#storefront/words.tsx'
import css from './InformationPage.module.css'

/** The five pages about ordering, extra points, returns, terms and privacy; each leads to the others. */
export default function InformationPage() {
  const { pathname } = useLocation()
  const words = useWords(wordsOf(pathname)[0] ?? '')
  return <Article words={words} beside={<OtherPages here={pathname} />} />
}

function OtherPages({ here }: { here: string }) {
  const words = useWords('footercomponents')
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
