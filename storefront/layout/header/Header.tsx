import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { SESSION, storeJson, storedJson } from '#storefront/storage/browser-storage.ts'
import { CategoryMenu } from '#storefront/layout/header/CategoryMenu.tsx'
import { LayoutFailure } from '#storefront/layout/LayoutBoundary.tsx'
import { EndedNotice } from '#storefront/layout/header/EndedNotice.tsx'
import { HeaderTools } from '#storefront/layout/header/HeaderTools.tsx'
import { MobileMenu } from '#storefront/layout/header/MobileMenu.tsx'
import { SearchBox } from '#storefront/layout/header/SearchBox.tsx'
import { ShopLogo } from '#storefront/images/ShopLogo.tsx'
import { TopBar } from '#storefront/layout/header/TopBar.tsx'
import { navigationQuery } from '#storefront/api/queries.ts'
import { logoAlt } from '#storefront/images/logo-alt.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './Header.module.css'

export function Header() {
  const words = useTexts('headercomponents')
  const { items, error } = useNavigation()
  const identity = useSession()?.corporate_identity
  const language = useLanguage()
  const logo = identity?.logo ?? ''
  // The visible text first, then the destination.
  const name = [logoAlt(identity, language), words.text('homeLabel', {}, 'Home')]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <header className={css.header}>
      <TopBar />
      <div className={css.ground}>
        <div className={css.row}>
          <MobileMenu items={items} />
          <ShopLink to="/" className={css.home}>
            <ShopLogo file={logo} name={name} className={css.logo} />
            {/* Shown in the place of a logo that does not come. */}
            <span className={css.house}>
              <Icon name="home" />
              <span className="visually-hidden">{words.say('homeLabel', {}, 'Home')}</span>
            </span>
          </ShopLink>
          <div className={css.searchAmid}>
            <SearchBox />
          </div>
          <HeaderTools />
        </div>
      </div>
      {/* On small screens it scrolls away, so that little of the page is covered by what stays. */}
      <div className={css.searchBelow}>
        <SearchBox />
      </div>
      {error === null ? <CategoryMenu items={items} /> : <LayoutFailure error={error} />}
      <EndedNotice />
    </header>
  )
}

/**
 * The menu; empty until it has loaded. It is also stored in the session under the specification's names, for other
 * pages.
 */
function useNavigation() {
  const { data, error } = useQuery(navigationQuery(useLanguage()))
  useEffect(() => {
    if (!data) return
    const kept = [
      [SESSION.navItems, data.navItems],
      [SESSION.homeCategories, data.homeCategories],
      [SESSION.homeBrands, data.homeBrands],
    ] as const
    for (const [name, value] of kept) {
      if (JSON.stringify(storedJson(name)) !== JSON.stringify(value)) storeJson(name, value)
    }
  }, [data])
  return { items: data?.navItems ?? [], error: data ? null : error }
}
