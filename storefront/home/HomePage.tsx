import { useSuspenseQuery } from '@tanstack/react-query'

import { BrandTiles } from '#storefront/home/BrandTiles.tsx'
import { BudgetRow } from '#storefront/home/BudgetRow.tsx'
import { CategoryTiles } from '#storefront/home/CategoryTiles.tsx'
import { Hero, SpentHero } from '#storefront/home/Hero.tsx'
import { HomeGifts } from '#storefront/home/HomeGifts.tsx'
import { ProcessStrip } from '#storefront/home/ProcessStrip.tsx'
import { useSpentPoints } from '#storefront/home/use-spent-points.ts'
import { WelcomeOverlay } from '#storefront/home/WelcomeOverlay.tsx'
import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import { PageLoading } from '#storefront/page/PageLoading.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { navigationQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'

export default function HomePage() {
  const texts = useTexts('homepagecomponents')
  const { data: navigation } = useSuspenseQuery(navigationQuery(useLanguage()))
  const spent = useSpentPoints()
  usePageTitle(texts.text('title'))

  // The greeting depends on the orders, and it must not change after it was shown.
  if (spent === undefined) return <PageLoading />

  return (
    <>
      {spent ? <SpentHero texts={texts} byCard={spent.byCard} /> : <Hero texts={texts} />}
      <QuietBoundary>
        <HomeGifts texts={texts} />
      </QuietBoundary>
      <BudgetRow texts={texts.block('budgetSection')} />
      {/* Without points, most of the tiles would lead to a list without gifts. */}
      {spent ? null : (
        <>
          <ProcessStrip texts={texts.block('processSection')} />
          <CategoryTiles texts={texts} categories={navigation.homeCategories} />
          <BrandTiles texts={texts} brands={navigation.homeBrands} />
        </>
      )}
      <WelcomeOverlay />
    </>
  )
}
