import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { SESSION, storeJson, storedJson } from '#storefront/storage/browser-storage.ts'
import { CategoryMenu } from '#storefront/layout/header/CategoryMenu.tsx'
import { LayoutFailure } from '#storefront/layout/LayoutBoundary.tsx'
import { EndedNotice } from '#storefront/layout/header/EndedNotice.tsx'
import { HeaderTools } from '#storefront/layout/header/HeaderTools.tsx'
import { MobileMenu } from '#storefront/layout/header/MobileMenu.tsx'
import { SearchBox } from '#storefront/layout/header/SearchBox.tsx'
import { HomeLink } from '#storefront/layout/header/HomeLink.tsx'
import { TopBar } from '#storefront/layout/header/TopBar.tsx'
import { navigationQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import css from './Header.module.css'

export function Header() {
  const { items, error } = useNavigation()
  return (
    <header className={css.header}>
      <TopBar />
      <div className={css.ground}>
        <div className={css.row}>
          <MobileMenu items={items} />
          <HomeLink className={css.home} logoClass={css.logo} iconClass={css.house} />
          <div className={css.searchInRow}>
            <SearchBox />
          </div>
          <HeaderTools />
        </div>
      </div>
      {/* The search box of small screens. It scrolls away, so that the fixed part of the header stays low. */}
      <div className={css.searchBelow}>
        <SearchBox />
      </div>
      {error === null ? <CategoryMenu items={items} /> : <LayoutFailure error={error} />}
      <EndedNotice />
    </header>
  )
}

/**
 * The menu, empty until it has loaded. It is also stored in the session storage under the specification's names.
 */
function useNavigation() {
  const { data, error } = useQuery(navigationQuery(useLanguage()))
  useEffect(() => {
    if (!data) return
    const values = [
      [SESSION.navItems, data.navItems],
      [SESSION.homeCategories, data.homeCategories],
      [SESSION.homeBrands, data.homeBrands],
    ] as const
    for (const [name, value] of values) {
      if (JSON.stringify(storedJson(name)) !== JSON.stringify(value)) storeJson(name, value)
    }
  }, [data])
  return { items: data?.navItems ?? [], error: data ? null : error }
}
