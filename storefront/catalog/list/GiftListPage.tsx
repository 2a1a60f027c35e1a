import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'

import type { Balance } from '#domain/vouchers/points.ts'
import { SESSION, store } from '#storefront/storage/browser-storage.ts'
import { useArrivalFilter } from '#storefront/catalog/filters/use-arrival-filter.ts'
import { withParcels } from '#storefront/catalog/filters/arrival-filter.ts'
import { useArrival } from '#storefront/product-card/use-arrival.ts'
import { isOnlySearch } from '#storefront/catalog/list/DidYouMean.tsx'
import { FilterSidebar } from '#storefront/catalog/filters/FilterPanel.tsx'
import { GiftList } from '#storefront/catalog/list/GiftList.tsx'
import { ListBanner } from '#storefront/catalog/list/ListBanner.tsx'
import { headingFor } from '#storefront/catalog/list/list-heading.ts'
import { ListLoading } from '#storefront/catalog/list/ListLoading.tsx'
import { ListToolbar } from '#storefront/catalog/list/ListToolbar.tsx'
import { useBalance } from '#storefront/product-card/use-cart-totals.ts'
import { useGiftList } from '#storefront/catalog/list/use-gift-list.ts'
import { useListFilters } from '#storefront/catalog/filters/use-list-filters.ts'
import { PageBoundary } from '#storefront/page/PageBoundary.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { navigationQuery } from '#storefront/api/queries.ts'
import { useIsPhone } from '#storefront/hooks/use-narrow.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './GiftListPage.module.css'

export default function ListPage() {
  return (
    <Suspense fallback={<ListLoading />}>
      <GiftListWithBalance />
    </Suspense>
  )
}

/** CMS content has its own error text. Other failures have the text of the whole page. */
function GiftListWithBalance() {
  const balance = useBalance()
  return (
    <PageBoundary failed="An error has occurred cms" loading={<ListLoading />}>
      <GiftListContent balance={balance} />
    </PageBoundary>
  )
}

function GiftListContent({ balance }: { balance: Balance }) {
  const texts = useTexts('productlistpagecomponents')
  const language = useLanguage()
  const { data: navigation } = useSuspenseQuery(navigationQuery(language))
  const filterable = !useSession()?.corporate_identity.no_filter
  const arrival = useArrival()
  const { filters, listSearch, change, reset } = useListFilters(balance, arrival?.today ?? '')
  const list = useGiftList(withParcels(listSearch, arrival))
  const isPhone = useIsPhone()
  const brandName = list.brands.find(({ is_selected }) => is_selected)?.brand_name
  const used = list.stale ? null : list.didYouMean?.used
  const isEmpty = !list.isFirst && !list.stale && !list.error && list.total === 0
  const heading = headingFor(listSearch, navigation, texts, { brandName, used, isEmpty, language })
  usePageTitle(heading.title)
  // A gift's page shows the banner again. The banner that all lists share is omitted there.
  useEffect(() => store(SESSION.bannerImage, heading.ownBanner || null), [heading.ownBanner])

  const { brands, colours, digital } = list
  // If the search alone finds nothing, there is nothing to filter, sort or fit.
  const hasNoMatches = isOnlySearch(listSearch) && isEmpty
  const showsFilters = filterable && !hasNoMatches
  const homeBefore = useArrivalFilter(arrival)
  const panel = { texts, balance, brands, colours, digital, homeBefore, filters, change, reset }
  return (
    <div className={css.page}>
      <ListBanner heading={heading} texts={texts} />
      <div className={css.columns} data-filterable={showsFilters || undefined}>
        {showsFilters && !isPhone ? <FilterSidebar {...panel} /> : null}
        <section className={css.results} aria-label={heading.title}>
          {hasNoMatches ? null : (
            <ListToolbar
              panel={panel}
              filterable={filterable}
              total={list.isFirst || list.error || filters.exactFit ? null : list.total}
            />
          )}
          <GiftList
            texts={texts}
            list={list}
            search={listSearch}
            filters={filters}
            reset={reset}
            leaveFit={() => change((filters) => ({ ...filters, exactFit: false }))}
          />
        </section>
      </div>
    </div>
  )
}
